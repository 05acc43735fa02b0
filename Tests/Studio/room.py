"""A studio on a copy of a script, and its page in a browser."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
from urllib.parse import urlsplit

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Browser"))

from selenium.common.exceptions import StaleElementReferenceException  # noqa: E402

from page import wait  # noqa: E402


class Room:
    """A folder with a script and optionally a cast, and a studio that has opened them.

    The user's caches, keys and settings are not used: the home folder is empty."""

    def __init__(self, program, script, cast=None, options=()):
        self.space = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.folder = pathlib.Path(self.space.name) / "work"
        self.folder.mkdir()
        self.script = self.folder / "script.fountain"
        self.script.write_text(script, encoding="utf-8")
        self.cast = self.folder / "cast.json"
        if cast is not None:
            self.cast.write_text(cast, encoding="utf-8")
        self.program, self.options = program, list(options)

    def __enter__(self):
        home = pathlib.Path(self.space.name) / "home"
        home.mkdir(exist_ok=True)
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "GUION2AUDIO_", "DBUS_"))}
        environment |= {"HOME": str(home), "GUION2AUDIO_CACHE": str(home / "cache")}
        self.process = subprocess.Popen(
            [self.program, "studio", self.script.name, "--no-open", *self.options], cwd=self.folder,
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.close()
        self.space.cleanup()

    def close(self):
        """Ends the studio as Ctrl-C does. Returns its status and the seconds."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        return status, time.monotonic() - start

    @property
    def written(self):
        """The text of the cast file; None if it does not exist."""
        return self.cast.read_text(encoding="utf-8") if self.cast.exists() else None


class StudioPage:
    """The page of a studio, with the actions of a person."""

    def __init__(self, browser, address):
        self.browser, self.driver, self.address = browser, browser.driver, address

    def js(self, code, *values):
        return self.driver.execute_script(code, *values)

    def open(self):
        """Opens the page. Returns the seconds until a line can be played, or None."""
        start = time.monotonic()
        self.driver.get(self.address)
        ready = "return document.querySelectorAll('#script .play').length > 0 && document.querySelectorAll('#roles li').length > 0"
        return time.monotonic() - start if wait(lambda: self.js(ready), 20) else None

    def find(self, selector):
        return wait(lambda: self.js("return document.querySelector(arguments[0])", selector))

    def click(self, selector):
        """Scrolls an element into view and clicks it, as a mouse does."""
        for _ in range(5):
            element = self.find(selector)
            if element is None:
                raise AssertionError(f"no element matches {selector}")
            try:
                self.js("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", element)
                element.click()
                return element
            except StaleElementReferenceException:
                pass  # the page has drawn a list again in the meantime
        raise AssertionError(f"{selector} is redrawn repeatedly, so it cannot be clicked")

    def text(self, selector):
        return self.js("const e = document.querySelector(arguments[0]); return e && e.textContent.trim()", selector)

    def line_with(self, words):
        """Returns the selector of the unit whose text contains some words."""
        line = self.js(
            "const u = [...document.querySelectorAll('#script [data-line]')].find(e => e.textContent.includes(arguments[0]));"
            "return u && u.dataset.line", words)
        return f"#script [data-line='{line}']" if line is not None else None

    @property
    def time(self):
        """The position of the playing audio, in seconds."""
        return self.js("return document.getElementById('sound').currentTime")

    @property
    def source(self):
        return self.js("return document.getElementById('sound').getAttribute('src')")

    def plays(self, act):
        """Does something that starts audio. Returns the seconds until the new audio advances, or None."""
        before = self.source
        start = time.monotonic()
        act()
        moved = wait(lambda: self.source != before and self.time > 0.02, 10)
        return time.monotonic() - start if moved else None

    def silence(self):
        self.js("document.getElementById('player-stop').click()")
        return wait(lambda: self.text("#player-text") == "Nothing is playing.")

    def console(self):
        """Returns the warnings and errors of the browser, without those about other studios, whose pages were open before, and
        without advice about the tests' own reading of pictures, and without pictures of lines that were asked for while the
        book was planned again (409)."""
        other = re.compile(r"http://127\.0\.0\.1:(?!" + str(urlsplit(self.address).port) + r"/)\d+/")
        stale = re.compile(r"/api/peaks\S* .*\b409\b")
        return [entry["message"] for entry in self.driver.get_log("browser") if not stale.search(entry["message"])
                and entry["level"] in ("SEVERE", "WARNING") and entry["source"] != "rendering" and not other.search(entry["message"])]
