"""Tests of the page when a file is missing or the server has no byte ranges."""
import time

from page import wait
from server import Server, Whole


def sound_is_missing(checks, page, book):
    """If the audio of a chapter is missing, the page names the file and shows the text. `book` has no audio of chapter 2."""
    page.open("#c1")
    page.play()
    page.js("document.querySelector(`#chapters a[href='#c2']`).click()")
    [[file, _]] = book.info["chapters"][1]["files"]
    said = wait(lambda: page.chapter() == 2 and file in page.status() and page.status())
    checks.check("the page names missing audio", said, page.status())
    page.js("document.getElementById('play').click()")
    time.sleep(0.3)
    checks.check("Play does not hide the message", page.status() == said, page.status())
    text = page.js("return document.getElementById('text').textContent")
    checks.check("the text is shown without its audio", len(text) > 500)
    checks.check("the other chapters play", page.choose(3) and page.status() == "", page.status())


def chapter_is_missing(checks, page, book):
    """If the data of a chapter are missing, the page names the file and plays the audio. `book` has no data of chapter 3."""
    page.open("#c2")
    page.play()
    page.go(book.info["chapters"][1]["duration"] - 300)
    said = wait(lambda: page.chapter() == 3 and "chapter-003.js" in page.status() and page.status())
    plays = wait(lambda: page.time() > 200)
    checks.check("the page names a missing chapter and plays its audio", said and plays, page.status())
    page.pause()
    page.js("document.getElementById('next-chapter').click()")
    checks.check("the reader can continue after a missing chapter", wait(lambda: page.chapter() == 4))
    page.search("railway")
    checks.check("search names chapters that cannot be read", "3" in page.status().split(";")[-1], page.status())


def book_is_missing(checks, page):
    page.open(sound=False)
    text = page.js("return document.getElementById('text').textContent")
    checks.check("the page names a missing book.js", "book.js" in text, text)


def server_without_ranges(checks, browser, page_type, book):
    """If the server sends only whole files, the page plays and can jump within the loaded part."""
    with Server(book.folder, Whole) as server:
        page = page_type(browser, server.url)
        page.open("#c2")
        page.play()
        checks.check("the page plays from a server without ranges", wait(lambda: page.time() > 300))
        page.js("const p = document.getElementById('place'); p.value = 60000; p.dispatchEvent(new Event('input'))")
        there = wait(lambda: abs(page.time() - 60000) < 3000, 4)
        shown = f"a jump to 60 s leads to {page.time() / 1000:.1f} s: {page.status()}"
        checks.check("the page reports if the server does not allow jumps", there or "server" in page.status(), shown)
        page.pause()


def second_format(checks, page, book):
    """If a file of the first format is missing, the second format plays. `book` has no file of the first in chapter 2."""
    page.open("#c2")
    page.play()
    plays = wait(lambda: page.time() > 200)
    checks.check("another format plays if the first is missing", plays and page.status() == "", page.status())
    page.pause()
