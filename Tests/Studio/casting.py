"""Tests of casting: automatic voices, a double click, the comparison of two voices, joined roles, the list of voices,
findings."""
import json
import re
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from house import Guest, House
from opening import picture
from page import wait

SCRIPT = """Title: The Shutter
Author: Somebody

INT. SHOP - NIGHT

Cully waits. Rain on the glass.

DEV
The lamp has gone out twice tonight, I tell you.

IRIS
Then it will go out a third time, Dev.

VOICE BEHIND THE SHUTTER
Who is there at this hour of the night?

DEV
We go now.

IRIS ^
We stay here until morning comes to us.

EXT. QUAY - DAWN

IRIS
(quietly)
The boat is gone, and CULLY is on it.
"""
CAST = """{
  "narrator": "espeak://en-us",
  "characters": {
    "DEV": { "voice": "espeak://en-gb+m3", "rate": 1.2, "note": "An old sailor." }
  }
}
"""


def opened(browser, room):
    page = Guest(browser, room.address)
    page.open()
    candidates(page)
    return page


def candidates(page):
    return wait(lambda: page.js("return document.querySelectorAll('#candidates .assign').length"), 30)


def choose(page, role):
    page.click(f"#roles [data-role='{role}'] .choose")
    wait(lambda: page.text("#role-title") == role)
    candidates(page)


def voices(page):
    return {role["name"]: role["voice"] for role in page.book()["roles"]}


def drop(page, voice, role):
    """Drops a voice onto a role, as a drag from the list does."""
    page.js("""
      const data = new DataTransfer();
      data.setData('application/x-guion2audio-voice', arguments[0]);
      document.querySelector(`#roles [data-role='${arguments[1]}']`).dispatchEvent(
        new DragEvent('drop', {bubbles: true, cancelable: true, dataTransfer: data}));
    """, voice, role)


def automatic(checks, browser, program):
    """Automatic voices depend on each other. A change names the affected roles, and the user can keep an automatic voice."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        before = voices(page)
        choose(page, "IRIS")
        drop(page, before["IRIS"], "DEV")
        wait(lambda: room.written != CAST)
        told = page.shows("#status", "Also IRIS: “")
        checks.check("a change names the roles whose automatic voice has changed", told, page.text("#status"))
        checks.check("the bar above the script names these roles, too", "Also IRIS" in page.text("#changed-words"), page.text("#changed-words"))
        now = voices(page)
        checks.check("an automatic voice has changed", now["IRIS"] != before["IRIS"] and now["DEV"] == before["IRIS"], now)
        page.click("#role-keep")
        kept = wait(lambda: json.loads(room.written)["characters"].get("IRIS") == now["IRIS"])
        checks.check("a button writes an automatic voice into the cast", kept, room.written)
        checks.check("the button disappears, and the focus goes to the role",
                     wait(lambda: not page.js("return document.getElementById('role-keep')")) and page.focus()["name"].startswith("IRIS"),
                     page.focus()["name"])
        choose(page, "DEV")
        checks.check("the note of a role is shown", "An old sailor." in page.text("#role-about"), page.text("#role-about"))


def double_click(checks, browser, program):
    """The list of candidates does not move under the pointer."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        choose(page, "IRIS")
        rows = page.js("return [...document.querySelectorAll('#candidates [data-voice]')].map(e => e.dataset.voice)")
        button = page.find("#candidates [data-voice] .assign")
        page.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", button)
        ActionChains(page.driver).double_click(button).perform()
        wait(lambda: room.written != CAST)
        wait(lambda: page.text("#candidates .assign") == "Assigned")
        time.sleep(0.5)  # a second change would have been saved by now
        given = json.loads(room.written)["characters"]["IRIS"]
        checks.check("a double click assigns the clicked voice", given == rows[0], (given, rows))
        after = page.js("return [...document.querySelectorAll('#candidates [data-voice]')].map(e => e.dataset.voice)")
        checks.check("the rows keep their positions", after == rows, after)
        state = page.js("const b = document.querySelector('#candidates .assign'); return [b.textContent, b.getAttribute('aria-disabled')]")
        checks.check("the row of the assigned voice shows that it is assigned", state == ["Assigned", "true"], state)
        page.click("#undo")
        wait(lambda: room.written == CAST)
        checks.check("the double click was one undo step", room.written == CAST and wait(lambda: page.text("#candidates .assign") == "Assign"), room.written)


def compares(checks, browser, program):
    """Voice A follows the current voice of the role, and plays with its settings. Both voices can be assigned."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        choose(page, "DEV")
        page.js("""
          window.sent = [];
          const real = window.fetch;
          window.fetch = (address, options) => {
            if (String(address) === '/api/hear') window.sent.push(JSON.parse(options.body));
            return real(address, options);
          };
        """)
        page.plays(lambda: page.click("#play-a"))
        sent = page.js("return window.sent")
        checks.check("voice A plays with the settings of the role", len(sent) == 1 and not sent[0].get("edits"), sent)
        page.silence()
        # The value of a slider that was moved just before the click must not be saved with the newly assigned voice.
        rate = page.find("#tune-rate")
        page.js("const e = arguments[0]; e.value = 1.5; e.dispatchEvent(new Event('input', {bubbles: true}))", rate)
        voice = page.js("return document.querySelector('#candidates [data-voice]').dataset.voice")
        page.js("document.getElementById('assign-b').click()")
        given = wait(lambda: json.loads(room.written)["characters"]["DEV"].get("voice") == voice)
        time.sleep(1.2)  # by now the value of the slider would have been saved
        entry = json.loads(room.written)["characters"]["DEV"]
        checks.check("Assign B assigns voice B", given, room.written)
        checks.check("a slider that was moved for the previous voice does not change the new voice", entry == {"voice": voice, "note": "An old sailor."}, entry)
        has = page.js("return ['a', 'b'].map(w => [document.getElementById('assign-' + w).textContent, document.getElementById('assign-' + w).disabled])")
        checks.check("voice A is the new voice of the role, and voice B is its former voice", has == [["Assigned", True], ["Assign B", False]], has)
        page.silence()


def joins(checks, browser, program):
    """A role is joined to another role, and separated again."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        page.edit({"kind": "voice", "role": "IRIS", "voice": "espeak://en-us+f2"})
        wait(lambda: page.js("return document.getElementById('undo').disabled") is False)
        before = room.written
        choose(page, "VOICE BEHIND THE SHUTTER")
        page.click(".names summary")
        page.value("#role-same", "IRIS", "change")
        page.click("#role-join")
        entry = wait(lambda: room.written != before and json.loads(room.written)["characters"]["IRIS"])
        checks.check("the joined role becomes another name of the other role",
                     entry == {"voice": "espeak://en-us+f2", "aliases": ["VOICE BEHIND THE SHUTTER"]}, room.written)
        shown = wait(lambda: page.text("#role-title") == "IRIS" and "VOICE BEHIND THE SHUTTER" in page.text("#role-about"))
        checks.check("the page shows the other role with both names", shown, page.text("#role-about"))
        own = page.js("return document.querySelector('#roles [data-role=IRIS]').className.match(/voice-[0-9]/)[0]")
        stale = page.js("return [...document.querySelectorAll('#script .unit')].filter(e => "
                        "e.textContent.includes('VOICE BEHIND THE SHUTTER') && e.dataset.role && !e.classList.contains(arguments[0])).length", own)
        checks.check("its lines have the colour of the other role at once", stale == 0, stale)
        names = page.js("return [...document.querySelectorAll('#roles [data-role]')].map(e => e.dataset.role)")
        checks.check("the list of roles no longer contains the joined role", "VOICE BEHIND THE SHUTTER" not in names, names)
        joined = room.written
        page.click(".names summary")
        page.click(".names .row button:last-child")
        wait(lambda: room.written != joined)
        entry = json.loads(room.written)["characters"]["IRIS"]
        checks.check("the name can be separated again", entry == {"voice": "espeak://en-us+f2"}, room.written)
        for _ in range(2):
            wait(lambda: not page.js("return document.getElementById('undo').disabled"))
            now = room.written
            page.click("#undo")
            wait(lambda: room.written != now)
        checks.check("both can be undone", room.written == before, room.written)


SILENT = {"providers": {"plain": {"type": "command", "command": ["/bin/false", "{output}", "{voice}"], "voices": [{"id": "v1"}, {"id": "v2"}]}}}


def lists(checks, browser, program):
    """The list of all voices: the page reports how many are hidden, and natural voices come first."""
    with House(program, SCRIPT, CAST, config=SILENT) as room:
        page = opened(browser, room)
        found = page.shows("#voices-count", "of")
        fetched = "return performance.getEntriesByType('resource').filter((e) => e.name.endsWith('/api/voices')).length"
        checks.check("voices are fetched again after they have been measured", wait(lambda: page.js(fetched) > 1), page.js(fetched))
        page.value("#filter-name", "plain")
        shown = wait(lambda: page.js("return document.querySelectorAll('#voices [data-voice^=\"plain:\"]').length") == 2)
        checks.check("a voice without a language is shown for every language", found and shown, page.text("#voices-count"))
        checks.check("its row shows \"any language\"", "any language" in page.text("#voices"), page.text("#voices"))
        page.value("#filter-low", "100")
        told = page.shows("#voices-count", "2 voices are hidden because the pitch is unknown")
        checks.check("the pitch filter reports how many voices it hides", told, page.text("#voices-count"))
        page.value("#filter-low", "")
        page.click("#filter-commercial")
        told = page.shows("#voices-count", "2 voices are hidden because the licence is unknown")
        checks.check("the licence filter reports how many voices it hides", told, page.text("#voices-count"))
        page.click("#filter-commercial")
        page.value("#filter-name", "")
        natural = {voice["uri"]: voice["natural"] for voice in page.api("/api/voices")["voices"]}
        page.value("#filter-language", "", "input")
        wait(lambda: page.js("return document.querySelectorAll('#voices [data-voice]').length") >= 60)
        order = [natural[uri] for uri in page.js("return [...document.querySelectorAll('#voices [data-voice]')].map(e => e.dataset.voice)")]
        checks.check("natural voices come first", order == sorted(order, reverse=True), order[:5])
        page.click("#filter-natural")
        count = sum(natural.values())
        checks.check("a filter can hide all voices that are not natural", page.shows("#voices-count", f"{count} of"), page.text("#voices-count"))
        page.click("#filter-natural")
        for who, fits in (("female", lambda v: v.get("gender") == "female" and v.get("age") != "child"), ("child", lambda v: v.get("age") == "child")):
            page.value("#filter-gender", who)
            many = sum(1 for voice in page.api("/api/voices")["voices"] if fits(voice))
            checks.check(f"the list can be filtered by {who}", page.shows("#voices-count", f"{many} of") and many, (many, page.text("#voices-count")))
        page.value("#filter-gender", "")
        tongues = page.js("return [...document.querySelectorAll('#filter-language option')].map(o => o.textContent)")
        named = [bool(re.fullmatch(r"[a-z]{3}(-.*)?", name)) for name in tongues]
        checks.check("the language of the book comes first, languages without a name come last", tongues[1] == "English" and named[-1] and not named[2], tongues)


def findings(checks, browser, program):
    """Notes of one kind are in one collapsible block, with advice."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        page.tab("findings")
        fold = wait(lambda: page.js("return document.querySelector('#findings details.fold')"))
        words = page.text("#findings > li:first-child summary")
        checks.check("notes of one kind have one summary line", fold and words.startswith("2 notes: "), words)
        checks.check("the tab does not count notes", page.text("#tab-findings") == "Findings", page.text("#tab-findings"))
        is_open = page.js("return document.querySelector('#findings details').open")
        page.click("#findings summary")
        page.click("#findings details details summary")
        help = page.text("#findings details details") or ""
        checks.check("the fold opens, and explains the code and what to do", not is_open and "uncast-character" in help and len(help) > 80, help)
        jump = page.find("#findings button")
        ActionChains(page.driver).click(jump).perform()
        marked = wait(lambda: page.js("const e = document.querySelector('#script .pointed'); return e && e.textContent"))
        checks.check("\"Show in the script\" marks the element of the finding", marked and "IRIS" in marked, marked)
        page.keys("j")
        checks.check("the next key removes the mark", wait(lambda: not page.js("return document.querySelector('#script .pointed')")))


def walks(checks, browser, program):
    """F and two buttons go through the findings in the order of the script, from the place of the reader."""
    script = "".join(f"INT. ROOM {n}\n\nANN\nLine {n}.\n\n" for n in (1, 2, 3))
    with House(program, script, '{ "narrator": "espeak://en-us", "characters": { "ANN": "espeak://en-us+f2" } }') as room:
        page = opened(browser, room)
        wait(lambda: len(page.js("return document.querySelectorAll('#script .finding')")) == 3)
        marked = "const e = document.querySelector('#script .pointed'); return e && e.textContent.match(/ROOM (\\d)/)[1]"
        seen = []
        page.js("document.querySelector('#script .play').focus()")
        for key in ("f", "f", "f", "f", "F"):
            page.keys(key)
            seen.append(page.js(marked))
        checks.check("F and Shift+F go through the findings and around", seen == ["1", "2", "3", "1", "3"], seen)
        checks.check("the page says which finding that is", page.text("#status").startswith("Finding 3 of 3: "), page.text("#status"))
        page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with("Line 1"))
        page.tab("findings")
        page.click("#findings-next")
        at = page.focus()["name"]
        checks.check("the button goes on from the reader's line, and keeps the focus", page.js(marked) == "2" and at == "findings-next", (page.js(marked), at))
        page.click("#findings-previous")
        checks.check("the other button goes back", page.js(marked) == "1", page.js(marked))
        page.click("#findings [aria-label^='Edit the words']")
        words = wait(lambda: page.js("const e = document.getElementById('words'); return e && document.activeElement === e && e.value"))
        page.keys(" - DAY", Keys.ENTER)
        new = script.replace("ROOM 1", "ROOM 1 - DAY")
        mended = wait(lambda: room.script.read_text(encoding="utf-8") == new) and wait(lambda: len(page.js("return document.querySelectorAll('#script .finding')")) == 2)
        stays = page.js("return document.getElementById('tab-findings').getAttribute('aria-selected')")
        checks.check("the findings stay open after one of them is mended", stays == "true", stays)
        checks.check("the words of a finding are edited in place, and it is gone", words == "INT. ROOM 1" and mended, (words, room.script.read_text(encoding="utf-8")))


def renames(checks, browser, program):
    """Before a cast exists, a name that is probably misspelt is renamed in the script: all its cues in one step."""
    script = "INT. ROOM - DAY\n\nWILL\nOne.\n\nWIL (O.S.)\nWIL is my name.\n\nWILL\nTwo.\n\nWIL\nThree.\n\nWILL\nFour.\n"
    with House(program, script) as room:
        page = opened(browser, room)
        page.tab("findings")
        wait(lambda: "did you mean WILL" in (page.text("#findings") or ""))
        rename = page.js("const b = [...document.querySelectorAll('#findings button')].find(e => e.textContent === 'Write WILL'); b?.focus(); return !!b")
        page.keys(Keys.ENTER)
        new = script.replace("WIL (", "WILL (").replace("WIL\n", "WILL\n")
        done = wait(lambda: room.script.read_text(encoding="utf-8") == new)
        checks.check("a finding renames the cues of a misspelt name, and no other words", rename and done, room.script.read_text(encoding="utf-8"))
        gone = wait(lambda: "did you mean WILL" not in page.text("#findings"))
        kept = page.focus()
        checks.check("the finding is gone, and the findings keep the focus", gone and not kept["lost"]
                     and page.js("return document.getElementById('tab-findings').getAttribute('aria-selected')") == "true", kept)
        page.click("#undo")
        checks.check("undo takes the new name back", wait(lambda: room.script.read_text(encoding="utf-8") == script), room.script.read_text(encoding="utf-8"))


def respells(checks, browser, program):
    """A cue that is nearly a name of the cast is corrected in the script with the first button of its finding."""
    script = "INT. ROOM - DAY\n\nJOSEPHINE\nOne.\n\nJOSEPHNE\nTwo, said Josephne.\n\nJOSEPHINE\nThree.\n"
    with House(program, script, '{ "characters": { "Josephine": "espeak://en-us+f2" } }') as room:
        page = opened(browser, room)
        page.tab("findings")
        own = "[...document.querySelectorAll('#findings .where')].map(p => [...p.querySelectorAll('button')].map(b => b.textContent)).find(b => b.includes('They are one role'))"
        names = wait(lambda: page.js("return " + own))
        checks.check("a name that is nearly a role is corrected first, and joined second", names and names[:2] == ["Write JOSEPHINE", "They are one role"], names)
        page.js("[...document.querySelectorAll('#findings button')].find(e => e.textContent === 'Write JOSEPHINE')?.click()")
        new = script.replace("JOSEPHNE\n", "JOSEPHINE\n")
        checks.check("then the script has the name of the role", wait(lambda: room.script.read_text(encoding="utf-8") == new), room.script.read_text(encoding="utf-8"))
        checks.check("and the cast has no other name for it", "JOSEPHNE" not in room.written, room.written)


def covers(checks, browser, program):
    """A cover that is not square: the finding leads to it, and the page says how it becomes a square, in words of the page."""
    room = House(program, "Title: A Room\nCover: tall.png\n\nINT. ROOM - DAY\n\nANN\nOne.\n")
    (room.folder / "tall.png").write_bytes(picture(600, 900))
    with room:
        page = opened(browser, room)
        page.tab("findings")
        own = "[...document.querySelectorAll('#findings li')].find(e => e.textContent.includes('not square'))"
        words = wait(lambda: page.js(f"return {own}?.textContent"))
        checks.check("the finding speaks of no key of a file", words and "shops ask for a square" in words and "set the cover fit" not in words, words)
        page.js(f"[...{own}.querySelectorAll('button')].find(e => e.textContent === 'Choose another picture').click()")
        checks.check("the finding leads to the cover", page.focus()["name"] == "cover-choose", page.focus())
        told = page.text("#cover-shape")
        fit = page.js("return getComputedStyle(document.querySelector('#cover img')).objectFit")
        checks.check("beside the cover, the page says how it becomes a square, and shows the whole picture", told and "--cover-fit pad" in told and fit == "contain", (told, fit))


def passages(checks, browser, program):
    """A role that gets its first voice in the cast keeps the voices of its passages in other languages."""
    script = "INT. ROOM - DAY\n\nANN\n(in French)\nBonjour, mes amis, il fait froid ce soir.\n\nANN\nCome in, all of you.\n"
    with House(program, script) as room:
        page = opened(browser, room)
        page.edit({"kind": "voice", "role": "ANN", "voice": "espeak://en-gb+f3"})
        entry = json.loads(room.written)["characters"]["ANN"]
        kept = entry["languages"]["fr"] if isinstance(entry, dict) and "languages" in entry else ""
        checks.check("a passage in French keeps its voice when the role gets another", kept.startswith("espeak://fr"), room.written)
        before = room.written
        page.edit({"kind": "voice", "role": "ANN", "voice": "espeak://en-us+f2"})
        checks.check("then the voice changes alone", room.written == before.replace("espeak://en-gb+f3", "espeak://en-us+f2"), room.written)


def casting(checks, browser, program):
    for part in (automatic, double_click, compares, joins, lists, findings, walks, renames, respells, covers, passages):
        checks.run(part, browser, program)
