"""A studio with its own settings, and its page with functions for the long story: keys, answers, focus, size."""
import json
import os
import pathlib
import subprocess
import time

from selenium.webdriver.common.action_chains import ActionChains

from page import Browser, wait
from room import ROOT, Room, StudioPage

SHOTS = os.environ.get("STUDIO_SHOTS")
NATURAL = pathlib.Path(os.environ.get("GUION2AUDIO_NATURAL") or ROOT / ".build/natural")


class House(Room):
    """A room with a user configuration, and with the natural voice if its files exist.

    The program's standard error goes to the file `log`, because no code reads a pipe during the story."""

    def __init__(self, program, script, cast=None, options=(), config=None):
        super().__init__(str(pathlib.Path(program).resolve()), script, cast, options)
        self.inputs = [self.script.name]
        self.home = pathlib.Path(self.space.name) / "home"
        self.settings = self.home / ".config/guion2audio"
        self.settings.mkdir(parents=True)
        self.home.chmod(0o700)
        self.log = self.home / "log"
        if config is not None:
            (self.settings / "config.json").write_text(json.dumps(config), encoding="utf-8")

    def __enter__(self):
        self.start()
        return self

    def start(self):
        """Starts the studio, for the first time or again."""
        environment = {k: v for k, v in os.environ.items()
                       if not k.startswith(("XDG_", "GUION2AUDIO_", "DBUS_")) and "KEY" not in k and "TOKEN" not in k}
        environment |= {"HOME": str(self.home), "GUION2AUDIO_CACHE": str(self.home / "cache"),
                        "DBUS_SESSION_BUS_ADDRESS": "disabled:"}
        if NATURAL.is_dir():
            environment["GUION2AUDIO_NATURAL"] = str(NATURAL)
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "studio", *self.inputs, "--no-open", *self.options], cwd=self.folder,
                env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(f"no address: {self.log.read_text(errors='replace')[-2000:]}")

    def replace(self, path, text):
        """Replaces a file as an editor does: a new file gets the name."""
        new = path.with_name("." + path.name + ".new")
        new.write_text(text, encoding="utf-8")
        os.replace(new, path)

    def memory(self):
        """Returns the memory of the program in megabytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


FOCUS = """
  const e = document.activeElement, s = getComputedStyle(e), b = e.getBoundingClientRect();
  const voice = e.closest('[data-voice]'), unit = e.closest('.unit');
  let name = e.id || (voice && e.localName + ' of ' + voice.dataset.voice) || (unit && 'unit ' + unit.dataset.unit);
  name = name || (e.getAttribute('aria-label') || e.textContent).trim().replace(/\\s+/g, ' ').slice(0, 50);
  // The element is in view, and no other element covers it.
  const x = Math.max(0, b.left) + Math.min(b.width, 20) / 2, y = b.top + Math.min(b.height, 20) / 2;
  const top = document.elementFromPoint(x, y);
  return {name, tag: e.localName, role: e.getAttribute('role'), lost: e === document.body,
    ring: s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2,
    seen: b.width > 0 && b.bottom > 0 && b.top < innerHeight && b.right > 0 && b.left < innerWidth
      && Boolean(top) && (e.contains(top) || top.contains(e))};
"""

RUN_AXE = """
  axe.run(document, {resultTypes: ['violations'], preload: false}).then((found) => JSON.stringify([found.passes.length,
    found.violations.map((v) => [v.id, v.impact, v.help, v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160))])]))
"""


class Guest(StudioPage):
    """The page of a studio, with the actions of a person with a keyboard."""

    def open(self):
        seconds = super().open()
        if seconds is None:
            raise AssertionError("the page shows no script: " + (self.text("#banners") or "") + str(self.console()))
        return seconds

    def keys(self, *keys):
        ActionChains(self.driver, duration=0).send_keys(*keys).perform()

    def chord(self, modifier, key):
        ActionChains(self.driver, duration=0).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def tab_key(self, backwards=False):
        """Presses Tab with the DevTools, which are many times faster than the driver's actions."""
        for kind in ("rawKeyDown", "keyUp"):
            self.browser.command("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9,
                                 modifiers=8 if backwards else 0)

    def focus(self):
        return self.js(FOCUS)

    def value(self, selector, value, event="input"):
        """Fills a field as a person does."""
        self.js("const e = document.querySelector(arguments[0]); e.value = arguments[1];"
                "e.dispatchEvent(new Event(arguments[2], {bubbles: true}))", selector, value, event)

    def api(self, path, body=None):
        """Sends a request as the page does. Returns the status and the content of the answer."""
        return self.driver.execute_async_script(
            "const [path, body, done] = arguments;"
            "fetch(path, body && {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})"
            ".then(async (a) => done({status: a.status, ...await a.json()}), (e) => done({status: 0, error: String(e)}))", path, body)

    def book(self):
        return self.api("/api/book")

    def edit(self, *edits, **more):
        """Changes the cast without the page, as a second page does."""
        return self.api("/api/edit", {"digest": self.book()["cast"]["digest"], "edits": list(edits), "try": False, **more})

    def tab(self, name):
        self.js("document.getElementById('tab-' + arguments[0]).click()", name)

    def theme(self, value):
        self.value("#theme", value, "change")

    def size(self, width, height):
        self.browser.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                             deviceScaleFactor=1, mobile=width < 600)

    def wide(self):
        """Returns by how many pixels the page is wider than the window."""
        return self.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")

    def silent(self):
        return self.text("#player-text") == "Nothing is playing."

    def shows(self, selector, words, seconds=8):
        """Waits until an element shows some words; returns whether it does."""
        return bool(wait(lambda: words in (self.text(selector) or ""), seconds))

    def axe(self, script):
        """Returns the number of passed rules, and the violations. axe is loaded with the DevTools, to which the policy does
        not apply."""
        if not self.js("return Boolean(window.axe)"):
            self.browser.command("Runtime.evaluate", expression=pathlib.Path(script).read_text(encoding="utf-8"))
        made = self.browser.command("Runtime.evaluate", expression=RUN_AXE, awaitPromise=True, returnByValue=True)
        return json.loads(made["result"]["value"])

    def shot(self, name):
        if SHOTS:
            self.driver.save_screenshot(f"{SHOTS}/b-{name}.png")


def policy(messages):
    """Returns the messages about the content security policy and about errors in scripts."""
    wrong = ("Content Security Policy", "Content-Security-Policy", "Refused to", "TrustedHTML", "Trusted", "Uncaught", "TypeError")
    return [message for message in messages if any(word in message for word in wrong)]


def stopwatch(checks, part, *values):
    """Runs a part in a new browser and prints how long it took."""
    start = time.monotonic()
    print(f"--- {part.__module__}.{part.__name__}", flush=True)
    with Browser(1400, 1000) as browser:
        checks.run(part, browser, *values)
    print(f"      {time.monotonic() - start:.1f} s", flush=True)
