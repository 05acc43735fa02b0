"""Tests of stored settings, links, search, the sleep timer and printing."""
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import wait

FORBIDDEN = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"


def restores(checks, page, book):
    number = len(book.info["chapters"]) - 1
    page.open("")
    page.choose(number)
    page.go(4000)
    page.play()
    wait(lambda: page.time() > 4300)
    page.pause()
    time.sleep(0.2)
    before = page.time()
    page.open()
    back = wait(lambda: page.chapter() == number and page.time() > 0)
    shown = f"{before:.0f} and {page.time():.0f} ms"
    checks.check("the page opens where the reader stopped", back and abs(page.time() - before) < 100, shown)
    checks.check("the page does not play automatically", page.paused())


def without_storage(checks, page):
    end = page.before_each_page(FORBIDDEN)
    opened = page.open() and page.play()
    wait(lambda: page.time() > 200)
    checks.check("the page works if the browser forbids storage", opened and page.chapter() == 1 and page.time() > 200)
    page.pause()
    page.set("theme", "dark")
    checks.check("settings work without storage", page.js("return document.documentElement.dataset.theme") == "dark")
    end()


def settings(checks, page):
    page.open("#c1")
    page.set("speed", "2")
    fast = page.js("return [audio.playbackRate, audio.preservesPitch]")
    checks.check("the speed does not change the pitch", fast == [2, True], fast)
    page.choose(2)
    checks.check("the next chapter has the same speed", page.js("return audio.playbackRate") == 2)
    colour = "return getComputedStyle(document.body).backgroundColor"
    page.set("theme", "light")
    light = page.js(colour)
    page.set("theme", "dark")
    dark = page.js(colour)
    size = "return parseFloat(getComputedStyle(document.getElementById('text')).fontSize)"
    normal = page.js(size)
    page.set("size", "6")
    checks.check("light and dark colours differ", light != dark, (light, dark))
    checks.check("the largest type is at least twice as large", page.js(size) >= 2 * normal, page.js(size))
    page.open()
    kept = page.js("const d = document.documentElement.dataset; return [audio.playbackRate, d.theme, d.size]")
    checks.check("settings are stored", kept == [2, "dark", "6"], kept)
    for name, value in (("speed", "1"), ("theme", "auto"), ("size", "3")):
        page.set(name, value)


def links(checks, page, book):
    page.open("#c2s3")
    wait(lambda: page.chapter() == 2 and page.time() > 0)
    lit = page.js("return document.querySelector('.now').id")
    start = book.sentences(2)[2]["start"]
    checks.check("a link opens its sentence", lit == "c2s3" and abs(page.time() - start) < 40, (lit, page.time()))
    page.driver.find_element(By.ID, "link").click()
    wait(lambda: "link" in page.status().lower())
    checks.check("the button creates a link to a sentence", page.js("return location.hash") == "#c2s3", page.status())
    page.open("#c999s1")
    checks.check("a link to a missing chapter opens the book", page.chapter())


def finds(checks, page, book):
    page.open("#c1")
    number = len(book.info["chapters"])
    sentence = max(book.sentences(number), key=lambda s: len(s["text"]))
    address = f"#c{number}s{book.sentences(number).index(sentence) + 1}"
    found = page.search(" ".join(sentence["text"].upper().split()[1:5]))
    checks.check("search finds text in a chapter that is not yet loaded", address in found, found)
    marked = page.js("return document.querySelector('#results mark').textContent")
    checks.check("the match is marked", marked.lower() in sentence["text"].lower(), marked)
    page.js("document.querySelector(`#results a[href='${arguments[0]}']`).click()", address)
    opened = wait(lambda: page.chapter() == number and page.js("return document.querySelector('.now').id") == address[1:])
    checks.check("a result opens its sentence", opened)
    title = book.info["chapters"][1]["title"]
    checks.check("search finds titles", "#c2" in page.search(title.lower()))
    checks.check("search reports if it finds nothing", page.search("zebra crossing") == [] and page.status() == "0 results")


def sleeps(checks, page, book):
    page.open("#c2")
    page.play()
    page.set("sleep", "5")
    # Five minutes pass in steps of a second, with the events of playing audio.
    page.js("window.clock = Date.now(); Date.now = () => window.clock;")
    pass_seconds = """
      for (let i = 0; i < arguments[0]; i += 1) {
        window.clock += 1000;
        audio.dispatchEvent(new Event('timeupdate'));
      }"""
    page.js(pass_seconds, 290)
    checks.check("the sleep timer waits", not page.paused())
    page.js(pass_seconds, 15)
    checks.check("the sleep timer stops at the end of the sentence", wait(page.paused, 12), page.status())
    page.open("#c1")
    page.play()
    page.set("sleep", "chapter")
    page.go(book.info["chapters"][0]["duration"] - 300)
    wait(page.paused)
    checks.check("the sleep timer stops at the end of the chapter", page.chapter() == 1 and page.paused())


def prints(checks, page, book):
    end = page.before_each_page("window.print = () => { window.printed = document.querySelectorAll('.chapter').length; }")
    page.open("#c2s3")
    page.driver.find_element(By.ID, "print").click()
    printed = wait(lambda: page.js("return window.printed"))
    checks.check("all chapters are printed", printed == len(book.info["chapters"]), printed)
    page.browser.command("Emulation.setEmulatedMedia", media="print")
    hidden = page.js("return ['header button', '.skip', '#panel', '#controls']"
                     ".filter(s => document.querySelector(s).getClientRects().length)")
    checks.check("buttons are not printed", not hidden, hidden)
    page.browser.command("Emulation.setEmulatedMedia", media="")
    page.js("window.dispatchEvent(new Event('afterprint'))")
    checks.check("after printing, the page shows its chapter again", page.chapter() == 2 and len(page.lit()) == 1, page.lit())
    end()


def acts(checks, page, book):
    """The reader plays a role: its lines are silent, and the page can wait at them."""
    number, line = next((c, l) for c in range(1, 9) for l in book.lines(c) if l["kind"] == "dialogue" and l["speaker"])
    page.open(f"#c{number}")
    value = page.js("const options = [...document.getElementById('role').options];"
                    "return (options.find(o => o.text.startsWith(arguments[0])) || {}).value", line["speaker"])
    checks.check("the page offers the roles of the chapter", value, page.js("return document.getElementById('role').innerText"))
    page.set("role", value)
    page.set("wait", "go")
    marked = page.js("return document.querySelectorAll('.speech.mine').length")
    checks.check("the lines of the role are marked", marked > 0, marked)
    page.go(line["start"] - 500)
    page.play()
    heard = not page.js("return audio.muted")
    silent = wait(lambda: line["start"] < page.time() < line["end"] and page.js("return audio.muted"))
    on = wait(lambda: page.time() > line["end"] + 20 and not page.js("return audio.muted"))
    checks.check("the lines of the role are silent, and only they", heard and silent and on, (heard, silent, on))
    page.pause()
    page.set("wait", "key")
    page.go(line["start"] - 500)
    page.play()
    stopped = wait(page.paused) and abs(page.time() - line["start"]) < 200
    checks.check("the page waits at a line", stopped and "Your line" in page.status(), f"{page.time() - line['start']:.0f} ms")
    page.keys(Keys.SPACE)
    after = wait(lambda: not page.paused()) and page.time() >= line["end"] - 50
    checks.check("and goes on after the line", after, f"{page.time() - line['end']:.0f} ms")
    page.pause()
    page.open(f"#c{number}")
    kept = page.js("return document.getElementById('role').value")
    checks.check("the role is stored", kept == value, kept)
    page.set("role", "")
    page.set("wait", "go")
    checks.check("without a role nothing is silent", not page.js("return audio.muted"))
