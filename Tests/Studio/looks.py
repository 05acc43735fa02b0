"""Tests of each view in light and dark, on a desktop and on a phone: axe finds nothing, and nothing is wider than the window."""
import time

from selenium.webdriver.common.keys import Keys

from house import Guest, House
from page import wait

SCRIPT = """Title: The Lamp
Author: Somebody

# The first night

INT. LIGHTHOUSE - NIGHT #1#

= Ossian waits.

Rain on the glass. *OSSIAN* winds the **clockwork**.

OSSIAN
(quietly)
The lamp has gone out _twice_ tonight.

MIREILLE ^
Then it will go out a third time, Ossian.

[[Is this too early?]]

> CUT TO:

EXT. ROCKS - DAWN

MIREILE
The boat is gone.

~A sailor went to sea

OSSIAN
Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, they said at the town hall, and smiled.
"""
CAST = """{ "characters": { "OSSIAN": "espeak://en-gb+m3", "MIREILLE": "espeak://en-us+f2" },
  "pronunciations": [ { "text": "Ossian", "say": "Osheen" } ] }
"""
TABS = ("cast", "line", "say", "pauses", "findings", "render")


def states(page):
    """Brings the page into each of its states, and yields their names."""
    for name in TABS:
        page.js("if (getComputedStyle(document.getElementById('view')).display !== 'none' && document.body.dataset.view === 'script')"
                " document.getElementById('view').click()")
        page.tab(name)
        yield f"the tab {name}"
    page.js("if (document.body.dataset.view === 'panel') document.getElementById('view').click()")
    yield "the script"
    page.js("document.querySelector(arguments[0] + ' .play').focus()", page.line_with("third time"))
    page.keys("w")
    wait(lambda: page.js("return document.getElementById('say').open"))
    page.js("document.getElementById('say-way-ipa').click()")
    page.value("#say-text", "Ossian")
    page.value("#say-value", "oʃ")
    page.shows("#say-effect", "line")
    yield "the dialog of words"
    page.keys(Keys.ESCAPE)
    page.keys("?")
    wait(lambda: page.js("return document.getElementById('help').open"))
    yield "the list of keys"
    page.keys(Keys.ESCAPE)
    asks(page)
    yield "a question"
    page.keys(Keys.ESCAPE)


def asks(page):
    """Changes the cast elsewhere, so that the page asks whether to apply its own change again."""
    wait(lambda: page.js("return !document.getElementById('ask').open"))
    page.js("""
      const real = window.fetch;
      window.fetch = (address, options) => {
        if (String(address) !== '/api/edit') return real(address, options);
        window.fetch = real;
        return Promise.resolve(new Response(JSON.stringify({error: 'The cast was changed elsewhere.', conflict: true}), {status: 409}));
      };
      const pause = document.querySelector('#pauses input');
      pause.value = Number(pause.value) + 0.05;
      pause.dispatchEvent(new Event('change', {bubbles: true}));""")
    wait(lambda: page.js("return document.getElementById('ask').open"))


CUT = """
  const cut = [];
  // Code and tables scroll sideways, and the roles and the tabs on a phone do too.
  for (const e of document.querySelectorAll('button, select, input, a, h1, h2, h3, p, label, output')) {
    const b = e.getBoundingClientRect();
    if (!e.checkVisibility() || b.width <= 1 || e.closest('.skip, .unseen, .table, pre, #roles, #tabs')) continue;
    if (b.right > innerWidth + 1 || b.left < -1) cut.push((e.id || e.className || e.localName) + ': ' + e.textContent.trim().slice(0, 40));
  }
  return cut;
"""


def looks(checks, browser, program, axe):
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        page.find("#candidates .assign")
        page.tab("render")
        page.js("document.getElementById('render').click()")
        wait(lambda: page.text("#render") == "Render" and page.js("return document.querySelectorAll('#chapters [data-chapter]').length") > 1, 30)
        for width, height in ((1400, 1000), (390, 844)):
            page.size(width, height)
            time.sleep(0.2)
            for theme in ("light", "dark"):
                page.theme(theme)
                views(checks, page, axe, f"{theme}, {width} pixels", states(page))
        for place, items, name in (("settings", "#available li", "the settings"), ("books", "#recent [data-book]", "the choice of a book")):
            page.driver.get(room.address.split("?")[0] + place)
            wait(lambda: page.js("return document.querySelectorAll(arguments[0]).length > 0", items))
            for width, height in ((1400, 1000), (390, 844)):
                page.size(width, height)
                header = page.js("return document.querySelector('header').getBoundingClientRect().width / document.documentElement.clientWidth")
                checks.check(f"the header of {name} is as wide as the page, {width} pixels", abs(header - 1) < 0.01, header)
                for theme in ("light", "dark"):
                    page.theme(theme)
                    views(checks, page, axe, f"{theme}, {width} pixels", [name])
        browser.command("Emulation.clearDeviceMetricsOverride")


def views(checks, page, axe, words, names):
    """Makes one check with axe and one of the width, over all states of the page."""
    wrong, wide, tall, rules = [], [], [], 0
    for name in names:
        time.sleep(0.25)
        page.shot(f"{name.replace(' ', '-')}-{words.split(',')[0]}-{words.split()[1]}")
        if axe:
            passes, violations = page.axe(axe)
            rules += passes
            wrong += [(name, violation) for violation in violations]
            if passes < 15:
                wrong.append((name, f"only {passes} rules"))
        extra, cut = page.wide(), page.js(CUT)
        long = page.js("return document.documentElement.scrollHeight - document.documentElement.clientHeight")
        if name.startswith("the tab ") and long > 0:
            tall.append((name, long))
        if extra > 0 or cut:
            wide.append((name, extra, cut[:6]))
    checks.check(f"only the tabs scroll, and not the page ({words}, {name} and before)", not tall, tall)
    if axe:
        checks.check(f"axe finds nothing ({words}, {name} and before)", not wrong, wrong or f"{rules} rules")
    checks.check(f"nothing is cut off or wider than the window ({words}, {name} and before)", not wide, wide)


def phone(checks, browser, program):
    """Plays on a phone, by touch."""
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.size(390, 844)
        browser.command("Emulation.setTouchEmulationEnabled", enabled=True)
        page.open()
        line = page.line_with("third time")
        for selector in (f"{line} .play", "#view", "#player-toggle", "#player-stop", "#export"):
            box = page.js("const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center', behavior: 'instant'});"
                          "const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2, b.width, b.height]", selector)
            checks.check(f"{selector} is large enough for a finger", min(box[2:]) >= 24, box)
        page.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center', behavior: 'instant'})", line)
        seconds = page.plays(lambda: touch(page, f"{line} .play"))
        checks.check("a finger plays a line on a phone", seconds is not None, f"after {seconds or 0:.2f} s")
        page.shot("phone-plays")
        touch(page, "#player-stop")
        checks.check("a finger stops it", wait(page.silent))
        heading = "#script .heads .play"
        page.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center', behavior: 'instant'})", heading)
        page.plays(lambda: touch(page, heading))
        first = page.text("#player-text")
        checks.check("a scene continues with the next line", wait(lambda: page.text("#player-text") not in (first, "Nothing is playing."), 15), first)
        seen = page.js("const b = document.querySelector('.unit.now').getBoundingClientRect();"
                       "return b.bottom > 0 && b.top < document.getElementById('player').getBoundingClientRect().top")
        checks.check("the playing line is in view on a phone", seen)
        touch(page, "#view")
        checks.check("one touch shows the cast", wait(lambda: page.js("return document.getElementById('roles').checkVisibility()")))
        page.silence()
        seconds = page.plays(lambda: touch(page, "#roles [data-role='OSSIAN'] .play"))
        checks.check("a role's own line plays on a phone", seconds is not None and page.text("#player-who") == "OSSIAN", page.text("#player-who"))
        checks.check("nothing scrolls sideways", page.wide() <= 0, page.wide())
        browser.command("Emulation.clearDeviceMetricsOverride")
        browser.command("Emulation.setTouchEmulationEnabled", enabled=False)


def sheet(checks, browser, program):
    """On a small screen, Escape closes the sheet, wherever the focus is in it."""
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        for width, height in ((800, 600), (400, 800)):
            page.size(width, height)
            wait(lambda: page.js("return document.getElementById('view').checkVisibility()"))
            for place in ("view", "tab-pauses", None):
                page.js("document.getElementById('view').click()")
                opened = page.js("return document.body.dataset.view")
                page.js("const e = document.getElementById(arguments[0]); e ? e.focus() : document.activeElement.blur()", place)
                page.keys(Keys.ESCAPE)
                seen = page.js("return [document.body.dataset.view, document.activeElement.id]")
                checks.check(f"Escape closes the sheet from {place or 'the page'}, {width} pixels", opened == "panel" and seen == ["script", "view"], seen)
        browser.command("Emulation.clearDeviceMetricsOverride")


def touch(page, selector):
    x, y = page.js("const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]", selector)
    page.browser.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    page.browser.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
