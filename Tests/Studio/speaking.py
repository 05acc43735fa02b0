"""Tests of playing: simultaneous speeches, the pauses of the book, pronunciations, and two pages, quotations in doubt."""
import json
import time

from selenium.webdriver.common.keys import Keys

from casting import CAST, SCRIPT, choose, opened
from house import Guest, House
from page import wait
from shaping import voices

NOVEL = """Tom Reed met Ann Lee at the gate. Tom smiled at Ann.

"Are you ready?" asked Tom.

"No," said Ann. "Not yet."

The rain went on.

"Look at that."

"Well."

Somebody laughed.

"Never again."
"""
GAPS = """
  window.log = [];
  const sound = document.getElementById('sound');
  sound.addEventListener('playing', () => window.log.push(['playing', performance.now(), document.getElementById('player-text').textContent]));
  sound.addEventListener('ended', () => window.log.push(['ended', performance.now(), '']));
"""


def at_once(checks, browser, program):
    """Simultaneous speeches play as one sound, and both speeches are marked in the script."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        names = page.js("return [...document.querySelectorAll('.dual .play')].map(e => e.getAttribute('aria-label'))")
        checks.check("each speech has a play button with the name of its role", names == ["Play DEV", "Play IRIS"], names)
        lengths = []
        for half in (0, 1):
            page.plays(lambda: page.click(f".dual .speech:nth-child({half + 1}) .play"))
            lengths.append(page.js("return document.getElementById('sound').duration"))
            lit = page.js("return [...document.querySelectorAll('.dual .unit')].map(e => e.classList.contains('now'))")
            who = page.text("#player-who")
            page.silence()
            checks.check(f"the button of speech {half + 1} plays both speeches, and both are highlighted", lit == [True, True] and " and " in who, (lit, who))
        checks.check("both buttons play the same sound", lengths[0] == lengths[1], lengths)
        page.js("document.querySelectorAll('.dual .play')[1].focus()")
        page.keys("r")
        checks.check("R opens the role of the second speech", page.text("#role-title") == "IRIS", page.text("#role-title"))
        page.js("document.querySelectorAll('.dual .play')[1].focus()")
        page.keys("w")
        words = wait(lambda: page.js("return [...document.querySelectorAll('#say-word option')].map(o => o.value)"))
        checks.check("W offers the words of the second speech", "morning" in words and "now" not in words, words)
        page.keys(Keys.ESCAPE)
        page.js(GAPS)
        page.click("#script .heads .play")
        wait(lambda: len(page.js("return window.log")) > 2 and page.silent(), 60)
        log = page.js("return window.log")
        played = [text for kind, _, text in log if kind == "playing"]
        both = [text for text in played if "We go now." in text]
        checks.check("a scene plays simultaneous speeches once", len(both) == 1 and "We stay here" in both[0], both)
        plan = [line["pause"] for line in page.book()["lines"]]
        # The first two lines are the title and the heading. The simultaneous speeches are the last two lines of this scene,
        # which play as one, so the next scene begins with the line after them.
        end = played.index(both[0]) + 1
        plan = plan[:end + 1] + plan[end + 2:]
        gaps = [round((start - end) / 1000, 2) for (_, end, _), (_, start, _) in zip(log[1::2], log[2::2])]
        wrong = [(gap, pause) for gap, pause in zip(gaps, plan[2:]) if not -0.02 < gap - pause < 0.25]
        checks.check("the scene has the pauses of the book between its lines", len(gaps) > 6 and not wrong, f"{gaps} {wrong}")


def follows(checks, browser, program):
    """The player and the status always show the state of the playback."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        hidden = "return document.getElementById('player-follow').hidden"
        before = page.js(hidden)
        page.plays(lambda: page.click("#script .heads .play"))
        during = page.js(hidden)
        page.js("document.getElementById('player-follow').focus()")
        page.keys(".")
        wait(page.silent)
        checks.check("the Follow button is shown only while lines play", (before, during, page.js(hidden)) == (True, False, True))
        checks.check("the focus stays in the player when the button disappears", page.focus()["name"] == "player-toggle", page.focus()["name"])
        page.plays(lambda: page.click("#script .heads .play"))
        checks.check("no message about an earlier stop is shown while a scene plays", "Stopped" not in page.text("#status"), page.text("#status"))
        page.silence()
        page.tab("pauses")
        page.value("#pause-chapterEnd", "2.25", "change")
        told = page.shows("#status", "chapters are affected")
        checks.check("the page shows how many chapters a pause affects", told, page.text("#status"))


def open_say(page, words):
    page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with(words))
    page.keys("w")
    return wait(lambda: page.js("return document.getElementById('say').open"))


def words(checks, browser, program):
    """A saved pronunciation can be played again, and the page shows the author's text."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        open_say(page, "The boat is gone")
        offered = page.js("return [...document.querySelectorAll('#say-word option')].map(o => o.value)")
        checks.check("the dialog offers only words that are spoken", "CULLY" in offered and "quietly" not in offered, offered)
        page.value("#say-text", "Cully")
        page.value("#say-value", "Kelly")
        checks.check("the dialog explains which words match", "“Cully” and “CULLY”" in page.text("#say-match"), page.text("#say-match"))
        checks.check("the dialog shows how many lines the pronunciation applies to",
                     page.shows("#say-effect", "Applies to 2 lines. This changes 2 lines."), page.text("#say-effect"))
        page.plays(lambda: page.click("#say-hear"))
        checks.check("the player shows the author's text", "CULLY is on it" in page.text("#player-text"), page.text("#player-text"))
        page.click("#say-stop")
        checks.check("a button of the dialog stops the sound", wait(page.silent) and page.js("return document.getElementById('say').open"))
        page.value("#say-text", "Colly")
        page.shows("#say-effect", "applies to no line")
        page.click("#say-keep")
        warned = page.shows("#say-error", "applies to no line")
        checks.check("before an entry without a match is saved, the dialog warns", warned and room.written == CAST and
                     page.text("#say-keep") == "Save anyway", (page.text("#say-error"), page.text("#say-keep")))
        page.value("#say-text", "Cully")
        page.js("document.getElementById('say-way-ipa').click()")
        page.value("#say-value", "k9~")
        wait(lambda: page.text("#say-error"))
        error = page.text("#say-error")
        checks.check("an error gives no position in the unsaved file", error and "cast.json" not in error and "[" not in error, error)
        page.value("#say-value", "ˈkʌli")
        page.shows("#say-effect", "Applies to 2 lines")
        page.click("#say-keep")
        wait(lambda: room.written != CAST)
        page.tab("say")
        checks.check("the list shows how many lines the pronunciation applies to", page.shows("#pronunciations", "applies to 2 lines"), page.text("#pronunciations"))
        texts = [line["text"] for line in page.book()["lines"]]
        checks.check("no text on the page contains the symbols of an engine", not any("[[" in text for text in texts), texts)
        page.click("#pronunciations button[aria-label^='Edit']")
        page.shows("#say-effect", "Applies to 2 lines")
        seconds = page.plays(lambda: page.click("#say-hear"))
        checks.check("a saved pronunciation can be played again", seconds is not None and "Cully" in page.text("#player-text"),
                     page.text("#player-text"))
        page.keys(Keys.ESCAPE)
        page.silence()
        page.tab("cast")
        choose(page, "IRIS")
        checks.check("the line to try shows the author's text", "[[" not in page.text("#try-text"), page.text("#try-text"))


def two_pages(checks, browser, program):
    """A second page changes the cast. The first page reports this, and asks before it undoes the change."""
    with House(program, SCRIPT, CAST) as room:
        page = opened(browser, room)
        first = page.driver.current_window_handle
        page.js("const e = document.querySelector('#pause-paragraph'); e.value = 0.9; e.dispatchEvent(new Event('change', {bubbles: true}))")
        wait(lambda: room.written != CAST)
        page.shows("#changed-words", "affected")
        own = room.written
        page.driver.switch_to.new_window("tab")
        try:
            other = Guest(browser, room.address)
            other.open()
            drop_words = "const e = document.querySelector('#pause-quote'); e.value = 0.9; e.dispatchEvent(new Event('change', {bubbles: true}))"
            other.js(drop_words)
            wait(lambda: room.written != own)
            page.driver.switch_to.window(first)
            checks.check("a page reports a change of another page", page.shows("#status", "Another page made a change: pause"), page.text("#status"))
            checks.check("the marks of its own change are removed", page.js("return document.getElementById('changed').hidden"), page.text("#changed-words"))
            before = room.written
            page.click("#undo")
            asked = wait(lambda: page.js("return document.getElementById('ask').open"))
            checks.check("before another page's change is undone, the page asks and names the change", asked and "quote" in page.text("#ask") and room.written == before,
                         page.text("#ask"))
            page.click("#ask button.main")
            checks.check("the change is undone if the user agrees", wait(lambda: room.written == own), room.written)
            page.shows("#status", "Undone")
            page.click("#undo")
            checks.check("the page's own change is undone without a question", wait(lambda: room.written == CAST), room.written)
            page.driver.switch_to.window(page.driver.window_handles[-1])
            checks.check("the other page reports that its change was undone", other.shows("#status", "Another page undid a change"),
                         other.text("#status"))
            other.driver.close()
        finally:
            page.driver.switch_to.window(first)


def doubts(checks, page, room):
    book = page.book()
    unsure = [turn for turn in book["turns"] if turn["doubt"]]
    if not checks.check("the page knows the quotations and their doubts", unsure and book["people"], book["turns"]):
        return
    page.tab("line")
    empty = page.js("return [...document.querySelectorAll('#line .empty, #next-doubt:enabled, #all-turns[open] li')].length")
    checks.check("doubts are there before a line is chosen, and counted", empty == 2 + len(book["turns"]) and page.text("#tab-line") == f"Line ({len(unsure)})",
                 (empty, page.text("#tab-line")))
    page.click("#next-doubt")
    checks.check("the button goes to the first doubt", wait(lambda: page.js("return document.querySelectorAll('#line .turn.doubt').length")), page.text("#line"))
    page.js("document.querySelector('#script .play').focus()")
    page.keys("d")
    checks.check("D goes to a quotation in doubt", wait(lambda: page.js("return document.querySelectorAll('#line .turn.doubt').length")) and
                 "% sure" in page.text("#line .sure"), page.text("#line"))
    page.size(400, 800)
    page.js("document.getElementById('view').click()")
    checks.check("on a phone, the button of the tab has the number of doubts", wait(lambda: page.text("#view") == f"Line ({len(unsure)})"), page.text("#view"))
    page.keys("d")
    asks = "return document.querySelector('#line .turn.doubt select').checkVisibility()"
    checks.check("on a phone, D opens the question", wait(lambda: page.js(asks)), page.text("#view"))
    page.js("document.getElementById('view').click()")
    closed = wait(lambda: not page.js(asks))
    page.js("const e = document.querySelector('#script .doubtful'), b = e.getBoundingClientRect();"
            "e.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX: b.right - 10, clientY: b.bottom - 8}))")
    checks.check("on a phone, a click on the mark opens the question", closed and wait(lambda: page.js(asks)), page.text("#view"))
    page.size(1400, 1000)
    select = page.js("return document.querySelector('#line .turn.doubt select').id")
    value = f"return document.getElementById('{select}').value"
    page.js(f"document.getElementById('{select}').focus()")
    before, seen = voices(room), []
    for _ in range(3):
        page.keys(Keys.ARROW_DOWN)
        seen.append(page.js(value))
    checks.check("arrows go through a closed list of speakers, and save nothing", len(set(seen)) == 3 and voices(room) == before, (seen, voices(room)))
    page.keys(Keys.ESCAPE)
    checks.check("Escape takes the list back to where it was", page.js(value) == "?" and voices(room) == before, page.js(value))
    for _ in range(12):
        if page.js(value) != "=Tom Reed":
            page.keys(Keys.ARROW_DOWN)
    names = f"return [...document.querySelectorAll('#{select} option')].slice(1).map(e => e.value)"
    order = page.js(names)
    page.keys(Keys.ENTER)
    checks.check("an answer is saved beside the book", wait(lambda: "=  Tom Reed  ch 1" in voices(room)), voices(room))
    answered = wait(lambda: [turn for turn in page.book()["turns"] if turn["answered"]])
    checks.check("the answered quotation is no longer in doubt", answered and not answered[0]["doubt"] and answered[0]["names"][0] == "Tom Reed", answered)
    number = answered[0]["number"]
    stays = wait(lambda: page.text(f"#line .turn:has(#turn-{number}) .sure") == "Your answer: Tom Reed")
    checks.check("the line stays after the answer, and shows it", stays and page.js(f"return document.getElementById('turn-{number}').value") == "=Tom Reed"
                 and page.js("return document.querySelectorAll('#script .selected').length") == 1, page.text("#line .turns"))
    checks.check("the speakers keep their order", page.js(names) == order, (order, page.js(names)))
    wait(lambda: page.focus()["name"] in ("next-doubt", select))
    checks.check("the focus is on the next step", page.focus()["name"] == ("next-doubt" if any(turn["doubt"] for turn in page.book()["turns"]) else select), page.focus())
    turns = page.book()["turns"]
    before = {turn["number"]: turn["voiced"] and turn["names"][0] for turn in book["turns"]}
    others = [turn["number"] for turn in turns if turn["number"] != number and (turn["voiced"] and turn["names"][0]) != before[turn["number"]]]
    named = page.js("return document.querySelectorAll('#turns-changed [aria-label^=Keep]').length")
    checks.check("speakers that the answer changed elsewhere are listed", named == len(others), (named, others))
    page.js("document.getElementById('all-turns').open = true")
    listed = wait(lambda: page.js("return [...document.querySelectorAll('#all-turns .sureness')].map(e => e.textContent)"))
    checks.check("all quotations are listed, those that are answered last", len(listed) == len(turns) and listed[-1] == "you" and "you" not in listed[:-1], listed)
    left = [turn for turn in turns if turn["doubt"]]
    low = len([turn for turn in turns if not turn["answered"] and turn["sure"] < 85])
    tells = page.text("#turns-open")
    checks.check("the page tells how many are in doubt, and without doubts how many are not sure",
                 tells.startswith(f"{len(left)} open question") and (f"{low} less than 85 % sure" in tells) == (not left and low > 0), tells)
    page.click("#all-turns button")
    page.js("document.querySelector('#script .play').focus()")
    shown = page.js("const b = document.querySelector(\"#line .turn.doubt [id^='turn-'][id$='-yes']\"); return b && b.id.match(/\\d+/)[0]")
    page.keys("y")
    checks.check("Y confirms the speaker", shown and wait(lambda: page.book()["turns"][int(shown)]["answered"]), shown)
    page.click(f"#turn-{number}-back" if page.js(f"return Boolean(document.getElementById('turn-{number}-back'))") else f"#turn-{shown}-back")
    checks.check("an answer is taken back", wait(lambda: len([turn for turn in page.book()["turns"] if turn["answered"]]) == 1), voices(room))
    page.click(page.line_with("Somebody laughed."))
    page.keys("y")
    checks.check("Y on a line without a doubt changes nothing", page.shows("#status", "No quotation of this line is in doubt") and "whisper" not in voices(room), voices(room))


TALK = """Tom Reed met Ann Lee at the gate. Tom smiled at Ann.

"Are you ready?" asked Tom.

"No," said Ann. "Not yet."

"Why not?"

"The rain."

"It is only rain."

"It is not."
"""


def keeps(checks, page, room):
    """What one answer changes elsewhere is taken back at once."""
    before = [(turn["voiced"], turn["names"][0]) for turn in page.book()["turns"]]
    page.click(page.line_with("Are you ready"))
    select = wait(lambda: page.js("return document.querySelector('#line .turn select')?.id"))
    page.value(f"#{select}", "=Ann Lee", "change")
    listed = wait(lambda: page.js("return document.querySelectorAll('#turns-changed [aria-label^=Keep]').length"))
    page.click("#turns-keep")
    page.shows("#status", f"{listed} speakers kept.")
    after = [(turn["voiced"], turn["names"][0]) for turn in page.book()["turns"]]
    checks.check("one click keeps the other speakers that an answer has changed", listed > 1 and after[0] == (True, "Ann Lee")
                 and after[1:] == before[1:], (listed, before, after))
    checks.check("then no other changes are listed, and the focus is in the panel", not page.js("return document.getElementById('turns-changed')")
                 and not page.focus()["lost"], page.focus())


def speaking(checks, browser, program):
    for part in (at_once, follows, words, two_pages):
        checks.run(part, browser, program)
    with House(program, NOVEL, '{ "dialogue": { "voices": true } }\n', ["--from", "markdown"]) as room:
        page = Guest(browser, room.address)
        page.size(1440, 900)
        page.open()
        checks.run(doubts, page, room)
        browser.command("Emulation.clearDeviceMetricsOverride")
    with House(program, TALK, '{ "dialogue": { "voices": true } }\n', ["--from", "markdown"]) as room:
        page = Guest(browser, room.address)
        page.open()
        checks.run(keeps, page, room)
