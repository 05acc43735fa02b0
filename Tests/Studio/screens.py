"""Tests with windows of different sizes: what is in view, what is covered, and what is large enough for a finger."""
import time

from selenium.webdriver.common.keys import Keys

from house import Guest, House
from page import wait

ROLES = ("IRIS", "DEV", "OSSIAN", "MIREILLE", "TOM")
SCRIPT = """Title: The Lamp
Author: Somebody

# The first night

INT. LIGHTHOUSE - NIGHT #1#

Rain on the glass.

IRIS
The lamp has gone out twice tonight.

DEV ^
Then it will go out a third time.

~A sailor went to sea

""" + "\n".join(f"{name}\nLine number {number} of {name}.\n" for number in range(12) for name in ROLES)

# Returns the texts that are under a play button of the script.
COVERED = """
  const covered = [];
  for (const button of document.querySelectorAll('#script .play')) {
    const b = button.getBoundingClientRect(), unit = button.closest('.unit');
    const walker = document.createTreeWalker(unit, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const r of range.getClientRects()) {
        if (r.width > 0 && r.right > b.left + 1 && r.left < b.right - 1 && r.bottom > b.top && r.top < b.bottom) {
          covered.push(node.data.trim().slice(0, 30) + ' ' + [r.left - b.right].map(Math.round));
        }
      }
    }
  }
  return [...new Set(covered)];
"""

# Returns the number of elements that are completely visible in their scrolling pane.
WHOLE = """
  const pane = document.querySelector(arguments[0]).getBoundingClientRect();
  return [...document.querySelectorAll(arguments[1])].filter((e) => {
    const b = e.getBoundingClientRect();
    return b.height > 0 && b.top >= pane.top - 1 && b.bottom <= pane.bottom + 1;
  }).length;
"""

# Returns the width of the placeholder and the width of the field's text area.
PLACEHOLDER = """
  const field = document.getElementById('search-words'), style = getComputedStyle(field);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = style.font;
  return [pen.measureText(field.placeholder).width, field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)];
"""

BOXES = "return arguments[0].map((s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"


def screens(checks, browser, program):
    with House(program, SCRIPT) as room:
        page = Guest(browser, room.address)
        page.open()
        wait(lambda: page.js("return document.querySelectorAll('#roles li').length > 5"))
        page.click("#roles [data-role='IRIS'] .choose")
        wait(lambda: page.js("return document.querySelectorAll('#candidates .assign').length == 3"))
        desktop(checks, page)
        searches(checks, page)
        colours(checks, page)
        chosen_bar(checks, page)
        paper(checks, page)
        touches(checks, browser, page)
        browser.command("Emulation.clearDeviceMetricsOverride")
        browser.command("Emulation.setTouchEmulationEnabled", enabled=False)


def desktop(checks, page):
    page.size(1280, 757)
    time.sleep(0.3)
    page.js("document.getElementById('roles').scrollTop = 0; document.getElementById('role').scrollTop = 0")
    roles, candidates = page.js(WHOLE, "#roles", "#roles li"), page.js(WHOLE, "#role", "#candidates li")
    page.shot("screens-1280")
    checks.check("1280 by 757 shows six roles and a candidate at once", roles >= 6 and candidates >= 1, (roles, candidates))


def searches(checks, page):
    wrong = []
    for width, height in ((1280, 757), (1024, 768), (840, 900), (390, 844)):
        page.size(width, height)
        page.value("#search-words", "")
        time.sleep(0.2)
        text, space = page.js(PLACEHOLDER)
        if text > space:
            wrong.append((width, "the placeholder is cut", text, space))
        page.value("#search-words", "line")
        wait(lambda: "hits" in (page.text("#search-count") or ""))
        field, before, after = page.js(BOXES, ["#search-words", "#search-previous", "#search-next"])
        if not field[1] == before[1] == after[1]:
            wrong.append((width, "the buttons wrap", field, before, after))
        page.shot(f"screens-search-{width}")
        page.value("#search-words", "")
    page.size(1280, 757)
    checks.check("the search field shows its whole placeholder, and its buttons are in one row", not wrong, wrong)


def colours(checks, page):
    page.theme("dark")
    ratio = page.js("""
      const light = (colour) => {
        const [r, g, b] = colour.match(/[0-9.]+/g).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const field = document.getElementById('search-words');
      const [a, b] = [light(getComputedStyle(field, '::placeholder').color), light(getComputedStyle(field).backgroundColor)].sort((x, y) => x - y);
      return (b + 0.05) / (a + 0.05);""")
    page.theme("light")
    checks.check("the placeholder has enough contrast in the dark theme", ratio >= 4.5, f"{ratio:.1f}")


def chosen_bar(checks, page):
    """The arrow keys move up through the list of voices. The bar of the chosen voice never covers the voice with the focus."""
    wait(lambda: page.js("return document.querySelectorAll('#voices [role=option]').length > 30"))
    page.js("document.querySelectorAll('#voices [role=option]')[30].focus()")
    page.keys(Keys.ARROW_DOWN)
    hidden = []
    for _ in range(25):
        page.keys(Keys.ARROW_UP)
        bar, at = page.js("return ['#chosen', '#voices [aria-selected=true]'].map((s) => { const b = document.querySelector(s).getBoundingClientRect(); return [b.top, b.bottom]; })")
        if at[0] < bar[1] - 1:
            hidden.append((bar, at))
    page.shot("screens-chosen")
    checks.check("the bar of the chosen voice never covers the voice with the focus", not hidden, hidden[:2])


def paper(checks, page, where="on a desktop"):
    """There are no gaps between the parts of the script, and every play button is within its line."""
    gaps = page.js("const p = [...document.querySelectorAll('.part')].map((e) => e.getBoundingClientRect());"
                   "return [p.length, ...p.slice(1).map((b, i) => b.top - p[i].bottom).filter((gap) => gap > -0.5)]")
    checks.check(f"there is no gap between the parts of the script {where}", gaps[0] > 1 and len(gaps) == 1, gaps)
    cut = page.js("return [...document.querySelectorAll('#script .unit > .play')].map((e) => [e.parentElement.textContent.slice(0, 30),"
                  "e.getBoundingClientRect().bottom - e.parentElement.getBoundingClientRect().bottom]).filter((e) => e[1] > 0.5)")
    checks.check(f"every play button is completely within its line {where}", not cut, cut[:4])


def touches(checks, browser, page):
    page.size(390, 844)
    browser.command("Emulation.setTouchEmulationEnabled", enabled=True)
    time.sleep(0.3)
    coarse = page.js("return matchMedia('(pointer: coarse)').matches")
    covered = page.js(COVERED)
    page.shot("screens-phone-script")
    checks.check("play buttons cover no text on a phone", coarse and not covered, (coarse, covered[:6]))
    paper(checks, page, "on a phone")
    page.js("if (document.body.dataset.view === 'script') document.getElementById('view').click()")
    page.find("#tune .slider")
    sliders = page.js("return [...document.querySelectorAll('#tune input[type=range]')].map((e) => e.clientWidth)")
    page.js("document.getElementById('tune').scrollIntoView({block: 'center', behavior: 'instant'})")
    page.shot("screens-phone-sliders")
    checks.check("a slider on a phone is long enough", sliders and min(sliders) >= 180, sliders)
    page.js("document.getElementById('candidates').scrollIntoView({block: 'center', behavior: 'instant'})")
    page.shot("screens-phone-candidates")
    rows = page.js("""
      return [...document.querySelectorAll('#candidates li')].map((row) => {
        const buttons = [...row.querySelectorAll('button:not(.play)')].map((b) => b.getBoundingClientRect());
        return [new Set(buttons.map((b) => Math.round(b.top))).size, row.getBoundingClientRect().right - Math.max(...buttons.map((b) => b.right))];
      });""")
    checks.check("the buttons of a candidate are in one row at the right", all(n == 1 and gap < 20 for n, gap in rows) and rows, rows)
    page.js("document.getElementById('help-button').click()")
    wait(lambda: page.js("return document.getElementById('help').open"))
    top = page.js("const d = document.getElementById('help'); return [d.scrollTop, d.scrollHeight > d.clientHeight, document.activeElement.textContent]")
    page.shot("screens-phone-keys")
    checks.check("the list of keys opens at its beginning", top[0] == 0, top)
    page.keys(Keys.ESCAPE)
    page.tab("say")
    page.click("#say-new")
    wait(lambda: page.js("return document.getElementById('say').open"))
    page.js("document.getElementById('say-way-ipa').click()")
    small = page.js("return [...document.querySelectorAll('#say .letters button')].map((e) => e.getBoundingClientRect())"
                    ".map((b) => Math.min(b.width, b.height)).filter((size) => size < 44)")
    page.shot("screens-phone-letters")
    checks.check("the buttons of the IPA letters are large enough for a finger", not small, small[:4])
    page.keys(Keys.ESCAPE)
    page.tab("cast")
    checks.check("the page is not wider than the phone", page.wide() <= 0, page.wide())
