"""Tests of moving in the text with pointer and keys."""
import time

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from page import wait


def word_to_try(book, number):
    """Returns a sentence with word times: its id, a later word, and the time of that word."""
    for i, sentence in enumerate(book.sentences(number)):
        if len(sentence["words"]) > 6:
            place, start = sentence["words"][4]
            word = sentence["text"][place : sentence["words"][5][0]].rstrip()
            if sentence["text"].count(word) == 1:
                return f"c{number}s{i + 1}", word, start
    raise LookupError("no sentence with times of words")


def watch(page):
    """Records the position at which the audio begins when it next plays."""
    page.js("window.began = null; audio.addEventListener('play', () => { window.began = audio.currentTime; }, {once: true})")


def began(page):
    """Returns the position at which the audio began, in milliseconds of its file, and pauses it."""
    at = wait(lambda: page.js("return window.began"))
    page.pause()
    return at * 1000


def announced(checks, page, book, number=2):
    """A click on a cue plays from its announcement."""
    page.choose(number)
    page.pause()
    line = next(i for i in book.lines(number) if i["kind"] == "announcement")
    watch(page)
    page.js("document.querySelector('.character').click()")
    at = began(page)
    checks.check("a click on a cue plays its announcement", abs(at - line["start"]) < 30, f"{line['start']:.0f}, {at:.0f} ms")


def right_to_left(checks, page):
    """In text from right to left, the left arrow moves forward."""
    page.open("#c1")
    page.js("const all = [...document.querySelectorAll('.sentence')]; all.find(e => /عربي/.test(e.textContent)).focus()")
    page.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    selected = page.js("return getSelection().toString()")
    checks.check("the left arrow moves forward in text from right to left", selected == "نص", selected)


def clicks(checks, page, book, number=2):
    page.choose(number)
    page.pause()
    sentence, word, start = word_to_try(book, number)
    x, y = page.word_on_screen(sentence, word)
    watch(page)
    page.click_at(x, y)
    at = began(page)
    checks.check("a click on a word plays from there", abs(at - start) < 30, f"word at {start} ms, audio at {at:.0f} ms")
    lit = page.js("return document.querySelector('.now').id")
    checks.check("the clicked sentence is highlighted", lit == sentence, lit)


def drags(checks, page, book, number=2):
    page.choose(number)
    page.pause()
    page.go(1000)
    x, y = page.word_on_screen(*word_to_try(book, number)[:2])
    page.click_at(x, y, drag_to=(x + 120, y))
    time.sleep(0.2)
    selected = page.js("return getSelection().toString()")
    checks.check("a drag selects words and does not play", page.paused() and selected, selected)
    page.js("getSelection().removeAllRanges(); document.activeElement.blur()")


def keys(checks, page, book, number=2):
    page.choose(number)
    page.pause()
    lines = [i for i in book.lines(number) if i["kind"] in ("action", "scene-heading")]
    page.js("document.activeElement.blur()")
    page.go(lines[1]["start"] + 100)
    page.keys(Keys.ARROW_LEFT)
    time.sleep(0.2)
    checks.check("left arrow goes to the previous sentence", page.time() < lines[1]["start"] - 50, page.time())
    page.keys(Keys.ARROW_RIGHT)
    time.sleep(0.2)
    checks.check("right arrow goes to the next sentence", abs(page.time() - lines[1]["start"]) < 40, page.time())
    page.keys(Keys.SPACE)
    started = wait(lambda: not page.paused())
    page.keys(Keys.SPACE)
    checks.check("Space plays and pauses", started and wait(page.paused))


def enters(checks, page, book, number=2):
    """Tab enters the text, arrows go to a word, and Enter plays it."""
    page.choose(number)
    page.pause()
    sentence, word, start = word_to_try(book, number)
    sentences = book.sentences(number)
    index = int(sentence.split("s")[1]) - 1
    page.go(sentences[index]["start"] + 30)
    page.js("document.getElementById('text').focus()")
    page.keys(Keys.TAB)
    checks.check("Tab reaches the current sentence", page.focus() == sentence, page.focus())
    for _ in range(40):
        page.keys(Keys.ARROW_RIGHT)
        selected = page.js("return getSelection().toString()")
        if selected and word.startswith(selected):
            break
    checks.check("arrows select words", word.startswith(selected) and selected, selected)
    watch(page)
    page.keys(Keys.ENTER)
    at = began(page)
    checks.check("Enter plays from the word", abs(at - start) < 30, f"word at {start} ms, audio at {at:.0f} ms")
    page.keys(Keys.ARROW_DOWN)
    below = page.focus()
    page.keys(Keys.ESCAPE)
    checks.check("down arrow goes to the next sentence", below == f"c{number}s{index + 2}", below)
    checks.check("Escape leaves the text", page.focus() == "play", page.focus())


def buttons(checks, page, book):
    page.open("#c2")
    lines = book.lines(2)
    page.go(lines[2]["start"] + 100)
    page.driver.find_element(By.ID, "back").click()
    time.sleep(0.2)
    before = page.time()
    page.driver.find_element(By.ID, "forward").click()
    time.sleep(0.2)
    good = before < lines[2]["start"] - 20 < page.time()
    checks.check("buttons go to the previous and the next sentence", good, f"{before:.0f}, {page.time():.0f} ms")
    page.driver.find_element(By.ID, "next-chapter").click()
    there = wait(lambda: page.chapter() == 3)
    page.driver.find_element(By.ID, "previous-chapter").click()
    checks.check("buttons go to the previous and the next chapter", there and wait(lambda: page.chapter() == 2))
    page.js("const p = document.getElementById('place'); p.value = 20000; p.dispatchEvent(new Event('input'))")
    wait(lambda: abs(page.time() - 20000) < 1100)
    checks.check("the slider seeks", abs(page.time() - 20000) < 1100, page.time())


def follows(checks, page, book):
    """The page scrolls with the audio until the reader scrolls."""
    page.open("#c2")
    page.go(book.lines(2)[-1]["start"] + 50)
    seen = "const b = document.querySelector('.now').getBoundingClientRect();" \
           "return b.top >= 0 && b.bottom <= document.getElementById('controls').getBoundingClientRect().top"
    checks.check("the highlighted sentence is in view", wait(lambda: page.js(seen)))
    time.sleep(0.6)  # the page scrolls smoothly
    page.js("window.dispatchEvent(new WheelEvent('wheel')); window.scrollTo({top: 0, behavior: 'instant'})")
    page.go(book.lines(2)[-2]["start"] + 50)
    time.sleep(0.4)
    scrolled = page.js("return window.scrollY")
    checks.check("the page does not scroll after the reader has scrolled", scrolled < 40, scrolled)
    page.driver.find_element(By.ID, "follow").click()
    checks.check("Follow goes back to the current sentence", wait(lambda: page.js(seen)))
