"""Tests of a studio without an input: dropped scripts, the example, recent books. And of a book that is shared on the network."""
import io
import json
import shutil
import struct
import time
import urllib.error
import urllib.request
import zipfile
import zlib

from selenium.webdriver.common.keys import Keys

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
# Returns the last characters of the lines of a text.
ENDS = """
  const walker = document.createTreeWalker(document.querySelector(arguments[0]), NodeFilter.SHOW_TEXT), ends = [];
  let last = null;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let i = 0; i < node.length; i += 1) {
      const range = document.createRange();
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const { bottom } = range.getBoundingClientRect();
      if (last && bottom > last.bottom + 4) ends.push(last.letter);
      last = { bottom, letter: node.data[i] };
    }
  }
  return ends;
"""
ASKED = "return document.getElementById('ask').open"
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
        checks.check("an empty studio asks for a script", shown and page.text("#drop-title") == "Drop a script or a book here", page.text("main"))
        page.shot("opening-empty")
        for part in (by_keys, refuses, drops, copied, meets, shares, recent, again, restarted, revises, novel):
            checks.run(part, page, room)
        browser.command("Emulation.clearDeviceMetricsOverride")


def by_keys(checks, page, room):
    """Every step without a mouse: Tab reaches each control in its order, and each is in view and has a ring."""
    page.js("document.activeElement.blur()")
    seen = []
    for _ in range(4):
        page.tab_key()
        seen.append(page.focus())
    names = [one["name"] for one in seen]
    checks.check("Tab reaches the colours, the picker and the example", names[:3] == ["theme", "choose", "example"], names)
    wrong = [one for one in seen[:3] if one["lost"] or not one["ring"] or not one["seen"]]
    checks.check("each control of the empty studio shows its focus", not wrong, wrong)
    page.js("window.picks = 0; document.getElementById('file').addEventListener('click', (e) => { e.preventDefault(); window.picks += 1; })")
    page.js("document.getElementById('choose').focus()")
    page.keys(Keys.ENTER)
    checks.check("Enter opens the file picker", page.js("return window.picks") == 1)
    page.js("document.getElementById('example').focus()")
    page.keys(" ")
    checks.check("Space opens the example", opens(page, "A timetable is a promise"), page.text("#banners"))
    lobby(page)
    page.js("document.activeElement.blur()")
    names = []
    for _ in range(6):
        page.tab_key()
        names.append(page.focus()["name"])
        if names[-1] == "Open The Last Train.fountain":
            break
    checks.check("Tab reaches the way back and a recent book", names == ["theme", "back", "choose", "example", "Open The Last Train.fountain"], names)
    page.keys(Keys.ENTER)
    checks.check("Enter opens a recent book", opens(page, "A timetable is a promise"), page.text("#banners"))
    forget(room)
    lobby(page)


def forget(room):
    """Removes the example, so that the other parts begin without it."""
    shutil.rmtree(room.data / "books/The Last Train")


def meets(checks, page, room):
    """Files that are dropped on an open book: a script asks, a picture is the cover, a sound asks for its place."""
    asks = "return document.getElementById('ask').open && document.getElementById('ask').textContent"
    page.js(DROP, SCRIPT.replace("Pier", "Quay"), "quay.fountain")
    words = wait(lambda: page.js(asks) or None)
    checks.check("a script on an open book asks first", words and "quay.fountain" in words, words)
    page.keys(Keys.ESCAPE)
    checks.check("the open book stays if the answer is no", wait(lambda: not page.js(asks)) and page.book()["title"] == "The Pier", page.book()["title"])
    page.js(DROP, list(picture(64)), "front.png")
    cast = room.data / "books/The evil pier/cast.json"
    kept = wait(lambda: cast.exists() and "cover.png" in cast.read_text(), 10)
    checks.check("a picture is the cover: stored beside the cast, and named in it", kept and (cast.parent / "cover.png").read_bytes() == picture(64), page.text("#status"))
    shown = wait(lambda: width(page) == 64)
    checks.check("the tab Export shows the cover", shown and page.js("return document.getElementById('tab-render').getAttribute('aria-selected')") == "true", page.text("#cover"))
    page.click("#cover-remove")
    checks.check("the cover can be removed", wait(lambda: "cover.png" not in cast.read_text() and page.text("#cover p") == "Drawn from the title"), page.text("#cover"))
    checks.check("without a picture, the tab Export shows the cover that will be drawn", wait(lambda: width(page) == 2400), width(page))
    page.chord(Keys.CONTROL, "z")
    checks.check("undo brings the cover back", wait(lambda: "cover.png" in cast.read_text() and page.text("#cover p") == "cover.png"), page.text("#cover"))
    page.js(DROP, "RIFF" + "x" * 50, "door.wav")
    told = page.shows("#status", "asks for no sounds")
    checks.check("a sound opens the tab Sounds", told and page.js("return document.getElementById('tab-sounds').getAttribute('aria-selected')") == "true", page.text("#status"))
    page.js(DROP, "MZ", "a.exe")
    checks.check("another file is refused with what fits", page.shows("#status", "no use for this file"), page.text("#status"))


def picture(side, height=None):
    """Returns a grey PNG."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    height = height or side
    rows = (b"\0" + b"\x80" * side) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, height, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


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


def width(page):
    return page.js("const i = document.querySelector('#cover img'); return i && i.complete && i.naturalWidth")


def copied(checks, page, room):
    """The page says that it works on a copy, and gives the corrected script back."""
    folder = room.data / "books/The evil pier"
    page.click("#copy")
    words = page.text("#own")
    checks.check("the page says that it works on a copy, and where", page.text("#copy") == "A copy" and str(folder) in words and page.focus()["name"] == "own-script", words)
    (folder / "The evil pier.fountain").write_text(SCRIPT.replace("The boat is gone", "The boat has left"))
    opens(page, "has left")
    got = page.driver.execute_async_script(
        "const done = arguments[0]; Promise.all(['own-script', 'own-all'].map(async (id) => { const r = await fetch(document.getElementById(id).href);"
        "return [r.status, r.headers.get('content-disposition'), [...new Uint8Array(await r.arrayBuffer())]]})).then(done)")
    script, packed = (bytes(one[2]) for one in got)
    names = sorted(zipfile.ZipFile(io.BytesIO(packed)).namelist())
    years = {entry.date_time[0] for entry in zipfile.ZipFile(io.BytesIO(packed)).infolist()}
    checks.check("the files in the zip have their dates", years == {time.localtime().tm_year}, years)
    checks.check("the corrected script can be downloaded, alone and with its cast", [one[0] for one in got] == [200, 200] and b"has left" in script
                 and "attachment" in got[0][1] and names == ["The evil pier.fountain", "cast.json"], (got[0][:2], names))
    (folder / "The evil pier.fountain").write_text(SCRIPT)
    opens(page, "is gone")
    # The lines of a path on a phone end with a slash.
    page.size(400, 800)
    broken = page.js(ENDS, "#own-about")
    page.size(1440, 900)
    checks.check("on a phone, a path breaks after a slash and not within a name", len(broken) > 1 and all(end in "/ ." for end in broken), broken)


def restarted(checks, page, room):
    """The changes of an earlier studio can be undone."""
    cast = room.data / "books/The evil pier/cast.json"
    lobby(page)
    page.js(DROP, SCRIPT, "The evil pier.fountain")
    opens(page, "Two tickets")
    before = cast.read_text()
    page.edit({"kind": "voice", "role": "OSSIAN", "voice": "espeak://en-us+f2"})
    changed = cast.read_text()
    room.close()
    room.start()
    page.driver.get(room.address)
    wait(lambda: "Loading" not in (page.text("#recent") or "Loading"))
    page.click("#recent button")
    opens(page, "Two tickets")
    wait(lambda: page.js("return !document.getElementById('undo').disabled"))
    page.click("#undo")
    back = wait(lambda: cast.read_text() == before)
    checks.check("a change is undone after the studio was ended and started again", changed != before and back
                 and not page.js("return document.getElementById('ask').open"), cast.read_text())
    page.click("#redo")
    checks.check("and redone", wait(lambda: cast.read_text() == changed), cast.read_text())
    left = list((room.data / "undo").iterdir())
    checks.check("stored changes are used once", not left, left)


def revises(checks, page, room):
    """A new version of a script replaces the earlier one, and keeps the voices."""
    lobby(page)
    page.js(DROP, SCRIPT, "The evil pier.fountain")
    opens(page, "Two tickets")
    voices, files = {role["name"]: role["voice"] for role in page.book()["roles"]}, stored(room)
    script = room.data / "books/The evil pier/The evil pier.fountain"
    before = script.read_text()
    page.js(DROP, SCRIPT.replace("Two tickets", "Six tickets"), "The evil pier.fountain")
    wait(lambda: page.js(ASKED))
    page.click("#ask button.main")
    new = opens(page, "Six tickets")
    now = {role["name"]: role["voice"] for role in page.book()["roles"]}
    checks.check("a new version replaces the script of its book, with the same voices and no other files", new and now == voices
                 and stored(room) == files and "Six tickets" in script.read_text(), (voices, now, stored(room)))
    checks.check("the page says so", page.shows("#status", "new version of your script"), page.text("#status"))
    wait(lambda: page.js("return !document.getElementById('undo').disabled"))
    page.click("#undo")
    checks.check("undo brings the earlier script back", wait(lambda: script.read_text() == before), script.read_text())


NOVEL = "# The Lamp\n\n" + "".join(
    f"“The lamp is out, number {number},” said Isolde. “It was lit at six,” said Wick.\n\n" for number in range(8))


def novel(checks, page, room):
    """The characters of a novel without a cast get voices on the page."""
    lobby(page)
    page.js(DROP, NOVEL, "lamp.md")
    opens(page, "number 3")
    offered = wait(lambda: page.js("return document.getElementById('offer').checkVisibility()"))
    roles = "return [...document.querySelectorAll('#roles .who')].map(e => e.textContent)"
    checks.check("the page offers voices for the characters of a novel", offered and page.js(roles) == ["Narrator"], (page.text("#offer"), page.js(roles)))
    page.shot("opening-offer")
    page.click("#offer-voices")
    found = wait(lambda: sorted(page.js(roles)) == ["Isolde", "Narrator", "Wick"], 20)
    checks.check("one click gives the characters their own voices, and says what was found", found and page.shows("#status", "They speak 16 of 16 quotations"),
                 (page.js(roles), page.text("#status")))
    unsure = len([turn for turn in page.book()["turns"] if turn["doubt"]])
    leads = page.js("const b = document.getElementById('changed-doubts'); return b.hidden ? 0 : parseInt(b.textContent.match(/[0-9]+/)[0])")
    checks.check("the message leads to the quotations in doubt", leads == unsure, (leads, unsure))
    cast = room.data / "books/lamp/cast.json"
    checks.check("the cast is beside the copy, and the offer is gone", cast.exists() and '"voices": true' in cast.read_text()
                 and not page.js("return document.getElementById('offer').checkVisibility()"), stored(room))
    page.chord(Keys.CONTROL, "z")
    checks.check("undo removes the cast, and the offer is back", wait(lambda: page.js(roles) == ["Narrator"]) and not cast.exists()
                 and page.js("return document.getElementById('offer').checkVisibility()"), page.text("#status"))


def get(address, method="GET"):
    try:
        with urllib.request.urlopen(urllib.request.Request(address, method=method), timeout=10) as answer:
            return answer.status, answer.read(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read(), {}


def hears(checks, page):
    """The exported file plays on the page."""
    page.click("#export-result .play")
    heard = wait(lambda: page.time > 0.05, 10)
    checks.check("the exported file plays where it is listed", heard and page.text("#player-text") == "The Pier.m4b", page.text("#player-text"))
    page.silence()


def outdates(checks, page):
    """An export that was made before a change says so."""
    old = "return document.getElementById('export-old')?.textContent || ''"
    fresh = page.js(old)
    page.edit({"kind": "voice", "role": "MIREILLE", "voice": "espeak://en-us+f4"})
    told = wait(lambda: page.js(old))
    checks.check("an export tells that it was made before the last change, and that listeners hear it", not fresh and told and "before your last change" in told
                 and "listeners hear the earlier version" in told, (fresh, told))


def unshares(checks, page, link):
    page.click("#share-stop")
    stopped = wait(lambda: page.js("return Boolean(document.getElementById('share-start'))"))
    checks.check("the page stops sharing", stopped and get(link)[0] == 404, page.text("#export-share"))


def shares(checks, page, room):
    log = room.log.read_text()
    checks.check("the terminal warns about shared books", "Everybody on the network who has the address of a shared book" in log, log)
    page.js("document.getElementById('export').click()")
    page.click("#export-page")
    page.click("#export-go")
    shown = "const a = document.querySelector('#export-share a'); return a && a.href"
    offered = wait(lambda: page.js("return Boolean(document.getElementById('share-start'))"), 60)
    checks.check("an export is not shared before the user asks", offered and not page.js(shown), page.text("#export-result"))
    page.click("#share-start")
    link = wait(lambda: page.js(shown))
    checks.check("the page shows where the exported book is shared", link and link.startswith("http://127.0.0.1:"), page.text("#export-result"))
    if not link:
        return
    page.shot("opening-shared")
    status, body, headers = get(link)
    checks.check("the shared address opens with cover, title and a way to listen", status == 200 and all(
        words in body for words in (b"<h1>The Pier</h1>", b'src="cover.png"', b">Read and listen</a>", b"The%20Pier.m4b", b"<audio")) and b"index.html" not in body,
        (status, body[:900]))
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
    page.tab("render")
    outdates(checks, page)
    hears(checks, page)
    unshares(checks, page, link)


def listed(page):
    return page.js("return [...document.querySelectorAll('#recent b')].map(e => e.textContent)")


def lobby(page):
    page.driver.get(page.js("return location.origin") + "/books")
    wait(lambda: "Loading" not in (page.text("#recent") or "Loading"))


def recent(checks, page, room):
    lobby(page)
    checks.check("the script is a recent book", listed(page) == ["The Pier"], listed(page))
    about = page.text("#recent .soft")
    day = time.strftime("%B %-d, %Y")
    checks.check("a recent book shows its title, its file and when it was changed", about == f"The evil pier.fountain · The evil pier · changed {day}", about)
    page.click("#example")
    checks.check("the example opens", opens(page, "A timetable is a promise"), page.text("#banners"))
    lobby(page)
    checks.check("the last book is first", listed(page) == ["THE LAST TRAIN", "The Pier"], listed(page))
    list_file = json.loads((room.data / "recent-books.json").read_text())
    checks.check("the list names the paths", [book["path"].rsplit("/", 1)[1] for book in list_file["books"]]
                 == ["The Last Train.fountain", "The evil pier.fountain"], list_file)
    (room.data / "books/The Last Train/The Last Train.fountain").unlink()
    lobby(page)
    checks.check("a file that is gone is not listed", listed(page) == ["The Pier"], listed(page))
    page.click("#recent button")
    checks.check("a recent book opens with its cast", opens(page, "Two tickets")
                 and any(role["voice"] == "espeak://en-gb+m3" for role in page.book()["roles"]), page.text("#banners"))


def again(checks, page, room):
    lobby(page)
    page.js(DROP, SCRIPT, "The evil pier.fountain")
    same = opens(page, "Two tickets") and any(role["voice"] == "espeak://en-gb+m3" for role in page.book()["roles"])
    told = page.shows("#status", "You have opened this script before")
    page.driver.refresh()
    opens(page, "Two tickets")
    checks.check("the page says once that the script was opened before", told and "before" not in page.text("#status"), page.text("#status"))
    lobby(page)
    page.js(DROP, SCRIPT.replace("Two tickets", "Ten tickets"), "The evil pier.fountain")
    asked = wait(lambda: page.js(ASKED) and page.text("#ask"))
    checks.check("a script with the name of a book asks whether it is a new version", asked and "Replace the script of “The Pier” and keep its voices" in asked, asked)
    page.keys(Keys.ESCAPE)
    stays = wait(lambda: not page.js(ASKED)) and len([name for name in stored(room) if name.endswith("fountain")]) == 1
    checks.check("without an answer no book is opened or stored", stays and page.js("return location.pathname") == "/books", stored(room))
    page.js(DROP, SCRIPT.replace("Two tickets", "Ten tickets"), "The evil pier.fountain")
    wait(lambda: page.js(ASKED))
    page.js("[...document.querySelectorAll('#ask button')].find(e => e.textContent === 'Open as a new book').click()")
    other = opens(page, "Ten tickets")
    names = [name for name in stored(room) if name.endswith("fountain")]
    checks.check("the same script opens its book, and another script does not replace it", same and other and names == [
        "The evil pier 2/The evil pier.fountain", "The evil pier/The evil pier.fountain"], (same, other, names))
    (room.data / "books/The evil pier 2/The evil pier.fountain").write_text(SCRIPT.replace("Two tickets", "Twelve tickets"))
    lobby(page)
    page.js(DROP, SCRIPT.replace("Two tickets", "Ten tickets"), "The evil pier.fountain")
    checks.check("a script whose copy was corrected opens the copy", opens(page, "Twelve tickets") and len(
        [name for name in stored(room) if name.endswith("fountain")]) == 2, stored(room))
    complaints = reports(page)
    checks.check("the browser reports no error while books are opened", not complaints, complaints)
