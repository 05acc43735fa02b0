"""Tests of audio and text together: compares highlights with the manifest."""
import re
import time

import safety
from page import Page, flat, wait


def plays(checks, page):
    page.open()
    loaded = page.js("return guion2audio.info.chapters.map(c => c.number).filter(n => document.getElementById('c' + n))")
    checks.check("the first chapter is shown", loaded == [page.js("return guion2audio.info.chapters[0].number")], loaded)
    checks.check("nothing plays before the reader presses Play", page.paused())
    page.play()
    wait(lambda: page.time() > 300)
    first = page.time()
    time.sleep(0.5)
    checks.check("the page plays", page.time() > first + 200 and not page.paused(), f"{first:.0f} to {page.time():.0f} ms")
    page.pause()


def opens(checks, page, address=""):
    """The page opens with its title, its cast in colours and a large button, and the contents come before the settings."""
    page.open(address)
    seen = page.js("""
      const opening = document.querySelector('.opening'), button = opening && opening.querySelector('.begin');
      const before = (a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING;
      const cast = [...document.querySelectorAll('.cast li')];
      return { title: opening && opening.querySelector('.title').textContent, roles: guion2audio.info.roles,
        cast: cast.map(e => e.textContent), colours: new Set(cast.map(e => getComputedStyle(e).color)).size,
        height: button.getBoundingClientRect().height, name: document.getElementById('chapters').textContent,
        order: Boolean(before(document.getElementById('chapters'), document.getElementById('theme'))),
        first: Boolean(before(opening, document.querySelector('.chapter'))) };""")
    checks.check("the page opens with the title and the cast", seen["title"] and seen["cast"] == seen["roles"] and seen["first"], seen)
    checks.check("each role has a colour", seen["colours"] == min(8, len(seen["roles"])), seen["colours"])
    checks.check("the button is large", seen["height"] >= 44, seen["height"])
    checks.check("the contents come before the settings", seen["order"])
    checks.check("titles in capitals are in title case in the contents", not re.search("[A-Z]{5}", seen["name"]), seen["name"])
    page.driver.find_element("css selector", ".begin").click()
    checks.check("the large button plays", wait(lambda: page.time() > 200 and not page.paused()))
    page.pause()


def single(checks, browser, maker, source):
    """One file alone, moved elsewhere, has the text and the sound."""
    book = maker.book(source, "--read-along", "html-single", "--cover", "auto", name="single")
    pages = list(book.folder.glob("*.html"))
    checks.check("the page is one file", len(pages) == 1, pages)
    alone = maker.folder / "alone"
    alone.mkdir()
    moved = alone / "sent.html"
    moved.write_bytes(pages[0].read_bytes())
    page = Page(browser, moved.as_uri())
    # Pages from a disk share their storage, which has the place of the other page.
    opens(checks, page, "#c1")
    checks.check("the single page shows its cover", wait(lambda: page.js(
        "const c = document.querySelector('.cover'); return c && c.complete && c.naturalWidth > 0")))
    page.choose(2)
    page.play()
    checks.check("the single page plays its second chapter", wait(lambda: page.time() > 300 and page.lit()), page.status())
    page.pause()
    policy = page.js("return document.querySelector('meta[http-equiv=Content-Security-Policy]').content")
    checks.check("the single page allows only its own script", "sha256-" in policy and "unsafe" not in policy and "self" not in policy, policy)
    checks.run(safety.console, page, ())
    checks.run(safety.network, page, ("file:", "blob:"))


def places(book, count):
    """Yields positions, spread over the chapters: chapter, time, line, and the rule for the highlighted sentence."""
    rules = {"starts": lambda lit, line: line.startswith(lit), "is in": lambda lit, line: lit in line,
             "ends": lambda lit, line: line.endswith(lit)}
    spoken = [(n, line) for n in range(1, len(book.manifest["chapters"]) + 1)
              for line in book.lines(n) if line["kind"] != "announcement"]
    for i in range(count):
        number, line = spoken[i * (len(spoken) - 1) // (count - 1)]
        name = list(rules)[i % 3]
        at = {"starts": line["start"] + 60, "is in": (line["start"] + line["end"]) / 2, "ends": line["end"] - 120}[name]
        yield number, at, flat(line["written"]), name, rules[name]


def highlights(checks, page, book, count=10, name="the right sentence is highlighted"):
    """Goes to positions of the book. At each, one sentence of the current line must be highlighted."""
    right = 0
    for number, at, line, rule, holds in places(book, count):
        if page.chapter() != number:
            page.choose(number)
        page.go(at)
        lit = page.lit()
        good = (len(lit) == 1 and holds(lit[0], line)) or in_two_columns(page, lit, line)
        right += good
        if not good:
            print(f"      chapter {number}, {at:.0f} ms, {rule}: {lit}; the line is: {line}")
    return checks.check(name, right == count, f"{right} of {count} positions")


def in_two_columns(page, lit, line):
    """Whether one sentence of each simultaneous speech is highlighted."""
    dual = page.js("return document.querySelectorAll('.dual .now').length")
    return dual == len(lit) > 1 and any(text in line for text in lit)


def announcements(checks, page, book):
    """While the narrator speaks "Dev says:", the cue is highlighted."""
    number, line = next((n, i) for n in range(1, 10) for i in book.lines(n) if i["kind"] == "announcement")
    page.choose(number)
    page.go((line["start"] + line["end"]) / 2)
    lit = page.lit()
    said = line["text"].lower()
    checks.check("an announcement highlights the cue", len(lit) == 1 and lit[0].lower().split()[0] in said, (lit, said))


def words(checks, page, book, number, count):
    """Compares highlighted words with the page's data, because the manifest has no word times."""
    page.choose(number)
    wrong = tried = 0
    places = [(s, i) for s in book.sentences(number) for i in range(len(s["words"]))]
    for sentence, i in places[:: max(1, len(places) // count)]:
        place, start = sentence["words"][i]
        behind = sentence["words"][i + 1][0] if i + 1 < len(sentence["words"]) else None
        units = sentence["text"].encode("utf-16-le")
        word = units[2 * place : None if behind is None else 2 * behind].decode("utf-16-le").rstrip()
        page.go(start + 1)
        tried += 1
        if word not in page.words():
            wrong += 1
            print(f"      chapter {number}, {start} ms: {page.words()}, not {word}")
    checks.check(f"the right word is highlighted in chapter {number}", tried and not wrong, f"{tried - wrong} of {tried} words")


def dual(checks, page, book, number):
    """Simultaneous speeches have one highlighted sentence each."""
    page.choose(number)
    lines = book.lines(number)
    pairs = [(a, b) for a, b in zip(lines, lines[1:]) if b["start"] < a["end"] - 50]
    if not checks.check("the manifest has two simultaneous lines", pairs):
        return
    first, second = pairs[0]
    page.go((max(first["start"], second["start"]) + min(first["end"], second["end"])) / 2)
    lit = page.lit()
    good = len(lit) == 2 and lit[0] in flat(first["written"]) and lit[1] in flat(second["written"])
    checks.check("two simultaneous speeches have two highlighted sentences", good, lit)


def goes_on(checks, page, book):
    """At the end of a chapter the next one begins automatically."""
    page.open("#c1")
    page.play()
    page.go(book.info["chapters"][0]["duration"] - 400)
    began = wait(lambda: page.chapter() == 2 and page.time() > 60 and not page.paused())
    checks.check("the next chapter begins automatically", began, f"chapter {page.chapter()}")
    page.pause()


def whole_text(checks, page, book, unwritten=()):
    """The words of every line in the manifest are on the page, in order. Exceptions are announcements, and lines for
    which the narrator speaks other words, such as code."""
    for number in range(1, len(book.manifest["chapters"]) + 1):
        page.choose(number)
        text = page.js("return document.getElementById('text').innerText")
        shown = iter(re.findall(r"\w+", text))
        missing = []
        for line in book.lines(number):
            if line["kind"] in ("announcement", "credits") or line["line"] in unwritten:
                continue
            # The page also shows text that is not spoken, such as struck-through text and parentheticals.
            # It shows the names of columns once, but they are spoken in each row.
            written = re.sub(r"(^|\| )[^|:]+: ", " ", line["written"]) if " | " in line["written"] else line["written"]
            for word in re.findall(r"\w+", written):
                if word not in shown:
                    missing.append((word, line["line"], line["written"]))
                    shown = iter(())
                    break
        checks.check(f"chapter {number} shows all its lines", not missing, missing[:1])
