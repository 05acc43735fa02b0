"""Tests of accessibility: fixed rules, the keyboard alone, the information for screen readers, and axe."""
import json
import re
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from page import wait

RULES = """
  const wrong = [], all = (s) => [...document.querySelectorAll(s)];
  for (const e of all('button, select, input, a')) {
    const label = e.labels && e.labels.length && e.labels[0].textContent;
    const name = (e.getAttribute('aria-label') || e.textContent || '').trim() || label;
    if (!name) wrong.push('no name: ' + (e.id || e.className));
    const box = e.getBoundingClientRect();
    if (box.width && !e.closest('#text, .skip') && (box.height < 24 || box.width < 24))
      wrong.push('too small: ' + (e.id || e.textContent) + ' ' + box.width + ' x ' + box.height);
  }
  for (const e of all('img')) if (!e.hasAttribute('alt')) wrong.push('a picture without alt');
  const ids = all('[id]').map((e) => e.id);
  if (new Set(ids).size !== ids.length) wrong.push('an id twice');
  for (const a of ['aria-controls', 'aria-labelledby', 'for'])
    for (const e of all(`[${a}]`)) if (!document.getElementById(e.getAttribute(a))) wrong.push(a + ' names nothing');
  for (const s of ['h1', 'main', 'nav', 'header', '[role=search]', '#controls'])
    if (all(s).length !== 1) wrong.push('more or fewer than one ' + s);
  let last = 1;
  for (const h of all('#text h2, #text h3, #text h4, #text h5, #text h6')) {
    if (+h.tagName[1] > last + 1) wrong.push('the heading ' + h.textContent + ' skips a level');
    last = +h.tagName[1];
  }
  if (!document.documentElement.lang || !document.querySelector('main').lang) wrong.push('no language');
  if (all('#text .sentence[tabindex="0"]').length !== 1) wrong.push('more or fewer than one Tab stop in the text');
  if (all('[tabindex]').some((e) => e.tabIndex > 0)) wrong.push('a tabindex that changes the order of focus');
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) wrong.push('scrolls sideways');
  return wrong;
"""


def stated_rules(checks, page):
    """Checks names, sizes, pictures, ids, landmarks, headings, languages and Tab stops."""
    for number in page.js("return guion2audio.info.chapters.map(c => c.number)"):
        page.choose(number)
        wrong = page.js(RULES)
        checks.check(f"chapter {number} follows the rules for accessibility", not wrong, wrong)


def calm(checks, page, number=2):
    """When the reader changes the chapter, the live regions announce its title. While the book plays, they announce nothing."""
    page.open("#c1")
    page.choose(number)
    said = page.js("return document.getElementById('announce').textContent")
    title = page.js("return guion2audio.entry(arguments[0]).title", number)
    checks.check("a chosen chapter is announced", said == title, said)
    page.play()
    page.js("""
      window.changes = 0;
      const watch = new MutationObserver((list) => { window.changes += list.length; });
      for (const e of document.querySelectorAll('[role=status], [aria-live]'))
        watch.observe(e, {childList: true, characterData: true, subtree: true, attributes: true});
    """)
    time.sleep(3)
    changes = page.js("return window.changes")
    checks.check("live regions do not change while the book plays", changes == 0, changes)
    page.pause()


def landmarks(checks, page):
    """Checks the roles and names that the browser gives to a screen reader."""
    page.open("#c2")
    nodes = page.browser.command("Accessibility.getFullAXTree")["nodes"]
    found = {(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if "role" in n and not n.get("ignored")}
    wanted = [("banner", ""), ("main", "Text"), ("region", "Player"), ("button", "Play"), ("button", "Contents"),
              ("slider", "Position in the chapter"), ("link", "Skip to the text"), ("navigation", "Chapters"), ("search", ""),
              ("combobox", "Speed"), ("combobox", "Sleep timer"), ("combobox", "Colours"), ("combobox", "Text size"),
              ("searchbox", "Search titles and text")]
    missing = [w for w in wanted if w not in found]
    checks.check("landmarks and controls have roles and names", not missing, missing)


SHOWN = """
  const e = document.activeElement, s = getComputedStyle(e), b = e.getBoundingClientRect();
  const bar = document.getElementById('controls').getBoundingClientRect();
  return {id: e.id, href: e.getAttribute('href'), name: e.localName, words: e.textContent.trim().slice(0, 30),
    outline: e === document.body || (s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2),
    seen: b.bottom > 0 && b.top < innerHeight && (e.closest('#controls') || b.top < bar.top)};
"""


def keyboard(checks, page, book):
    """Everything works without a pointer: a reader uses only keys."""
    page.open()
    page.js("window.focus(); document.body.focus()")
    way, hidden, dim = [], [], []
    for _ in range(60):
        page.keys(Keys.TAB)
        at = page.js(SHOWN)
        name = at["id"] or at["href"] or at["name"]
        if at["name"] == "body" or name in way:
            break
        way.append(name)
        if not at["seen"]:
            hidden.append(name)
        if not at["outline"]:
            dim.append(name)
    print("      Tab goes:", ", ".join(way))
    wanted = ["#text", "panel-switch", "words", "theme", "size", "sleep", "link", "print", "#c1", "place", "back", "play",
              "forward", "next-chapter", "follow", "speed"]
    missing = [w for w in wanted if w not in way]
    checks.check("Tab reaches every control", not missing, missing)
    stops = [name for name in way if re.fullmatch(r"c\d+s\d+", name)]
    checks.check("Tab stops once in the text", len(stops) == 1, stops)
    checks.check("the first stop skips to the text", way[:1] == ["#text"], way[:1])
    checks.check("the focus is always visible", not dim, dim)
    checks.check("the focus is always in view", not hidden, hidden)
    backwards = []
    page.js("document.getElementById('speed').focus()")
    for _ in range(len(way) - 1):
        ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
        at = page.js(SHOWN)
        backwards.append(at["id"] or at["href"] or at["name"])
        if not at["seen"]:
            hidden.append(backwards[-1])
    checks.check("Shift and Tab go back the same way", backwards == way[-2::-1], backwards)
    checks.check("the focus is in view on the way back", not hidden, hidden)
    # Keys operate the skip link, a chapter, a setting, a search and the slider.
    page.open()
    page.keys(Keys.TAB, Keys.ENTER)
    checks.check("the skip link goes to the text", page.focus() == "text", page.focus())
    page.js("document.querySelector(`#chapters a[href='#c2']`).focus()")
    page.keys(Keys.ENTER)
    checks.check("Enter opens a chapter", wait(lambda: page.chapter() == 2))
    page.js("document.getElementById('speed').focus()")
    page.keys(Keys.ARROW_DOWN)
    wait(lambda: page.js("return audio.playbackRate") > 1)
    speed = page.js("return audio.playbackRate")
    checks.check("arrows choose a speed", speed == 1.1, speed)
    page.keys(Keys.ARROW_UP)
    page.js("document.getElementById('words').focus()")
    page.keys(*"the", Keys.ENTER)
    checks.check("Enter searches", wait(lambda: "result" in page.status()), page.status())
    page.js("document.getElementById('place').focus()")
    before = page.time()
    page.keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    time.sleep(0.3)
    checks.check("arrows move the slider", page.time() > before + 2000, page.time() - before)
    page.keys(Keys.SPACE)
    checks.check("Space plays from the slider", wait(lambda: not page.paused()))
    page.keys(Keys.SPACE)


def small_screens(checks, page, book):
    """No text is cut off or scrolls sideways on a phone, with large type, or at 400 % zoom (320 pixels)."""
    for name, width, height, size in (("a phone", 390, 844, "3"), ("a phone with the largest type", 390, 844, "6"),
                                      ("320 pixels", 320, 256, "3"), ("a desktop with the largest type", 1280, 900, "6")):
        page.size(width, height)
        page.open("#c2")
        page.set("size", size)
        wide = page.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        cut = page.js("""
          const cut = (b) => b.width > 1 && b.right > innerWidth + 1;
          return [...document.querySelectorAll('button, select, label, #time, #length')]
            .filter((e) => cut(e.getBoundingClientRect())).map((e) => e.id || e.textContent);""")
        checks.check(f"nothing is cut off on {name}", wide <= 0 and not cut, (wide, cut))
    # In a sentence that is taller than the screen, the current word is in view.
    page.size(320, 512)
    page.open("#c2")
    page.set("size", "6")
    sentence = max(book.sentences(2), key=lambda s: len(s["text"]))
    page.go(sentence["start"] + 20)
    time.sleep(0.6)
    page.go(sentence["words"][-2][1] + 20)
    seen = wait(lambda: page.js("""
      const [word] = CSS.highlights.get('word'), box = word.getBoundingClientRect();
      return box.top > 0 && box.bottom < document.getElementById('controls').getBoundingClientRect().top;"""), 3)
    checks.check("the current word is in view with the largest type", seen, page.words())
    page.set("size", "3")
    page.browser.command("Emulation.clearDeviceMetricsOverride")


RUN_AXE = """
  axe.run(document, {resultTypes: ['violations'], preload: false}).then((found) => JSON.stringify([
    axe.version, found.passes.length,
    found.violations.map((v) => [v.id, v.impact, v.help, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160))]),
  ]))
"""


def axe(checks, page, script):
    """Runs axe through the DevTools, to which the policy of the page does not apply."""
    code = script.read_text(encoding="utf-8")
    for theme in ("light", "dark"):
        for number in page.js("return guion2audio.info.chapters.map(c => c.number)"):
            page.open(f"#c{number}")
            page.set("theme", theme)
            time.sleep(0.3)
            page.browser.command("Runtime.evaluate", expression=code)
            made = page.browser.command("Runtime.evaluate", expression=RUN_AXE, awaitPromise=True, returnByValue=True)
            version, passes, violations = json.loads(made["result"]["value"])
            good = passes > 15 and not violations
            checks.check(f"axe {version}: chapter {number}, {theme}", good, violations or f"{passes} rules")
    page.set("theme", "auto")
