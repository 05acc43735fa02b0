"""Tests of a studio without an input: dropped scripts, the example, recent books. And of a book that is shared on the network."""
import json
import urllib.error
import urllib.request

from house import Guest, House
from page import wait

SCRIPT = """Title: The Pier

INT. KIOSK - NIGHT

OSSIAN
Two tickets, please.

MIREILLE
The boat is gone.
"""
DROP = """
  const [text, name] = arguments, data = new DataTransfer();
  data.items.add(new File([typeof text === 'string' ? text : new Uint8Array(text)], name));
  for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
"""
PNG = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [0] * 200


class Lobby(House):
    """A studio without an input."""

    def __init__(self, program, options=()):
        super().__init__(program, "", None, options)
        self.inputs = []
        self.data = self.home / ".local/share/guion2audio"


def opening(checks, browser, program):
    with Lobby(program, ["--host", "127.0.0.1"]) as room:
        page = Guest(browser, room.address)
        page.size(1440, 900)
        page.driver.get(room.address)
        shown = wait(lambda: "No book has been opened yet" in (page.text("#recent") or ""))
        checks.check("an empty studio asks for a script", shown and page.text("#drop-title") == "Drop a script here", page.text("main"))
        page.shot("opening-empty")
        for part in (refuses, drops, shares, recent, again):
            checks.run(part, page, room)
        browser.command("Emulation.clearDeviceMetricsOverride")


def reports(page):
    """Returns the complaints of the browser, without those about files that the studio refuses."""
    return [message for message in page.console() if "422" not in message]


def stored(room):
    return sorted(str(path.relative_to(room.data / "books")) for path in (room.data / "books").rglob("*") if path.is_file())


def refuses(checks, page, room):
    for name, content in (("page.fountain", PNG), ("empty.md", ""), ("a.exe", "MZ text")):
        page.js(DROP, content, name)
        told = wait(lambda: page.text("#banners") or None)
        checks.check(f"{name} is refused", told, page.text("#banners"))
        page.js("document.getElementById('banners').replaceChildren()")
    checks.check("refused files are not stored", not stored(room), stored(room))


def opens(page, words):
    return wait(lambda: page.js("return document.querySelectorAll('#script .play').length > 0") and page.line_with(words), 20)


def drops(checks, page, room):
    page.js(DROP, SCRIPT, "../../The evil pier.fountain")
    shown = opens(page, "Two tickets")
    checks.check("a dropped script opens", shown, page.text("#banners"))
    checks.check("it is stored under a safe name in a folder of its own", stored(room) == ["The evil pier/The evil pier.fountain"], stored(room))
    seconds = page.plays(lambda: page.click(page.line_with("Two tickets") + " .play"))
    checks.check("a line of the dropped script plays", seconds is not None, seconds)
    page.silence()
    page.edit({"kind": "voice", "role": "OSSIAN", "voice": "espeak://en-gb+m3"})
    cast = room.data / "books/The evil pier/cast.json"
    checks.check("the cast is beside the stored script", wait(cast.exists) and "en-gb+m3" in cast.read_text(), stored(room))


def get(address, method="GET"):
    try:
        with urllib.request.urlopen(urllib.request.Request(address, method=method), timeout=10) as answer:
            return answer.status, answer.read(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read(), {}


def shares(checks, page, room):
    log = room.log.read_text()
    checks.check("the terminal warns about the shared address", "Everybody on the network who has this address" in log, log)
    page.js("document.getElementById('export').click()")
    page.click("#export-page")
    page.click("#export-go")
    link = wait(lambda: page.js("const a = document.querySelector('#export-share a'); return a && a.href"), 60)
    checks.check("the page shows where the exported book is shared", link and link.startswith("http://127.0.0.1:"), page.text("#export-result"))
    if not link:
        return
    page.shot("opening-shared")
    status, body, headers = get(link)
    checks.check("the shared address lists the book", status == 200 and b"The Pier.m4b" in body and b"<audio" in body, (status, body[:400]))
    status, sound, _ = get(link + "The%20Pier.m4b")
    checks.check("the shared sound can be heard", status == 200 and sound[4:8] == b"ftyp", (status, sound[:20]))
    base = link[:link.rstrip("/").rindex("/") + 1]
    wrong = {path: get(path)[0] for path in (
        base, base + "0" * 32 + "/", link[:-2] + "/", link + "manifest.json", link + "index.html/..", link + "../" + "cast.json", link + "%2e%2e/cast.json",
        link + "..%2fThe%20evil%20pier.fountain", link + "/etc/passwd", base + "api/book", base + "?token=x", link + ".guion2audio.json")}
    wrong = {path: status for path, status in wrong.items() if status != 404}
    checks.check("no other path is answered", not wrong, wrong)
    posts = [get(link + "The%20Pier.m4b", method)[0] for method in ("POST", "PUT", "DELETE")]
    checks.check("the shared book is only read", posts == [405] * 3, posts)
    before = page.driver.current_url
    page.driver.get(link)
    page.js("document.querySelector('a[href$=\".html\"]').click()")
    # The title is the first chapter. The text of a scene is a script of its own, which is loaded when the scene opens.
    scene = "[...document.querySelectorAll('a')].find(a => a.textContent.includes('Kiosk'))"
    wait(lambda: page.js(f"return !!{scene}"))
    page.js(f"{scene}?.click()")
    read = wait(lambda: "Two tickets" in page.js("return document.body.textContent"))
    works = wait(lambda: page.js("return document.querySelectorAll('audio').length") > 0)
    complaints = reports(page)
    checks.check("the shared page opens and its scripts run", read and works and not complaints, complaints)
    page.driver.get(before)
    opens(page, "Two tickets")


def listed(page):
    return page.js("return [...document.querySelectorAll('#recent b')].map(e => e.textContent)")


def lobby(page):
    page.driver.get(page.js("return location.origin") + "/books")
    wait(lambda: "Loading" not in (page.text("#recent") or "Loading"))


def recent(checks, page, room):
    lobby(page)
    checks.check("the script is a recent book", listed(page) == ["The evil pier.fountain"], listed(page))
    page.click("#example")
    checks.check("the example opens", opens(page, "A timetable is a promise"), page.text("#banners"))
    lobby(page)
    checks.check("the last book is first", listed(page) == ["The Last Train.fountain", "The evil pier.fountain"], listed(page))
    list_file = json.loads((room.data / "recent-books.json").read_text())
    checks.check("the list names the paths", [book["path"].rsplit("/", 1)[1] for book in list_file["books"]] == listed(page), list_file)
    (room.data / "books/The Last Train/The Last Train.fountain").unlink()
    lobby(page)
    checks.check("a file that is gone is not listed", listed(page) == ["The evil pier.fountain"], listed(page))
    page.click("#recent button")
    checks.check("a recent book opens with its cast", opens(page, "Two tickets")
                 and any(role["voice"] == "espeak://en-gb+m3" for role in page.book()["roles"]), page.text("#banners"))


def again(checks, page, room):
    lobby(page)
    page.js(DROP, SCRIPT, "The evil pier.fountain")
    same = opens(page, "Two tickets") and any(role["voice"] == "espeak://en-gb+m3" for role in page.book()["roles"])
    lobby(page)
    page.js(DROP, SCRIPT.replace("Two tickets", "Ten tickets"), "The evil pier.fountain")
    other = opens(page, "Ten tickets")
    names = [name for name in stored(room) if name.endswith("fountain")]
    checks.check("the same script opens its book, and another script does not replace it", same and other and names == [
        "The evil pier 2/The evil pier.fountain", "The evil pier/The evil pier.fountain"], (same, other, names))
    complaints = reports(page)
    checks.check("the browser reports no error while books are opened", not complaints, complaints)
