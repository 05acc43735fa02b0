"""Tests of work on single lines: selecting, shaping, editing the words, the strip of the play, exports."""

from selenium.webdriver.common.keys import Keys

from house import Guest, House
from page import wait

SCRIPT = """Title: The Lamp

INT. LIGHTHOUSE - NIGHT

Rain on the glass.

OSSIAN
The lamp has gone out twice tonight.

MIREILLE
Then it will go out a third time.

EXT. ROCKS - DAWN

OSSIAN
The boat is gone.
"""
CAST = """{ "narrator": "espeak://en-us", "characters": { "OSSIAN": "espeak://en-gb+m3", "MIREILLE": "espeak://en-us+f2" } }
"""
DRAMA = """Title: The Door

INT. HOUSE - NIGHT

[[Sound: door slams]]

OSSIAN
Who is there?

[[Music: theme, under]]

MIREILLE
Nobody.
"""
LONG = "Title: Long\n\nINT. A - DAY\n\nOSSIAN\nShort.\n\nINT. B - DAY\n\n" + "\n\n".join(
    f"{'OSSIAN' if i % 2 else 'MIREILLE'}\nThe lamp has gone out {i} times tonight, and the keeper is not here." for i in range(2, 34)) + "\n"
# Clicks a line, and returns the milliseconds until the picture of its scene has waveforms: dark points in the middle row.
PICTURE = """
  const [selector, done] = arguments, canvas = document.getElementById('wave'), start = performance.now();
  const look = () => {
    const {width, height} = canvas, found = width && canvas.getContext('2d').getImageData(0, height >> 1, width, 1).data;
    let points = 0;
    for (let i = 3; i < found.length; i += 4) if (found[i] > 128) points += 1;
    const time = performance.now() - start;
    if (points > width / 4 || time > 5000) return done([time, points, width]);
    return requestAnimationFrame(look);
  };
  document.querySelector(selector).click();
  look();
"""
# Returns the texts that are under the mark of their affected line.
MARKED = """
  return [...document.querySelectorAll('#script .affected')].flatMap((unit) => {
    const mark = getComputedStyle(unit, '::after'), box = unit.getBoundingClientRect(), range = document.createRange();
    const left = box.right - parseFloat(mark.right) - parseFloat(mark.width), bottom = box.top + parseFloat(mark.top) + parseFloat(mark.height);
    range.selectNodeContents(unit.querySelector('p:last-of-type'));
    return [...range.getClientRects()].filter((r) => !(parseFloat(mark.width) > 0) || r.right > left && r.top < bottom).map((r) => [r.right, left, r.top, bottom]);
  });
"""
DROP = """
  const [bytes, selector] = arguments, data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], '../../evil name.wav'));
  const card = document.querySelector(selector);
  for (const type of ['dragover', 'drop']) card.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
"""


def shaping(checks, browser, program):
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.size(1440, 900)
        page.open()
        for part in (selects, shapes, edits, plays_on, drags, exports):
            checks.run(part, page, room)
        browser.command("Emulation.clearDeviceMetricsOverride")
    with House(program, DRAMA, CAST) as room:
        page = Guest(browser, room.address)
        page.size(1440, 900)
        page.open()
        checks.run(sounds, page, room)
        browser.command("Emulation.clearDeviceMetricsOverride")


def draws(checks, browser, program):
    """The picture of a scene that an earlier page has rendered."""
    with House(program, LONG, CAST) as room:
        page = Guest(browser, room.address)
        page.size(1440, 900)
        page.open()
        book = page.book()
        for line in range(len(book["lines"])):
            page.api("/api/hear", {"plan": book["plan"], "line": line})
        page.driver.refresh()
        wait(lambda: page.line_with("33 times"))
        selector = page.line_with("out 2 times") + " .dialogue"
        time, points, width = page.driver.execute_async_script(PICTURE, selector)
        scene = sum(line["seconds"] for line in book["lines"][3:])
        checks.check("the picture of a scene of two minutes is drawn in time (0.2 s on a quiet machine)", time < 600 and scene > 115,
                     f"{time:.0f} ms, {scene:.0f} s of speech, {points} of {width} columns")
        browser.command("Emulation.clearDeviceMetricsOverride")


def voices(room):
    file = room.folder / "script.voices"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def selects(checks, page, room):
    page.click(page.line_with("twice tonight") + " .dialogue")
    chosen = page.js("return [document.querySelector('#tab-line').getAttribute('aria-selected'), document.querySelector('#line-text').textContent,"
                     "document.querySelector('#roles .chosen').dataset.role, document.querySelectorAll('#script .mine').length]")
    checks.check("a click on a line selects it and its role, and marks the lines of the role",
                 chosen == ["true", "The lamp has gone out twice tonight.", "OSSIAN", 2], chosen)
    page.click(page.line_with("third time") + " .character")
    chosen = page.js("return [document.querySelector('#tab-cast').getAttribute('aria-selected'), document.querySelector('#role-title').textContent]")
    checks.check("a click on a cue opens its role", chosen == ["true", "MIREILLE"], chosen)
    same = page.js("const a = getComputedStyle(document.querySelector('#roles [data-role=OSSIAN] .face')).backgroundColor;"
                   "return [a, getComputedStyle(document.querySelector('#script [data-role=OSSIAN] .character')).color]")
    checks.check("a role has one colour everywhere", same[0] == same[1], same)
    box = page.js("const b = document.getElementById('map').getBoundingClientRect(); return [b.left, b.top, b.width, b.height]")
    checks.check("the strip shows the whole play", box[2] > 300 and box[3] >= 24 and page.js(
        "const c = document.getElementById('map-canvas'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "return new Set(d.filter((v, i) => i % 4 === 0)).size > 3"), box)


def shapes(checks, page, room):
    page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with("twice tonight"))
    page.keys("l")
    checks.check("L opens the line", page.focus()["name"] == "line-hear", page.focus())
    seconds = page.plays(lambda: page.click("#line-rate-less"))
    checks.check("a change is heard at once", seconds is not None and seconds < 3, f"{seconds or 0:.2f} s")
    checks.check("the change is saved beside the script", wait(lambda: '~  rate 0.9  ch 2 §8  The lamp has gone out' in voices(room)), voices(room))
    page.shows("#changed-words", "1 line is affected")
    checks.check("only this line is affected", "1 line is affected" in page.text("#changed-words"), page.text("#changed-words"))
    checks.check("the mark of an affected line covers no words", page.js(MARKED) == [], page.js(MARKED))
    page.click("#line-words [data-word='twice']")
    checks.check("a word is stressed", wait(lambda: 'stress "twice"' in voices(room)), voices(room))
    page.click("#line-whisper-yes")
    checks.check("the line is whispered", wait(lambda: "whisper" in voices(room)), voices(room))
    page.value("#line-after", "0.9", "change")
    checks.check("the line has a pause", wait(lambda: "after 900" in voices(room)), voices(room))
    checks.check("the script marks the line", page.js("return document.querySelectorAll('#script .shaped').length") == 1)
    checks.check("the cast does not change", room.written == CAST, room.written)
    page.shot("shaping-line")
    page.size(800, 600)
    page.click("#view")
    high = page.js("return document.getElementById('changed').offsetHeight")
    checks.check("in a low window, the bar about a change leaves the height to the script", 0 < high <= 44, high)
    page.size(1440, 900)
    page.click("#line-clear")
    checks.check("all settings are removed", wait(lambda: "~" not in voices(room)), voices(room))
    page.click(page.line_with("third time") + " .dialogue")
    page.tab("cast")
    page.click("#undo")
    checks.check("undo brings them back", wait(lambda: "after 900" in voices(room)), voices(room))
    back = wait(lambda: "twice tonight" in (page.text("#script .selected") or ""))
    checks.check("undo selects the line that it has changed, and the panel keeps its tab",
                 back and page.js("return document.getElementById('tab-cast').getAttribute('aria-selected')") == "true", page.text("#script .selected"))
    manifest = page.book()["lines"]
    checks.check("the page knows the settings", any(line.get("shape", {}).get("after") == 900 for line in manifest), manifest[:4])


def edits(checks, page, room):
    page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with("third time"))
    page.keys("e")
    area = wait(lambda: page.js("const e = document.getElementById('words'); return e && document.activeElement === e && e.value"))
    checks.check("E edits the words in place", area == "Then it will go out a third time.", area)
    page.keys(Keys.ESCAPE)
    checks.check("Escape closes the field and changes nothing", page.js("return !document.getElementById('words')")
                 and room.script.read_text(encoding="utf-8") == SCRIPT)
    page.keys("e")
    wait(lambda: page.js("return Boolean(document.getElementById('words'))"))
    checks.check("the field says which key saves", "Enter saves" in page.text("form.words"))
    page.keys(" Again.")
    page.keys(Keys.ENTER)
    new = SCRIPT.replace("third time.", "third time. Again.")
    checks.check("only these words change in the script", wait(lambda: room.script.read_text(encoding="utf-8") == new),
                 room.script.read_text(encoding="utf-8"))
    checks.check("the page shows them", wait(lambda: page.line_with("third time. Again.")))
    stays = wait(lambda: page.text("#line-text") == "Then it will go out a third time. Again." and page.text("#script .selected .dialogue") == page.text("#line-text"))
    checks.check("the line stays selected when its words change", stays, (page.text("#line-text"), page.text("#script .selected")))
    page.js("getSelection().selectAllChildren([...document.querySelectorAll('#script .dialogue')].find(e => e.textContent.includes('third time')))")
    marked = "return !document.getElementById('correct-marked').hidden"
    wait(lambda: page.js(marked))
    page.click("#menu-button")
    checks.check("no button of marked words lies behind the menu", wait(lambda: not page.js(marked)) and not page.js("return document.getElementById('menu').hidden"))
    page.keys(Keys.ESCAPE)
    page.js("getSelection().selectAllChildren([...document.querySelectorAll('#script .dialogue')].find(e => e.textContent.includes('third time')))")
    wait(lambda: page.js(marked))
    page.click("#correct-marked")
    again = wait(lambda: page.js("const e = document.getElementById('words'); return e && e.value"))
    checks.check("marked words can be corrected", again == "Then it will go out a third time. Again.", again)
    page.keys(Keys.ESCAPE)
    page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with("third time"))
    page.keys("e")
    page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with("third time"))
    page.keys("e")
    wait(lambda: page.js("return Boolean(document.getElementById('words'))"))
    room.replace(room.script, new.replace("Again.", "Surely."))
    page.keys(" Never.")
    page.chord(Keys.CONTROL, Keys.ENTER)
    said = wait(lambda: (lambda words: ("changed elsewhere" in words or "no longer in the book" in words) and words)(page.text("#status")))
    checks.check("the page says that the words were not saved", said)
    checks.check("an editor's change is not overwritten", room.script.read_text(encoding="utf-8") == new.replace("Again.", "Surely."),
                 room.script.read_text(encoding="utf-8"))
    wait(lambda: page.line_with("Surely."))
    typed = page.js("const e = document.getElementById('words'); return e && e.value")
    checks.check("the words that were typed stay in their field", typed and typed.endswith(" Never."), typed)
    page.js("document.getElementById('words').focus()")
    page.keys(Keys.ESCAPE)
    checks.check("closing the field asks first", wait(lambda: page.js("return document.getElementById('ask').open")))
    page.js("document.querySelector('#ask .main').click()")
    checks.check("then it is gone", wait(lambda: page.js("return !document.getElementById('words')")))


def plays_on(checks, page, room):
    wait(lambda: page.line_with("Surely."))
    page.js("document.querySelectorAll('#script .heads .play')[0].click()")
    shown = wait(lambda: page.js("return !document.getElementById('timeline').hidden"))
    drawn = wait(lambda: page.js(
        "const c = document.getElementById('wave'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;"
        "return d.some((v, i) => i % 4 === 3 && v > 200)"))
    checks.check("the scene is drawn with its waveform", shown and drawn)
    # A new page has heard nothing, so it can only draw what the server keeps.
    wait(lambda: page.api("/api/peaks?plan=%d&from=0&to=3" % page.book()["plan"])["lines"][3:])
    page.silence()
    page.open()
    page.js("document.querySelector('#script .unit p.dialogue').click()")
    seconds = page.driver.execute_async_script(
        "const done = arguments[0], start = performance.now(), c = document.getElementById('wave');"
        "const look = () => c.width > 1 && c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((v, i) => i % 4 === 3 && v > 200)"
        " ? done((performance.now() - start) / 1000) : performance.now() - start > 9000 ? done(null) : requestAnimationFrame(look); look()")
    checks.check("a scene that was rendered before is drawn at once (0.2 s on a quiet machine)", seconds is not None and seconds < 1, seconds)
    page.click("#script .heads .play")  # a new page may play only after a real click
    went = wait(lambda: page.text("#player-text") == "The boat is gone.", 30)
    checks.check("playing goes on with the next scene", went, page.text("#player-text"))
    page.silence()
    box = page.js("const b = document.getElementById('wave').getBoundingClientRect(); return [b.left + b.width * 0.6, b.top + 10]")
    page.plays(lambda: page.browser.command("Input.dispatchMouseEvent", type="mousePressed", x=box[0], y=box[1], button="left", clickCount=1)
               and None or page.browser.command("Input.dispatchMouseEvent", type="mouseReleased", x=box[0], y=box[1], button="left", clickCount=1))
    checks.check("a click in the scene plays from there", wait(lambda: page.text("#player-text") == "The boat is gone."), page.text("#player-text"))
    page.silence()
    page.js("const e = document.getElementById('letters'); e.checked = false; e.dispatchEvent(new Event('change'))")
    page.js("document.querySelector('#script .play').focus()")
    page.keys("?")
    closed = page.js("return !document.getElementById('help').open")
    page.js("const e = document.getElementById('letters'); e.checked = true; e.dispatchEvent(new Event('change'))")
    checks.check("keys of one letter can be switched off", closed)


def drags(checks, page, room):
    """The beginning of a line in the picture of the scene is dragged, which makes the pause before it longer."""
    before = voices(room)
    left, top, width = page.js("const b = document.getElementById('wave').getBoundingClientRect(); return [b.left, b.top + 20, b.width]")

    def mouse(kind, x, buttons=0):
        page.browser.command("Input.dispatchMouseEvent", type=kind, x=x, y=top, button="left" if kind != "mouseMoved" else "none",
                             buttons=buttons, clickCount=0 if kind == "mouseMoved" else 1)

    edge = None
    for x in range(int(left) + 8, int(left + width), 4):
        mouse("mouseMoved", x)
        if page.js("return document.getElementById('timeline').classList.contains('edge')"):
            edge = x + 4
            break
    if not checks.check("the picture shows where a pause can be dragged", edge is not None):
        return
    mouse("mousePressed", edge, 1)
    for x in range(edge, edge + 64, 8):
        mouse("mouseMoved", x, 1)
    mouse("mouseReleased", edge + 56)
    changed = wait(lambda: voices(room) != before)
    checks.check("a dragged pause is a setting of its line", changed and "before" in voices(room), voices(room))
    checks.check("dragging plays nothing", page.silent(), page.text("#player-text"))
    page.click("#undo")
    checks.check("a dragged pause can be undone", wait(lambda: voices(room) == before), voices(room))


def named(checks, page, room):
    """The title and the author are kept in the cast. Enter saves them, and starts no export."""
    before = room.written
    shown = "return ['title', 'author'].map(name => document.getElementById('book-' + name).value)"
    old = page.js(shown)
    page.js("const e = document.getElementById('book-author'); e.focus(); e.select()")
    page.keys("Ann Lee; Bo", Keys.ENTER)
    kept = wait(lambda: '"author": ["Ann Lee", "Bo"]' in room.written) and page.shows("#byline", "Ann Lee, Bo")
    checks.check("authors are kept in the cast, and no export starts", kept and not page.book()["render"]["running"]
                 and page.focus()["name"] == "book-author", room.written)
    page.value("#book-title", " ", "change")
    checks.check("an empty title is that of the script", wait(lambda: page.js(shown) == [old[0], "Ann Lee; Bo"]), page.js(shown))
    page.click("#undo")
    checks.check("undo restores the author", wait(lambda: room.written == before) and wait(lambda: page.js(shown) == old), page.js(shown))


def exports(checks, page, room):
    page.js("document.getElementById('export').click()")
    named(checks, page, room)
    page.click("#export-page")
    page.click("#export-go")
    done = wait(lambda: page.js("return document.querySelectorAll('#export-result a').length") > 1, 60)
    names = page.js("return [...document.querySelectorAll('#export-result li')].map(e => e.textContent)")
    checks.check("the export is ready to download", done and any("The Lamp.m4b" in name for name in names), names)
    sizes = page.driver.execute_async_script(
        "const done = arguments[0]; Promise.all([...document.querySelectorAll('#export-result a[download]')].map(async (a) => {"
        "const r = await fetch(a.href); return [r.status, r.headers.get('content-disposition'), (await r.blob()).size]})).then(done)")
    checks.check("every file can be downloaded, and a zip of all",
                 all(status == 200 and "attachment" in kind and size > 20 for status, kind, size in sizes) and sizes, sizes)
    checks.check("the export has its own folder", (room.folder / "script.phone.audiobook/The Lamp.m4b").exists())
    page.shot("shaping-export")
    order = page.js("return [...document.querySelectorAll('#export-result a[download]')].map(e => e.getAttribute('aria-label'))")
    counted = page.text("#export-result .row .soft")
    checks.check("the files are counted as they are listed", counted.startswith(f"{len(order) - 1} files, and 2 for other programs to read, in the folder /"), counted)
    checks.check("the zip is first, then what is heard, read and seen", order == ["Download all files as a zip"] + [
        f"Download {name}" for name in ("The Lamp.m4b", "The Lamp.html", "cover.png")], order)
    seen = page.js("const e = document.querySelector('#export-result h3'), b = e.getBoundingClientRect(); return b.top >= 0 && b.bottom < innerHeight / 2")
    folder = str(room.folder / "script.phone.audiobook")
    checks.check("the result is in view, with its one folder", seen and page.text("#panel-render").count(".audiobook") == 1
                 and folder in page.text("#export-result"), page.text("#panel-render"))
    checks.check("the page says how a book is shared", page.shows("#export-share", "start the studio with --host"), page.text("#export-share"))
    keeps(checks, page)
    reads(checks, page)


def keeps(checks, page):
    """The ticks of the user stay; the conditions of a shop are named."""
    page.click("#export-captions")
    ticks = []
    for preset in ("podcast", "acx", "phone"):
        page.click("#preset-" + preset)
        ticks.append(page.js("return document.getElementById('export-captions').checked"))
        if preset == "acx":
            checks.check("the conditions of ACX are where it is chosen", page.js("return document.getElementById('export-about').checkVisibility()")
                         and "permission" in page.text("#export-about"), page.text("#export-about"))
            unnamed = page.js("return document.getElementById('export-nobody').checkVisibility()")
            checks.check("a book without an author is told so", unnamed == (not page.book()["authors"]) and "below" in page.js(
                "return document.getElementById('export-nobody').textContent"), (unnamed, page.book()["authors"]))
    checks.check("captions stay ticked for other purposes", ticks == [True] * 3, ticks)
    page.click("#export-captions")


def reads(checks, page):
    """The exported page opens from the studio, plays, and cannot use the studio."""
    before = page.driver.current_url
    page.driver.get(page.js("return document.querySelector('#export-result a[href^=\"/listen/\"]').href"))
    page.console()
    ready = wait(lambda: page.js("return document.querySelectorAll('audio').length > 0 && document.body.textContent.includes('The Lamp')"))
    origin = page.js("return self.origin")
    tried = page.driver.execute_async_script(
        "const done = arguments[0]; fetch('/api/book').then(() => done('answered'), () => done('refused'))")
    checks.check("an exported page opens in an origin of its own, without access to the studio", ready and origin == "null" and tried == "refused", (origin, tried))
    page.keys(Keys.TAB)  # only a page that a person uses may play
    page.js("document.querySelector('audio').play()")
    heard = wait(lambda: page.js("return document.querySelector('audio').currentTime > 0.05"), 10)
    checks.check("the sound of the opened page plays", heard, page.console())
    page.driver.get(before)
    wait(lambda: page.js("return document.querySelectorAll('#roles li').length > 0"))


def sounds(checks, page, room):
    page.tab("sounds")
    shown = page.js("return [...document.querySelectorAll('#sounds .card b')].map(e => e.textContent)")
    checks.check("the page lists the sounds of the script", shown == ["door slams", "theme"] and page.text("#tab-sounds") == "Sounds (2)", shown)
    rate, length = 22_050, 11_025
    samples = b"".join((9_000 if i % 40 < 20 else -9_000).to_bytes(2, "little", signed=True) for i in range(length))
    wav = b"RIFF" + (36 + len(samples)).to_bytes(4, "little") + b"WAVEfmt " + b"".join(
        value.to_bytes(size, "little") for value, size in ((16, 4), (1, 2), (1, 2), (rate, 4), (rate * 2, 4), (2, 2), (16, 2)))
    wav += b"data" + len(samples).to_bytes(4, "little") + samples
    page.js(DROP, list(wav[:50]), "#sounds [data-sound='0']")
    checks.check("a file that is no sound is refused", page.shows("#status", "no sound that can be decoded"), page.text("#status"))
    page.js(DROP, list(wav), "#sounds [data-sound='0']")
    stored = room.folder / "sounds/door slams.wav"
    checks.check("a dropped file is stored beside the cast", wait(lambda: stored.exists() and stored.read_bytes() == wav)
                 and wait(lambda: '"door slams": "sounds/door slams.wav"' in room.written), room.written)
    checks.check("the page shows the file", page.shows("#sounds [data-sound='0']", "sounds/door slams.wav, 0:"), page.text("#sounds"))
    file = page.plays(lambda: page.click("#sounds [aria-label^='Play the file of']"))
    page.silence()
    place = page.plays(lambda: page.click("#sounds [aria-label^='Play door slams in place']"))
    checks.check("the file plays, alone and in its place", file is not None and place is not None, (file, place))
    page.silence()
    page.click("#undo")
    checks.check("undo takes the sound away", wait(lambda: room.written == CAST) and page.shows("#sounds [data-sound='0']", "No file yet"), room.written)
    page.click("#redo")
    wait(lambda: page.js("return document.querySelector(\"#sounds [aria-label^='Remove the file']\")"))
    page.click("#sounds [aria-label^='Remove the file']")
    gone = wait(lambda: "door slams.wav" not in room.written)
    checks.check("a file is removed from the cast, and stays on the disk", gone and stored.exists(), room.written)
    complaints = page.console()
    wrong = [message for message in complaints if "422" not in message]
    checks.check("the browser reports no error about sounds", not wrong, wrong)
