"""Tests with the keyboard alone: Tab reaches each control, and the focus is always visible and never lost."""
import json
import re
import time

from selenium.webdriver.common.keys import Keys

from house import Guest, House
from page import wait
from story import CAST, SCRIPT


class Walk:
    """Moves with Tab, and records where the focus is lost, has no ring, or is out of view."""

    def __init__(self, page):
        self.page, self.dim, self.hidden, self.stops = page, [], [], 0

    def look(self):
        at = self.page.focus()
        if not at["lost"]:
            self.stops += 1
            if not at["ring"]:
                self.dim.append(at["name"])
            # Scrolling to a control may take a moment.
            if not at["seen"] and not wait(lambda: self.page.focus()["seen"], 1):
                self.hidden.append(at["name"])
        return at

    def to(self, wanted, backwards=False, most=140):
        """Presses Tab until the name of the focused element matches a pattern."""
        for _ in range(most):
            self.page.tab_key(backwards)
            at = self.look()
            if re.fullmatch(wanted, at["name"]):
                return at
        raise AssertionError(f"Tab does not reach {wanted}")

    def top(self):
        """Goes to the first stop of the page. Blur is not enough, because a browser remembers the last focus."""
        self.page.js("document.querySelector('.skip').focus()")

    def round(self):
        """Returns the names of all stops from the beginning of the page to its end."""
        self.top()
        names = [self.page.focus()["name"]]
        for _ in range(200):
            self.page.tab_key()
            at = self.look()
            if at["lost"] or at["name"] == names[0]:
                break
            names.append(at["name"])
        return names


def by_keys(checks, browser, program):
    with House(program, SCRIPT, CAST, ["--format", "mp3"]) as room:
        page = Guest(browser, room.address)
        page.open()
        wait(lambda: page.js("return document.querySelectorAll('#candidates .assign').length == 3"))
        walk = Walk(page)
        every_stop(checks, page, walk)
        for part in (told, listens, searches, casts, tunes, says, undoes, renders, settings):
            start = time.monotonic()
            checks.run(part, page, room, walk)
            print(f"      {part.__name__}: {time.monotonic() - start:.1f} s", flush=True)
        checks.check("the focus always has a ring", not walk.dim, sorted(set(walk.dim)) or f"{walk.stops} stops")
        checks.check("the focus is always in view", not walk.hidden, sorted(set(walk.hidden)))


def every_stop(checks, page, walk):
    names = walk.round()
    print("      Tab goes:", ", ".join(names))
    wanted = ["Skip to the script", "Skip to the cast", "play-all", "export", "menu-button", "search-words", "map", "go",
              "unit 0", "tab-cast", "Play a line of .*", "try-play", "try-next", "try-show", "button of espeak:.*", "tune-rate",
              "tune-pitch", "tune-autoplay", "play-a", "play-ab", "swap", "filter-name", "filter-language", "filter-engine",
              "filter-gender", "filter-age", "filter-low", "filter-high", "filter-commercial", "div of .*", "player-toggle"]
    missing = [want for want in wanted if not any(re.fullmatch(want, name) for name in names)]
    checks.check("Tab reaches every control", not missing, missing)
    checks.check("the script has one Tab stop, and so does the list of voices",
                 len([n for n in names if n.startswith("unit")]) == 1 and len([n for n in names if n.startswith("div of")]) == 1,
                 [n for n in names if n.startswith(("unit", "div of"))])
    chosen = page.js("return document.querySelectorAll('#voices [aria-selected=true]').length")
    checks.check("passing the list of voices with Tab chooses no voice", chosen == 0, chosen)
    names = walk.round()  # The controls of the chosen voice are now shown.
    buttons = set(page.js("return [...document.querySelectorAll('button, select, input, a[href]')].filter(e => !e.disabled && e.checkVisibility()"
                          " && e.tabIndex >= 0).map(e => e.id).filter(Boolean)"))
    checks.check("Tab reaches every visible control", buttons <= set(names), sorted(buttons - set(names)))
    page.js("document.getElementById('player-toggle').focus()")
    backwards = []
    for _ in range(len(names) - 1):
        page.tab_key(True)
        backwards.append(walk.look()["name"])
    on = names[:names.index("player-toggle")][::-1]
    checks.check("Shift and Tab go back the same way", backwards[:len(on)] == on, backwards)
    for name, wanted in (("line", "tab-line"), ("say", "say-new"), ("pauses", "pause-.*"), ("sounds", "tab-sounds"), ("findings", "tab-findings"), ("render", "export-go")):
        page.js("document.querySelector('#tabs [aria-selected=true]').focus()")
        page.keys(Keys.ARROW_RIGHT)
        at = walk.look()["name"]
        names = walk.round()
        checks.check(f"arrows reach the tab {name}, and Tab enters it",
                     at == f"tab-{name}" and any(re.fullmatch(wanted, n) for n in names), (at, names))
    page.js("document.querySelector('#tabs [aria-selected=true]').focus()")
    page.keys(Keys.HOME)


def told(checks, page, room, walk):
    """Checks the roles, names and states that the browser gives to a screen reader."""
    nodes = page.browser.command("Accessibility.getFullAXTree")["nodes"]
    found = {(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if "role" in n and not n.get("ignored")}
    wanted = [("banner", ""), ("main", "Script"), ("region", "Player"), ("region", "Cast, line, pronunciations and export"), ("search", ""),
              ("button", "Undo"), ("button", "Redo"), ("button", "Export"), ("button", "Menu"), ("slider", "Whole play"),
              ("searchbox", "Search the script"), ("combobox", "Go to a chapter"), ("tablist", "Panels"), ("tab", "Cast"),
              ("tabpanel", "Cast"), ("heading", "The Lamp"), ("button", "Play"), ("button", "Stop"), ("slider", "Pitch"),
              ("listbox", "All voices"), ("combobox", "Language and accent"), ("combobox", "Provider"), ("combobox", "Who"), ("combobox", "Age"),
              ("button", "Play a line of OSSIAN"), ("button", "Play from INT. LIGHTHOUSE - NIGHT"), ("button", "Play MIREILLE")]
    missing = [want for want in wanted if want not in found]
    checks.check("landmarks and controls have roles and names", not missing, missing)
    nameless = sorted({role for role, name in found if not name and role in
                       ("button", "link", "slider", "combobox", "searchbox", "textbox", "checkbox", "tab", "option", "listbox", "spinbutton")})
    checks.check("every control has a name", not nameless, nameless)
    states = {n.get("name", {}).get("value"): {p["name"]: p["value"].get("value") for p in n.get("properties", [])}
              for n in nodes if n.get("role", {}).get("value") in ("tab", "slider", "button")}
    checks.check("the open tab is marked as selected", states["Cast"].get("selected") is True, states["Cast"])
    checks.check("an impossible action is marked as disabled", states["Undo"].get("disabled") is True, states["Undo"])


def kept(checks, page, words, wanted=None):
    """Checks that the focus is not lost, and that it is on the expected element."""
    time.sleep(0.3)
    at = page.focus()
    good = not at["lost"] and (wanted is None or re.fullmatch(wanted, at["name"]))
    checks.check(f"the focus stays {words}", good, at["name"] if not at["lost"] else f"lost; expected {wanted or 'any element'}")
    return good


WATCH = """
  window.told = [];
  window.watcher = new MutationObserver((list) => window.told.push(...list.map((m) => (m.target.id || m.target.parentElement?.id || m.target.className))));
  for (const e of document.querySelectorAll('[role=status], [role=alert], [aria-live], output'))
    window.watcher.observe(e, {childList: true, characterData: true, subtree: true, attributes: true});
"""


def listens(checks, page, room, walk):
    walk.top()
    page.keys(Keys.ENTER)
    walk.to("unit .*", most=2)
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    while "gone out" not in page.js("return document.activeElement.closest('.unit').textContent"):
        page.keys(Keys.ARROW_DOWN)
    seconds = page.plays(lambda: page.keys(Keys.SPACE))
    checks.check("Space plays the line that the arrows reached", seconds is not None and page.shows("#player-text", "gone out"),
                 f"after {seconds or 0:.2f} s")
    page.keys(Keys.ESCAPE)
    checks.check("Escape stops", wait(page.silent))
    page.keys(Keys.PAGE_UP)
    page.js(WATCH)
    heard = []
    page.plays(lambda: page.keys(Keys.ENTER))
    end = time.monotonic() + 12
    while len(heard) < 3 and time.monotonic() < end:
        text = page.text("#player-text")
        if text not in heard:
            heard.append(text)
        time.sleep(0.05)
    checks.check("Enter on a heading plays the scene line by line", len(heard) >= 3, heard)
    changes = page.js("window.watcher.disconnect(); return window.told")
    checks.check("live regions do not change while a scene plays", not changes, changes)
    marked = page.js("return document.querySelectorAll('[aria-current=true].unit, .unit [aria-current=true]').length")
    checks.check("the playing line is marked as current", marked == 1, marked)
    page.keys("p")
    paused = wait(lambda: page.js("return document.getElementById('sound').paused"), 3)
    page.keys("p")
    on = wait(lambda: page.js("return !document.getElementById('sound').paused"), 3)
    checks.check("P pauses and continues", paused and on)
    page.keys(".")
    checks.check("the . key stops", wait(page.silent))
    kept(checks, page, "in the script while it plays", "unit .*")
    page.keys(Keys.END)
    page.plays(lambda: page.keys(Keys.ENTER))
    walk.to("player-stop")
    page.keys(Keys.ENTER)
    kept(checks, page, "in the player after Stop", "player-toggle")


def searches(checks, page, room, walk):
    page.js("document.querySelector('#script .play').focus()")
    page.keys("/")
    checks.check("/ goes to the search", page.focus()["name"] == "search-words", page.focus()["name"])
    page.keys(*"boat", Keys.ENTER)
    found = page.shows("#search-count", "1 of 1 hit", 1)
    checks.check("typing words and Enter goes to the hit, also if typed fast", found, page.text("#search-count"))
    if not found:
        page.keys(Keys.ENTER)
    page.keys(Keys.F6)
    regions = [page.focus()["name"]]
    for _ in range(3):
        page.keys(Keys.F6)
        regions.append(page.focus()["name"])
    units = [name for name in regions if name.startswith("unit")]
    in_hit = page.js("return document.querySelector('#script .play[tabindex=\"0\"]').closest('.unit').textContent")
    checks.check("F6 cycles through script, cast and player, and enters the script at the hit",
                 units and "tab-cast" in regions and "player-toggle" in regions and "boat" in in_hit, (regions, in_hit))


def casts(checks, page, room, walk):
    page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with("third time"))
    page.keys("r")
    at = page.focus()["name"]
    checks.check("R chooses the role of the line", page.text("#role-title") == "MIREILLE" and "MIREILLE" in at, (page.text("#role-title"), at))
    page.keys(Keys.HOME, Keys.ENTER)
    checks.check("arrows and Enter choose another role", page.text("#role-title") == "Narrator", page.text("#role-title"))
    kept(checks, page, "on the chosen role")
    while not page.focus()["name"].startswith("MIREILLE"):
        page.keys(Keys.ARROW_DOWN)
    page.keys(Keys.ENTER)
    wait(lambda: page.text("#role-title") == "MIREILLE" and page.js("return document.querySelectorAll('#candidates .assign').length") == 3)
    at = walk.to("button of espeak:.*")
    voice = at["name"].split(" of ")[1]
    seconds = page.plays(lambda: page.keys(Keys.ENTER))
    checks.check("Enter plays a candidate", seconds is not None and room.written == CAST, f"after {seconds or 0:.2f} s")
    page.keys(Keys.ESCAPE)
    for _ in range(3):
        page.keys(Keys.TAB)
    page.keys(Keys.ENTER)
    wait(lambda: room.written != CAST)
    checks.check("three Tabs further, Enter assigns it", room.written == CAST.replace("espeak://en-us+f2", voice), room.written)
    checks.check("the page shows how many lines are affected", page.shows("#status", "2 lines"), page.text("#status"))
    kept(checks, page, "on the button that assigned", f"button of {re.escape(voice)}")
    page.js("document.getElementById('filter-commercial').focus()")
    walk.to("div of .*")
    before, page.before = room.written, room.written
    page.keys(Keys.ARROW_DOWN)
    voice = page.focus()["name"].split(" of ")[1]
    seconds = page.plays(lambda: page.keys(Keys.SPACE))
    checks.check("Space plays a voice of the list", seconds is not None and room.written == before, f"{voice} after {seconds or 0:.2f} s")
    page.keys("b")
    checks.check("B sets it as voice B", page.shows("#status", "Voice B is"), page.text("#status"))
    page.keys(Keys.ENTER)
    checks.check("Enter assigns it", wait(lambda: room.written and json.loads(room.written)["characters"]["MIREILLE"]["voice"] == voice), room.written)
    kept(checks, page, "on the assigned voice", f"div of {re.escape(voice)}")
    page.silence()


def tunes(checks, page, room, walk):
    page.js("document.getElementById('try-show').focus()")
    walk.to("tune-pitch")
    before = room.written
    page.keys(*[Keys.ARROW_RIGHT] * 4)
    value = page.js("return document.activeElement.getAttribute('aria-valuetext')")
    checks.check("the slider has its value in words", value == "+2 semitones", value)
    checks.check("the page shows the effect of a trial", page.shows("#tune-effect", "2 lines"), page.text("#tune-effect"))
    wait(lambda: room.written != before, 5)
    voice = json.loads(room.written)["characters"]["MIREILLE"]
    checks.check("four keys are one change of the pitch", voice.get("pitch") == 2 or "pitch=2" in voice["voice"], voice)
    kept(checks, page, "on the slider", "tune-pitch")
    page.keys(Keys.TAB)
    at = page.focus()["name"]
    page.keys(Keys.ENTER)
    checks.check("Reset removes the pitch", at == "tune-pitch-reset" and wait(lambda: "pitch" not in room.written, 5), (at, room.written))
    kept(checks, page, "near the reset slider", "tune-.*")
    page.silence()


def says(checks, page, room, walk):
    page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with("third time"))
    unit, before = page.focus()["name"], room.written
    name = page.js("return document.activeElement.getAttribute('aria-label')")
    checks.check("the name of the button contains the speaker", name == "Play MIREILLE", name)
    page.keys("w")
    wait(lambda: page.focus()["name"] == "say-word")
    who = page.js("return document.getElementById('say-who').options[1].textContent")
    checks.check("the role of the line is offered first", who == "only MIREILLE", who)
    words = page.js("return [...document.activeElement.options].map(o => o.value)")
    checks.check("W offers the words of the line", "Ossian" in words and "third" in words, words)
    page.keys(*"Oss")
    checks.check("letters choose a word", page.js("return document.getElementById('say-text').value") == "Ossian")
    walk.to("say-way-words", most=3)
    page.keys(Keys.ARROW_DOWN)
    checks.check("an arrow chooses IPA", page.js("return document.getElementById('say-way-ipa').checked"))
    walk.to("say-value", most=2)
    page.keys(*"oʃ")
    stops = 0
    while "iː" not in walk.to(".*", most=1)["name"] and stops < 40:
        stops += 1
    page.keys(Keys.ENTER)
    page.js("document.getElementById('say-value').focus()")
    page.keys(Keys.END, "n")
    value = page.js("return document.getElementById('say-value').value")
    checks.check("keys and letter buttons write IPA", value == "oʃiːn", value)
    walk.to("say-hear", most=45)
    lines = sum("ossian" in line["text"].lower() for line in page.book()["lines"])
    checks.check("the dialog shows how many lines change", page.shows("#say-effect", f"changes {lines} line"), page.text("#say-effect"))
    seconds = page.plays(lambda: page.keys(Keys.ENTER))
    checks.check("the pronunciation plays before it is saved", seconds is not None and room.written == before, f"after {seconds or 0:.2f} s")
    checks.check("the playing line contains the word", "Ossian" in page.text("#player-text"), page.text("#player-text"))
    walk.to("say-keep", most=4)
    outside = page.js("return !document.activeElement.closest('dialog')")
    page.keys(Keys.ENTER)
    wait(lambda: room.written != before)
    entries = json.loads(room.written).get("pronunciations")
    checks.check("the IPA is saved", entries == [{"text": "Ossian", "ipa": "oʃiːn"}] and not outside, entries)
    kept(checks, page, "on the line after the dialog has closed", unit)
    page.keys("w")
    wait(lambda: page.js("return document.getElementById('say').open"))
    page.keys(Keys.ESCAPE)
    kept(checks, page, "on the line after Escape closes the dialog", unit)
    page.silence()


def undoes(checks, page, room, walk):
    after = room.written
    page.chord(Keys.CONTROL, "z")
    checks.check("Ctrl+Z undoes", wait(lambda: "pronunciations" not in room.written), room.written)
    kept(checks, page, "in the script after Ctrl+Z", "unit .*")
    page.chord(Keys.CONTROL, "y")
    checks.check("Ctrl+Y redoes the change", wait(lambda: room.written == after), room.written)
    walk.top()
    walk.to("undo")
    for _ in range(8):
        before = room.written
        page.keys(Keys.ENTER)
        if not wait(lambda: room.written != before, 2):
            break
        wait(lambda: page.text("#status").startswith("Undone"), 1)
        time.sleep(0.3)
        if page.focus()["name"] != "undo":
            break
    checks.check("the Undo button restores the original bytes", room.written == CAST, room.written)
    kept(checks, page, "on Redo after the last undo", "redo")


def renders(checks, page, room, walk):
    walk.to("export")
    page.keys(Keys.ENTER)
    walk.to("render")
    page.keys(Keys.ENTER)
    kept(checks, page, "when the render starts")
    done = wait(lambda: page.text("#render") == "Render" and page.js("return document.querySelectorAll('#chapters [data-chapter]').length") == 3, 60)
    checks.check("the book is rendered", done, page.text("#render-state"))
    kept(checks, page, "when the render has ended")
    walk.to("Play chapter 2.*")
    seconds = page.plays(lambda: page.keys(Keys.ENTER))
    checks.check("Enter plays a finished chapter", seconds is not None, f"after {seconds or 0:.2f} s")
    kept(checks, page, "on the playing chapter", "Pause or continue chapter 2.*")
    walk.to("player-seek")
    before = page.time
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    checks.check("arrows move the position", wait(lambda: page.time > before + 2, 1), (before, page.time))
    page.keys(Keys.ESCAPE)
    wait(page.silent)
    kept(checks, page, "when the chapter is stopped from its slider")


def settings(checks, page, room, walk):
    walk.top()
    walk.to("menu-button")
    page.keys(Keys.ENTER)
    checks.check("the menu opens at its first entry", page.focus()["name"] == "Settings", page.focus()["name"])
    page.keys(Keys.ESCAPE)
    kept(checks, page, "on the button of the closed menu", "menu-button")
    page.keys(Keys.ENTER)
    page.keys(Keys.ENTER)
    wait(lambda: page.js("return document.querySelectorAll('#providers [data-provider]').length > 1"))
    checks.check("Enter opens the settings", page.driver.current_url.endswith("/settings"), page.driver.current_url)
    wait(lambda: page.js("return document.querySelectorAll('#available li').length > 1"))
    names = walk.round()
    boxes = [name for name in names if name.startswith("enable-")]
    checks.check("Tab reaches providers, keys and voices", len(boxes) > 2 and any(n.startswith("key-") for n in names)
                 and any(n.startswith("button of kokoro:") for n in names), names[:40])
    walk.top()
    walk.to("enable-provider-openai")
    page.keys(Keys.SPACE)
    wait(lambda: "enabled" in (page.text("#status") or ""))
    kept(checks, page, "on the box of the provider", "enable-provider-openai")
    walk.to("Back to the script")
    page.keys(Keys.ENTER)
    checks.check("a link leads back to the script", page.find("#script .play") is not None, page.driver.current_url)
