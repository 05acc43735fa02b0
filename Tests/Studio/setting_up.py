"""Tests of settings, pauses, finished chapters and costs: what the page shows before and after each action."""
import json
import os

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from house import NATURAL, Guest, House
from page import wait
from story import CAST, SCRIPT


def settings_page(page, room):
    page.driver.get(room.address.split("?")[0] + "settings")
    return page.find("#providers [data-provider]")


def in_dialog(page):
    """Returns the text of the open question, or None if none is open."""
    return wait(lambda: page.js("const d = document.getElementById('ask'); return d.open && d.textContent"))


def answer(page, yes):
    page.driver.find_element(By.CSS_SELECTOR, "#ask button" + (".main" if yes else ":not(.main)")).click()
    wait(lambda: not page.js("return document.getElementById('ask').open"))


def pauses(checks, browser, program):
    """Pauses have names and descriptions. Several presses of an arrow key in a row are one change."""
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        page.tab("pauses")
        field = page.find("#pause-chapterEnd")
        label, about = page.text("label[for='pause-chapterEnd']"), page.text("#pause-chapterEnd-about")
        checks.check("a pause has a name and a description", label == "End of a chapter, seconds" and "After the last words" in about, (label, about))
        field.click()
        page.keys(*[Keys.ARROW_UP] * 5)
        at = page.js("return [document.activeElement.id, document.activeElement.value]")
        enabled = wait(lambda: page.js("return !document.getElementById('pause-chapterEnd-reset').disabled"))
        checks.check("Reset can be pressed while the field has the focus", enabled and at == ["pause-chapterEnd", "2.25"], at)
        kept = wait(lambda: '"chapterEnd": 2250' in room.written)
        wait(lambda: page.js("return !document.getElementById('undo').disabled"))
        page.click("#undo")
        checks.check("five presses of an arrow key are one undo step", kept and wait(lambda: room.written == CAST), room.written)
        checks.check("the field shows the value after undo", wait(lambda: page.js("return document.getElementById('pause-chapterEnd').value") == "2"))
        disabled = page.js("return document.getElementById('pause-chapterEnd-reset').disabled")
        checks.check("Reset is disabled again", disabled)
        page.value("#pause-paragraph", "0.9", "change")
        wait(lambda: '"paragraph": 900' in room.written)
        page.click("#pause-paragraph-reset")
        checks.check("Reset removes the pause from the cast", wait(lambda: "paragraph" not in room.written), room.written)
        checks.check("the focus goes from Reset to the field", page.focus()["name"] == "pause-paragraph", page.focus())


def asks_before_disabling(checks, browser, program):
    """A provider that the cast uses is disabled only if the user agrees. After that, the page of the script links to the
    settings."""
    cast = CAST.replace("espeak://en-gb+m3?rate=1.1", "hibari://heart")
    if not NATURAL.is_dir():
        return checks.check("the natural voice is installed (Scripts/install-natural)", False)
    with House(program, SCRIPT, cast) as room:
        page = Guest(browser, room.address)
        page.open()
        settings_page(page, room)
        shown = page.text("[data-provider='hibari'] details code")
        checks.check("the settings name the configuration file", shown == "~/.config/guion2audio/config.json", shown)
        checks.check("a provider that cannot be disabled has no checkbox", not page.js("return document.getElementById('enable-provider-espeak')"))
        page.click("#enable-provider-hibari")
        words = in_dialog(page) or ""
        checks.check("before a provider of the cast is disabled, the page asks and names the roles", "to OSSIAN." in words and "cannot be played" in words, words)
        answer(page, False)
        held = page.js("const b = document.getElementById('enable-provider-hibari'); return b.checked && document.activeElement === b")
        checks.check("after Cancel the provider is still enabled, and its checkbox has the focus", held and not (room.settings / "providers.json").exists())
        page.click("#enable-provider-hibari")
        in_dialog(page)
        answer(page, True)
        page.shows("#status", "Hibari is disabled")
        page.driver.get(room.address.split("?")[0])
        banner = page.shows("#banners", "disabled")
        words = page.text("#banners")
        checks.check("the page of the script reports that the provider is disabled, and names no command", banner and "guion2audio" not in words, words)
        page.click("#banners button")
        checks.check("the button of this message opens the settings", wait(lambda: page.driver.current_url.endswith("/settings")), page.driver.current_url)
        page.find("#enable-provider-hibari")
        page.click("#enable-provider-hibari")
        checks.check("a provider is enabled without a question", page.shows("#status", "Hibari is enabled"), page.text("#status"))
    free(checks, browser, program)


def free(checks, browser, program):
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        settings_page(page, room)
        page.click("#enable-provider-piper")
        checks.check("an unused provider is disabled without a question", page.shows("#status", "Piper is disabled"), page.text("#status"))
        page.click("[data-provider='kokoro'] button")
        found = wait(lambda: page.js("return [...document.querySelectorAll('#available li')].map(e => e.dataset.voice)"))
        checks.check("the button of Kokoro shows its voices", found and all(uri.startswith("kokoro://") for uri in found), found[:3])
        red = page.js("return [...document.querySelectorAll('#providers .error')].map(e => e.textContent)")
        checks.check("a provider that only needs a voice is not shown as an error", not red, red)


def logs_in(checks, browser, program):
    """A key that cannot be checked stays in its field, and the page shows the reason beside it."""
    config = {"providers": {"elevenlabs": {"baseURL": "http://127.0.0.1:9"}}}
    with House(program, SCRIPT, CAST, config=config) as room:
        page = Guest(browser, room.address)
        page.open()
        settings_page(page, room)
        page.js("window.slow = window.fetch; window.fetch = async (...a) => { await new Promise((d) => setTimeout(d, 400)); return window.slow(...a); }")
        page.find("#key-provider-elevenlabs").send_keys("sk_studio_0123456789")
        page.find("#key-provider-openai").send_keys("half a key")
        page.js("document.getElementById('login-provider-elevenlabs').click()")
        checks.check("the form shows that the key is being checked", page.shows("#state-provider-elevenlabs", "Checking", 2))
        failed = page.shows("#trouble-provider-elevenlabs", "could not be checked", 60)
        value = page.js("return document.getElementById('key-provider-elevenlabs').value")
        checks.check("a key that cannot be checked stays in the field, and the reason is beside it",
                     failed and value == "sk_studio_0123456789" and not page.text("#state-provider-elevenlabs"), page.text("#trouble-provider-elevenlabs"))
        page.click("#verify-provider-elevenlabs")
        page.js("document.getElementById('login-provider-elevenlabs').click()")
        gone = wait(lambda: page.js("return !document.getElementById('key-provider-elevenlabs')"))
        checks.check("the page no longer contains the stored key", gone and page.shows("#status", "Logged in"), page.text("#status"))
        other = page.js("return document.getElementById('key-provider-openai').value")
        checks.check("a key in another field stays", other == "half a key", other)
        checks.check("the focus stays with the provider", page.focus()["name"] == "enable-provider-elevenlabs", page.focus())


def installs(checks, browser, program):
    """The row of a voice shows the progress of its installation, and the reason if it fails."""
    os.environ["https_proxy"] = "http://127.0.0.1:9"
    try:
        with House(program, SCRIPT, CAST) as room:
            page = Guest(browser, room.address)
            page.open()
            settings_page(page, room)
            row = "#available [data-voice^='kokoro://']"
            page.find(row)
            voice = page.js("return document.querySelector(arguments[0]).dataset.voice", row)
            page.click(f"{row} button")
            failed = page.shows(f"[data-voice='{voice}'] .voice-state", "Not installed", 90)
            again = page.text(f"[data-voice='{voice}'] button")
            checks.check("the row of a voice that cannot be installed shows the reason", failed and again == "Try again",
                         page.text(f"[data-voice='{voice}'] .voice-state"))
    finally:
        del os.environ["https_proxy"]
    with House(program, SCRIPT, CAST) as room:
        page = Guest(browser, room.address)
        page.open()
        settings_page(page, room)
        page.find("#available button")
        page.js("""
          const real = window.fetch, button = document.querySelector('#available button'), uri = button.closest('li').dataset.voice;
          let bytes = 0;
          window.fetch = async (address, options) => {
            if (address === '/api/settings/install') return new Response('{}', {status: 202});
            if (!String(address).startsWith('/api/changes')) return real(address, options);
            await new Promise((done) => setTimeout(done, 100));
            bytes += 1e6;
            return new Response(JSON.stringify({seen: bytes, state: 1, install: {uri, bytes, total: 63e6, running: bytes < 60e6}}));
          };
          window.uri = uri;""")
        page.click("#available button")
        shown = wait(lambda: "MB of 63 MB" in (page.js("return document.querySelector(`[data-voice='${window.uri}'] .voice-state`).textContent") or ""), 45)
        bar = page.js("return document.querySelector(`[data-voice='${window.uri}'] progress`)?.value")
        checks.check("the row of a voice shows the progress of its installation", shown and bar, (shown, bar))


def chapters(checks, browser, program):
    """Finished chapters play one after the other. An outdated chapter keeps its length, and the page shows what has changed."""
    with House(program, SCRIPT, CAST, ["--format", "mp3"]) as room:
        page = Guest(browser, room.address)
        page.open()
        page.tab("render")
        page.click("#render")
        wait(lambda: page.text("#render") == "Render" and page.js("return document.querySelectorAll('#chapters [data-chapter]').length") == 3, 60)
        result = page.text("#render-state")
        checks.check("the result of a first render does not mention unchanged chapters", "3 chapters" in result and "unchanged" not in result, result)
        page.plays(lambda: page.click("#chapters [data-chapter='2'] .play"))
        lit = page.js("return getComputedStyle(document.querySelector('#chapters [data-chapter=\"2\"]')).backgroundColor")
        dark = page.js("return getComputedStyle(document.querySelector('#chapters [data-chapter=\"1\"]')).backgroundColor")
        checks.check("the playing chapter is highlighted", lit != dark, (lit, dark))
        page.js("const s = document.getElementById('sound'); s.currentTime = s.duration - 0.3")
        checks.check("after a chapter the next one plays", page.shows("#player-who", "Chapter 3"), page.text("#player-who"))
        checks.check("the list highlights the next chapter", wait(lambda: page.js("return document.querySelector('#chapters .active').dataset.chapter") == "3"))
        page.js("const s = document.getElementById('sound'); s.currentTime = s.duration - 0.3")
        checks.check("after the last chapter nothing plays", wait(page.silent), page.text("#player-text"))
        lengths = page.js("return [...document.querySelectorAll('#chapters li')].map((e) => e.querySelector('.soft').textContent)")
        page.edit({"kind": "voice", "role": "OSSIAN", "voice": "espeak://en-us+m1"})
        stale = "return [...document.querySelectorAll('#chapters li')].map((e) => [e.querySelector('.soft')?.textContent, e.querySelector('.stale')?.textContent])"
        wait(lambda: page.js(stale)[1][1])
        rows = page.js(stale)
        checks.check("an outdated chapter keeps its length, and the page names the voices as the reason",
                     rows[1][0] == lengths[1] != "0:00" and "voices" in rows[1][1] and rows[2] == [lengths[2], None], (lengths, rows))
        room.replace(room.script, SCRIPT.replace("The boat is gone.", "The boat has gone."))
        wait(lambda: page.js(stale)[2][1])
        rows = page.js(stale)
        checks.check("after a change of the text the page names the script as the reason", "script" in rows[2][1] and "voices" in rows[1][1], rows)


def prices(checks, browser, program):
    """The question before a paid line names the sum, and each fact only once."""
    for prices, title, more in (({"prices": {"perThousandCharacters": 1, "currency": "USD"}}, "Pay 0.0360 USD?", ""), ({}, None, "")):
        with House(program, SCRIPT) as room:
            room.close()
            speak = room.home / "speak"
            speak.write_text('#!/bin/sh\nespeak-ng --stdin -w "$1"\n', encoding="utf-8")
            speak.chmod(0o755)
            provider = {"type": "command", "voices": [{"id": "v1"}], "command": [str(speak), "{output}", "{voice}"], **prices}
            (room.settings / "config.json").write_text(json.dumps({"providers": {"paid": provider}}), encoding="utf-8")
            room.cast.write_text(json.dumps({"narrator": "espeak://en-us", "characters": {"OSSIAN": "paid://v1"}}), encoding="utf-8")
            room.start()
            page = Guest(browser, room.address)
            page.open()
            if title is None:
                seconds = page.plays(lambda: page.click("#roles [data-role='OSSIAN'] .play"))
                checks.check("a line of a program without a price plays without a question", seconds is not None)
                continue
            page.click("#roles [data-role='OSSIAN'] .play")
            words = in_dialog(page) or ""
            page.shot("price")
            checks.check("the question names the sum once and the characters once",
                         page.text("#ask-title") == title and words.count("36 characters") == 1 and words.count("USD") == 1, words)
            answer(page, False)
