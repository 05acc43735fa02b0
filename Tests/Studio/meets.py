"""Tests of events while the studio is open: a drag, a paid line, a second page, an editor, a key."""
import json
import stat
import time

from selenium.webdriver.common.by import By

from house import Guest, House
from page import wait
from story import CAST, SCRIPT

PRICED = {"providers": {"paid": {
    "type": "command", "voices": [{"id": "v1"}, {"id": "v2"}], "prices": {"perThousandCharacters": 1, "currency": "USD"}}}}


def drags(checks, browser, program):
    """Drags a voice onto a role, with the events of a drag and the browser's own data."""
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        page.click("#roles [data-role='OSSIAN'] .choose")
        page.find("#candidates [data-voice]")
        voice = page.js("""
          const from = document.querySelector('#candidates [data-voice]');
          const to = document.querySelector("#roles [data-role='MIREILLE']");
          const data = new DataTransfer();
          const send = (element, name) => element.dispatchEvent(
            new DragEvent(name, {bubbles: true, cancelable: true, dataTransfer: data}));
          send(from, 'dragstart');
          send(to, 'dragover');
          send(to, 'drop');
          return from.dataset.voice;
        """)
        expected = CAST.replace("espeak://en-us+f2", voice)
        checks.check("dragging a voice onto a role changes only this voice in the file",
                     wait(lambda: room.written == expected), room.written)


def pays(checks, browser, program):
    """The page asks before it plays a paid line. Nothing is spoken before the user agrees."""
    with House(program, SCRIPT, config=None) as room:
        spoken = room.home / "spoken"
        room.close()
        speak = room.home / "speak"
        speak.write_text(f'#!/bin/sh\ntee -a "{spoken}" | espeak-ng --stdin -w "$1"\n', encoding="utf-8")
        speak.chmod(0o755)
        PRICED["providers"]["paid"]["command"] = [str(speak), "{output}", "{voice}"]
        (room.settings / "config.json").write_text(json.dumps(PRICED), encoding="utf-8")
        room.cast.write_text(json.dumps({"narrator": "espeak://en-us", "characters": {"OSSIAN": "paid://v1"}}), encoding="utf-8")
        room.options = ["--max-cost", "0.08"]
        room.start()
        page = Guest(browser, room.address)
        page.open()
        play = "#roles [data-role='OSSIAN'] .play"
        page.click(play)
        asked = wait(lambda: page.js("return document.getElementById('ask').open"))
        words = page.text("#ask") or ""
        checks.check("the page asks before a paid line, with its cost", asked and "36 characters of paid" in words, words)
        page.driver.find_element(By.CSS_SELECTOR, "#ask button:not(.main)").click()
        wait(lambda: not page.js("return document.getElementById('ask').open"))
        checks.check("nothing is spoken before the user agrees", not spoken.exists())
        page.click(play)
        wait(lambda: page.js("return document.getElementById('ask').open"))
        seconds = page.plays(lambda: page.driver.find_element(By.CSS_SELECTOR, "#ask button.main").click())
        checks.check("the line plays after the user agrees", seconds is not None and "gone out twice" in spoken.read_text())
        page.silence()
        before = spoken.read_text()
        page.click(play)
        sounds = wait(lambda: page.js("const s = document.getElementById('sound'); return !s.paused && s.currentTime > 0.02"))
        checks.check("a paid line is free from then on", sounds and spoken.read_text() == before, spoken.read_text())
        page.silence()
        takes(checks, page, room, spoken)


def takes(checks, page, room, spoken):
    """The voice says a line differently: the cost is shown first, only this line changes, and the setting is undone."""
    before, file = spoken.read_text(), room.folder / "script.voices"
    page.click(page.line_with("gone out twice") + " .dialogue")
    page.click("#line-take")
    told = wait(lambda: "36 characters of paid" in (page.text("#line-cost") or ""))
    checks.check("another take shows its cost before it is spoken or saved", told and page.text("#line-take-value") == "Take 2"
                 and spoken.read_text() == before and not file.exists(), page.text("#line-cost"))
    page.click("#line-hear")
    wait(lambda: page.js("return document.getElementById('ask').open"))
    seconds = page.plays(lambda: page.driver.find_element(By.CSS_SELECTOR, "#ask button.main").click())
    checks.check("the other take is spoken once", seconds is not None and spoken.read_text().count("gone out twice") == 2, spoken.read_text())
    page.silence()
    page.click("#line-save")
    saved = wait(lambda: file.exists() and "take 2" in file.read_text())
    checks.check("the take is a setting of its line, and no other line changes", saved and wait(lambda: "1 line is affected" in (page.text("#status") or "")),
                 (file.exists() and file.read_text(), page.text("#status")))
    page.click("#undo")
    checks.check("another take is undone", wait(lambda: not file.exists()), file.exists() and file.read_text())
    page.click(page.line_with("out a third time") + " .dialogue")
    shown = page.js("return document.getElementById('line-takes').checkVisibility()")
    checks.check("a voice that says a line the same way each time has no other takes", shown is False, shown)


def conflicts(checks, browser, program):
    """A second page or an editor changes the cast. The first page reports the change and loses nothing."""
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        changed = CAST.replace('"paragraph": 500', '"paragraph": 900')
        room.replace(room.cast, changed)
        shown = "return document.querySelector('#pause-paragraph') && document.querySelector('#pause-paragraph').value"
        checks.check("the page shows an editor's change of the cast", wait(lambda: page.js(shown) == "0.9"), page.js(shown))
        room.replace(room.script, SCRIPT.replace("The boat is gone.", "The boat has gone for good."))
        checks.check("the page shows an editor's change of the script",
                     wait(lambda: page.line_with("gone for good")), page.text("#script"))
        room.replace(room.cast, '{ "narrator": 1 }')
        checks.check("the page reports an invalid cast", wait(lambda: "cast.json:1:15" in (page.text("#banners") or "")), page.text("#banners"))
        room.replace(room.cast, changed)
        checks.check("the message disappears when the cast is valid again", wait(lambda: "cast.json" not in (page.text("#banners") or "")),
                     page.text("#banners"))
        # The page sends its change with an outdated digest, as if it did not yet know another change.
        page.js("""
          const real = window.fetch;
          window.fetch = (address, options) => {
            if (String(address) === '/api/edit') options.body = options.body.replace(/"digest":"[0-9a-f]{4}/, '"digest":"0000');
            window.fetch = real;
            return real(address, options);
          };
          const pause = document.querySelector('#pause-quote');
          pause.value = 0.123;
          pause.dispatchEvent(new Event('change', {bubbles: true}));
        """)
        asked = wait(lambda: page.js("return document.getElementById('ask').open"))
        checks.check("a conflicting change is not written, and the page asks", asked and room.written == changed, room.written)
        page.driver.find_element(By.CSS_SELECTOR, "#ask button.main").click()
        checks.check("the change can be applied again", wait(lambda: '"quote": 123' in room.written), room.written)


def tabs(checks, browser, program):
    """Hidden tabs hold no connection, because a browser allows only six connections to a server. A tab that is shown again
    is up to date."""
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        driver, first = browser.driver, browser.driver.current_window_handle
        own = [first]
        for _ in range(8):
            driver.switch_to.new_window("tab")
            own.append(driver.current_window_handle)
            begin = time.monotonic()
            driver.get(room.address.split("?")[0])
            there = wait(lambda: page.js("return document.querySelectorAll('#roles li').length > 0"), 30)
            seconds = time.monotonic() - begin
        checks.check("a ninth tab loads within 5 s", there and seconds < 5, f"{seconds:.1f} s")
        room.replace(room.script, SCRIPT.replace("The boat is gone.", "The boat has gone for good."))
        checks.check("the visible tab shows a change", wait(lambda: page.line_with("gone for good")))
        for handle in own[1:]:
            driver.switch_to.window(handle)
            driver.close()
        driver.switch_to.window(first)
        checks.check("a hidden tab shows the change when it becomes visible", wait(lambda: page.line_with("gone for good"), 5))
        checks.check("a hidden tab reports no failure", "does not answer" not in (page.text("#banners") or ""), page.text("#banners"))


def keys(checks, browser, program):
    """A key goes from the form to the credential store, and appears nowhere else."""
    secret = "sk_studio_0123456789"
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        page.driver.get(room.address.split("?")[0] + "settings")
        field = page.find("#key-provider-elevenlabs")
        checks.check("the field is for a password that browsers do not store",
                     field.get_attribute("type") == "password" and field.get_attribute("autocomplete") == "off")
        field.send_keys(secret)
        page.js("const v = document.getElementById('key-provider-elevenlabs').form.querySelector('input[type=checkbox]'); if (v && v.checked) v.click()")
        page.click("#login-provider-elevenlabs")
        kept = wait(lambda: [f for f in room.home.rglob("*") if f.is_file() and f.name != "log" and secret in f.read_text(errors="replace")])
        modes = [stat.S_IMODE(f.stat().st_mode) for f in kept or []]
        checks.check("the key is in one file, which only the user can read", modes == [0o600], [str(f) for f in kept or []])
        wait(lambda: page.js("return !document.getElementById('key-provider-elevenlabs')"))
        answers = page.js("""
          const request = new XMLHttpRequest();
          let text = document.documentElement.outerHTML;
          for (const address of ['/api/settings', '/api/book', '/api/voices']) {
            request.open('GET', address, false);
            request.send();
            text += request.responseText;
          }
          return text;
        """)
        seen = secret in answers or secret in room.log.read_text(errors="replace")
        checks.check("no answer, no page and no log contains the key", not seen)
        switches = room.settings / "providers.json"
        checks.check("the provider is enabled", wait(lambda: switches.exists() and "elevenlabs" in switches.read_text()))
        removed = page.js("""
          const request = new XMLHttpRequest();
          request.open('POST', '/api/settings/logout', false);
          request.setRequestHeader('Content-Type', 'application/json');
          request.send(JSON.stringify({id: 'elevenlabs'}));
          return request.status;
        """)
        left = [f for f in room.home.rglob("*") if f.is_file() and f.name != "log" and secret in f.read_text(errors="replace")]
        checks.check("logging out removes the key", removed == 200 and not left, left)
