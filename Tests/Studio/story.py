"""Tests of the studio's core as one story: open, play, try voices, assign one, fix a word, undo, render, play the result,
close."""
import json

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from room import Room, StudioPage, wait

SCRIPT = """Title: The Lamp
Author: Somebody

INT. LIGHTHOUSE - NIGHT

Rain on the glass. OSSIAN winds the clockwork.

OSSIAN
The lamp has gone out twice tonight.

MIREILLE
Then it will go out a third time, Ossian.

EXT. ROCKS - DAWN

MIREILLE
The boat is gone.
"""

# A cast file with unusual formatting, which edits must preserve.
CAST = """{
   "narrator" : "espeak://en-us",

   "characters": { "OSSIAN": "espeak://en-gb+m3?rate=1.1",
                   "MIREILLE": { "aliases": ["MIM"],  "voice": "espeak://en-us+f2" } },
   "pauses": {"paragraph": 500}
}
"""


def core(checks, browser, program):
    with Room(program, SCRIPT, CAST, ["--format", "mp3"]) as room:
        page = StudioPage(browser, room.address)
        opened = page.open()
        checks.check("the page opens", opened is not None, f"{opened:.2f} s")
        checks.check("the address no longer contains the token", "token" not in page.driver.current_url, page.driver.current_url)
        plays(checks, page)
        voice = tries(checks, page, room)
        assigns(checks, page, room, voice)
        stays(checks, page, voice)
        says(checks, page, room)
        hears_again(checks, page)
        undoes(checks, page, room)
        renders(checks, page, room)
        complaints = page.console()
        checks.check("the browser reports no warning and no error", not complaints, complaints)
        status, seconds = room.close()
        checks.check("Ctrl-C ends the studio", status == 130 and seconds < 15, f"{status} after {seconds:.1f} s")
        ended = wait(lambda: "ended" in (page.text("#banners") or ""), 15)
        checks.check("the page shows that the studio has ended", ended, page.text("#banners"))
        left = wait(lambda: "the address that the terminal shows" in (page.text("#banners") or ""), 90)
        checks.check("after a minute it stops trying, and says where the new address is", left, page.text("#banners"))


def plays(checks, page):
    line = page.line_with("gone out twice")
    page.js("document.querySelector(arguments[0] + ' .play').focus()", line)
    seconds = page.plays(lambda: page.driver.switch_to.active_element.send_keys(Keys.ENTER))
    checks.check("a line plays with the Enter key", seconds is not None, f"time advances after {seconds or 0:.2f} s")
    # The narrator speaks the name first.
    shown = wait(lambda: "gone out twice" in (page.text("#player-text") or "") and page.text("#player-who") == "OSSIAN")
    checks.check("the player shows the line", shown, page.text("#player-text"))
    page.silence()


def tries(checks, page, room):
    page.click("#roles [data-role='OSSIAN'] .choose")
    page.find("#candidates [data-voice]")
    voices = page.js("return [...document.querySelectorAll('#candidates [data-voice]')].map(e => e.dataset.voice)")
    taken = ["espeak://en-us", "espeak://en-gb+m3", "espeak://en-us+f2"]
    checks.check("the page offers three unused voices", len(set(voices) - set(taken)) == 3, voices)
    for voice in voices:
        seconds = page.plays(lambda: page.click(f"#candidates [data-voice='{voice}'] .play"))
        checks.check(f"{voice} plays", seconds is not None, f"after {seconds or 0:.2f} s")
        page.silence()
    page.js("document.querySelector(arguments[0]).click()", f"#candidates [data-voice='{voices[0]}'] .play")
    label = f"return document.querySelector(\"#candidates [data-voice='{voices[0]}'] .play\").getAttribute('aria-label')"
    became = wait(lambda: page.js(label).startswith("Stop"))
    page.js("document.querySelector(arguments[0]).click()", f"#candidates [data-voice='{voices[0]}'] .play")
    stopped = wait(lambda: page.text("#player-text") == "Nothing is playing.")
    checks.check("the play button of a voice that plays stops it", became and stopped and page.js(label).startswith("Play"), page.js(label))
    checks.check("trying voices writes nothing", room.written == CAST, room.written)
    return voices[1]


def assigns(checks, page, room, voice):
    page.click(f"#candidates [data-voice='{voice}'] .assign")
    expected = CAST.replace("espeak://en-gb+m3?rate=1.1", voice)
    wait(lambda: room.written != CAST)
    checks.check("assigning a voice changes only this voice in the cast file", room.written == expected, room.written)
    checks.check("the page shows which lines are affected", wait(lambda: "1 line" in (page.text("#status") or "")),
                 page.text("#status"))


def stays(checks, page, voice):
    """The row of the assigned voice stays in its position, and shows that the voice is assigned."""
    row = f"#candidates [data-voice='{voice}'] .assign"
    said = wait(lambda: page.text(row) == "Assigned")
    active = page.js("return document.querySelector(arguments[0]).getAttribute('aria-disabled') !== 'true'", row)
    checks.check("the candidate's row shows that the voice is assigned", said and not active, page.text("#candidates"))


def says(checks, page, room):
    before = room.written
    line = page.line_with("third time")
    page.js("document.querySelector(arguments[0] + ' .play').focus()", line)
    page.driver.switch_to.active_element.send_keys("w")
    page.find("#say[open] #say-value")
    page.js("const s = document.getElementById('say-text'); s.value = 'Ossian'; s.dispatchEvent(new Event('input', {bubbles: true}))")
    page.driver.find_element(By.ID, "say-value").send_keys("Osheen")
    wait(lambda: "1 line" in (page.text("#say-effect") or "") or None)
    checks.check("the dialog shows how many lines a pronunciation changes", "line" in (page.text("#say-effect") or ""), page.text("#say-effect"))
    seconds = page.plays(lambda: page.click("#say-hear"))
    checks.check("the pronunciation plays before it is saved", seconds is not None and room.written == before, f"after {seconds or 0:.2f} s")
    page.click("#say-keep")
    wait(lambda: room.written != before)
    entries = json.loads(room.written).get("pronunciations")
    checks.check("the pronunciation is saved", entries == [{"text": "Ossian", "say": "Osheen"}], entries)
    page.silence()


def hears_again(checks, page):
    page.click("#tab-say")
    listed = wait(lambda: "applies to 2 lines" in (page.text("#pronunciations") or ""))
    checks.check("the list shows how many lines a pronunciation applies to", listed, page.text("#pronunciations"))
    seconds = page.plays(lambda: page.click("#pronunciations button[aria-label^='Play']"))
    heard = wait(lambda: "OSSIAN winds" in (page.text("#player-text") or ""))
    checks.check("a line with a saved pronunciation plays, and the player shows the author's text", seconds is not None and heard, page.text("#player-text"))
    page.silence()
    page.click("#tab-cast")


def undoes(checks, page, room):
    after = room.written
    wait(lambda: page.js("return !document.getElementById('undo').disabled"))
    page.click("#undo")
    wait(lambda: room.written != after)
    checks.check("undo removes the pronunciation", "pronunciations" not in room.written, room.written)
    page.js("document.body.focus()")
    wait(lambda: page.js("return !document.getElementById('redo').disabled"))
    page.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.CONTROL + "y")
    checks.check("Ctrl+Y redoes the change", wait(lambda: room.written == after), room.written)
    page.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.CONTROL + "z")
    wait(lambda: room.written != after)
    page.driver.find_element(By.TAG_NAME, "body").send_keys(Keys.CONTROL + "z")
    checks.check("undoing everything restores the original bytes", wait(lambda: room.written == CAST), room.written)


def renders(checks, page, room):
    page.click("#tab-render")
    page.click("#render")
    done = wait(lambda: page.js("return document.querySelectorAll('#chapters [data-chapter]').length") == 3
                and page.text("#render") == "Render", 60)
    checks.check("the book is rendered", done, page.text("#render-state"))
    seconds = page.plays(lambda: page.click("#chapters [data-chapter='2'] .play"))
    checks.check("a finished chapter plays", seconds is not None, f"after {seconds or 0:.2f} s")
    page.js("const s = document.getElementById('player-seek'); s.value = 3; s.dispatchEvent(new Event('input', {bubbles: true}))")
    checks.check("the chapter continues from another position", wait(lambda: page.time > 3), page.time)
    page.silence()
    manifest = json.loads((room.folder / "script.audiobook/manifest.json").read_text(encoding="utf-8"))
    checks.check("the output folder is the same as for the command", manifest["cast"]["OSSIAN"] == "espeak://en-gb+m3?rate=1.1", manifest["cast"])
