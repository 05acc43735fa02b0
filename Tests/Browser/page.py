"""A read-along page in headless Chromium, with the actions of a reader and of a test."""
import re
import shutil
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
DRIVER = shutil.which("chromedriver") or "/usr/bin/chromedriver"


def wait(test, seconds=8):
    """Returns the first true value of a test, or None after some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = test()
        if value:
            return value
        time.sleep(0.04)
    return None


def flat(text):
    """Returns a text with each run of white space replaced by one blank."""
    return re.sub(r"\s+", " ", text).strip()


class Browser:
    """Chromium with a new profile. As for readers, audio can start only after a key or a click."""

    def __init__(self, width=1280, height=900):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = webdriver.ChromeOptions()
        for switch in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--mute-audio", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            f"--window-size={width},{height}", f"--user-data-dir={self.profile.name}",
        ):
            options.add_argument(switch)
        options.binary_location = CHROMIUM
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.driver.set_script_timeout(30)
        self.version = self.driver.capabilities["browserVersion"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.profile.cleanup()

    def command(self, name, **values):
        """Sends a command of the DevTools protocol."""
        return self.driver.execute_cdp_cmd(name, values)


class Page:
    """The page of one book. Times are milliseconds of the current chapter."""

    def __init__(self, browser, url):
        self.browser, self.driver, self.url = browser, browser.driver, url

    def js(self, code, *values):
        return self.driver.execute_script("const audio = document.getElementById('audio');" + code, *values)

    def later(self, code, *values):
        """Runs code that calls `done`."""
        begin = "const done = arguments[arguments.length - 1], audio = document.getElementById('audio');"
        return self.driver.execute_async_script(begin + code, *values)

    # Opening

    def open(self, address="", sound=True):
        """Leaves the page and opens it again. Returns whether a chapter is shown and the length of its audio is known."""
        self.driver.get("about:blank")
        self.driver.get(self.url + address)
        ready = "return Boolean(document.querySelector('.chapter')) && (!arguments[0] || audio.readyState > 0)"
        return wait(lambda: self.js(ready, sound))

    def before_each_page(self, code):
        """Runs code before the scripts of every page from now on. Returns a function that stops this."""
        made = self.browser.command("Page.addScriptToEvaluateOnNewDocument", source=code)
        return lambda: self.browser.command("Page.removeScriptToEvaluateOnNewDocument", **made)

    def choose(self, number):
        """Opens a chapter with the list of chapters."""
        self.js("document.querySelector(`#chapters a[href='#c${arguments[0]}']`).click()", number)
        return wait(lambda: self.chapter() == number and self.js("return audio.readyState > 0"))

    # What the page shows

    def chapter(self):
        return self.js("const c = document.querySelector('.chapter'); return c && Number(c.id.slice(1))")

    def lit(self):
        """Returns the texts of the highlighted elements."""
        return [flat(text) for text in self.js("return [...document.querySelectorAll('.now')].map(e => e.textContent)")]

    def words(self):
        """Returns the highlighted words."""
        return self.js("const w = CSS.highlights.get('word'); return w ? [...w].map(r => r.toString()) : []")

    def status(self):
        return self.js("return document.getElementById('status').textContent")

    def focus(self):
        """Returns the element with the focus: its id, or its name with its first words."""
        return self.js(
            "const e = document.activeElement; return e.id || e.localName + ' ' + e.textContent.trim().slice(0, 40)")

    # Sound

    def time(self):
        return self.js("return audio.currentTime * 1000 - guion2audio.entry("
                       "Number(document.querySelector('.chapter').id.slice(1))).offset")

    def paused(self):
        return self.js("return audio.paused")

    def pause(self):
        self.js("audio.pause()")

    def play(self):
        """Presses the button, so that the browser allows audio."""
        self.driver.find_element(By.ID, "play").click()
        return wait(lambda: not self.paused())

    def go(self, ms):
        """Moves the audio directly, and waits until the page has followed."""
        self.later(
            "audio.addEventListener('seeked', () => requestAnimationFrame(() => done()), {once: true});"
            "const entry = guion2audio.entry(Number(document.querySelector('.chapter').id.slice(1)));"
            "audio.currentTime = (arguments[0] + entry.offset) / 1000;", ms)

    # What a reader does

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def set(self, name, value):
        """Chooses a value in a menu or a field."""
        self.js("const e = document.getElementById(arguments[0]); e.value = arguments[1];"
                "e.dispatchEvent(new Event('change'))", name, value)

    def search(self, words):
        """Searches, and returns the addresses of the results."""
        self.js("document.getElementById('status').textContent = '';"
                "document.getElementById('words').value = arguments[0];"
                "document.getElementById('search').requestSubmit()", words)
        wait(lambda: "result" in self.status(), 60)
        return self.js("return [...document.querySelectorAll('#results a')].map(a => a.getAttribute('href'))")

    def word_on_screen(self, sentence, word):
        """Returns the middle of a word, in pixels of the window."""
        return self.js(
            """
            const span = document.getElementById(arguments[0]);
            span.scrollIntoView({block: 'center', behavior: 'instant'});
            const whole = span.textContent.indexOf(arguments[1]);
            const walker = document.createTreeWalker(span, NodeFilter.SHOW_TEXT);
            let at = 0;
            for (let n = walker.nextNode(); n; n = walker.nextNode()) {
              if (whole < at + n.length) {
                const r = document.createRange();
                r.setStart(n, whole - at);
                r.setEnd(n, Math.min(n.length, whole - at + arguments[1].length));
                const b = r.getBoundingClientRect();
                return [Math.round(b.left + b.width / 2), Math.round(b.top + b.height / 2)];
              }
              at += n.length;
            }""", sentence, word)

    def click_at(self, x, y, drag_to=None):
        actions = ActionChains(self.driver)
        pointer = actions.w3c_actions.pointer_action
        pointer.move_to_location(x, y)
        pointer.pointer_down()
        if drag_to:
            pointer.move_to_location(*drag_to)
        pointer.pointer_up()
        actions.perform()

    # The window

    def size(self, width, height, scale=1):
        self.browser.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                             deviceScaleFactor=scale, mobile=width < 600)

    def messages(self):
        """Returns the warnings and errors of the console since the last call."""
        return [m["message"] for m in self.driver.get_log("browser") if m["level"] in ("SEVERE", "WARNING")]
