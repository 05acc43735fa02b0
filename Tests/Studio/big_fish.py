"""Tests with a long screenplay. They measure the time until the page is usable, the time until a line plays with the natural
voice, and the memory."""
import pathlib
import time

from house import NATURAL, Guest, House
from page import wait

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "shared/corpus/big-fish.fountain"


def big_fish(checks, browser, program):
    if not SCRIPT.exists():
        print(f"      skipped: {SCRIPT} does not exist")
        return
    with House(program, SCRIPT.read_text(encoding="utf-8")) as room:
        page = Guest(browser, room.address)
        seconds = page.open()
        checks.check("Big Fish is usable in time (2 s on a quiet machine)", seconds < 6, f"{seconds:.2f} s")
        book = page.book()
        checks.check("Big Fish is complete", len(book["lines"]) > 1500 and len(book["roles"]) > 30,
                     f"{len(book['lines'])} lines, {len(book['roles'])} roles")
        buttons = page.js("return new Set([...document.querySelectorAll('#script [data-lines]')].flatMap(e => e.dataset.lines.split(' '))).size")
        checks.check("every line of Big Fish can be played", buttons == len(book["lines"]), buttons)
        natural = [i for i, line in enumerate(book["lines"]) if book["roles"][line["role"]]["voice"].startswith("hibari:")]
        if NATURAL.is_dir() and checks.check("the natural voice speaks", natural, [r["voice"] for r in book["roles"][:5]]):
            heard(checks, page, natural)
        start = time.monotonic()
        page.value("#search-words", "the")
        found = wait(lambda: "hits" in (page.text("#search-count") or ""))
        checks.check("a search through Big Fish takes less than 2 s", found and time.monotonic() - start < 2,
                     f"{page.text('#search-count')} after {time.monotonic() - start:.2f} s")
        start = time.monotonic()
        role = book["roles"][1]["name"]
        page.edit({"kind": "voice", "role": role, "voice": "espeak://en-us+f3"})
        drawn = page.shows(f"#roles [data-role='{role}'] .voice-name", "female3")
        checks.check("the page shows an edit of Big Fish in less than 4 s", drawn and time.monotonic() - start < 4,
                     f"{time.monotonic() - start:.2f} s")
        browser.command("HeapProfiler.collectGarbage")
        browser.command("Performance.enable")
        metrics = {metric["name"]: metric["value"] for metric in browser.command("Performance.getMetrics")["metrics"]}
        heap = metrics["JSHeapUsedSize"] / 1e6
        checks.check("the page needs less than 60 MB, the program less than 600 MB", heap < 60 and room.memory() < 600,
                     f"{heap:.0f} MB with {metrics['Nodes']:.0f} nodes, {room.memory():.0f} MB")


def heard(checks, page, natural):
    """Plays two lines for the first time. Only the first may wait until the model is loaded."""
    times = []
    for line in (natural[200], natural[230]):
        button = page.js("const b = document.querySelector(`#script [data-lines~='${arguments[0]}'] .play`);"
                         "if (b) { b.scrollIntoView({block: 'center', behavior: 'instant'}); b.focus({preventScroll: true}); } return Boolean(b)", line)
        if button:
            times.append(page.plays(lambda: page.keys("\ue007")))
            page.silence()
    good = times and all(seconds is not None and seconds < 5 for seconds in times)
    checks.check("lines of Big Fish play in time with the natural voice (1 s on a quiet machine)", good,
                 ", ".join(f"{seconds or 0:.2f} s" for seconds in times))
