"""What the page does where a file or the server fails."""
import time

from page import wait
from server import Server, Whole


def sound_is_missing(checks, page, book):
    """`book` has lost the sound of chapter 2."""
    page.open("#c1")
    page.play()
    page.js("document.querySelector(`#chapters a[href='#c2']`).click()")
    [[file, _]] = book.info["chapters"][1]["files"]
    said = wait(lambda: page.chapter() == 2 and file in page.status() and page.status())
    checks.check("a missing sound is named", said, page.status())
    page.js("document.getElementById('play').click()")
    time.sleep(0.3)
    checks.check("Play does not hide the message", page.status() == said, page.status())
    text = page.js("return document.getElementById('text').textContent")
    checks.check("the text is there without its sound", len(text) > 500)
    checks.check("the other chapters play", page.choose(3) and page.status() == "", page.status())


def chapter_is_missing(checks, page, book):
    """`book` has lost the data of chapter 3."""
    page.open("#c2")
    page.play()
    page.go(book.info["chapters"][1]["duration"] - 300)
    said = wait(lambda: page.chapter() == 3 and "chapter-003.js" in page.status() and page.status())
    plays = wait(lambda: page.time() > 200)
    checks.check("a missing chapter is named, and its sound plays", said and plays, page.status())
    page.pause()
    page.js("document.getElementById('next-chapter').click()")
    checks.check("the way goes on behind a missing chapter", wait(lambda: page.chapter() == 4))
    page.search("railway")
    checks.check("search names the chapters that it could not read", "3" in page.status().split(";")[-1], page.status())


def book_is_missing(checks, page):
    page.open(sound=False)
    text = page.js("return document.getElementById('text').textContent")
    checks.check("a missing book.js is named", "book.js" in text, text)


def server_without_ranges(checks, browser, page_type, book):
    """A server that sends whole files: what was loaded can be played and sought."""
    with Server(book.folder, Whole) as server:
        page = page_type(browser, server.url)
        page.open("#c2")
        page.play()
        checks.check("it plays from a server without ranges", wait(lambda: page.time() > 300))
        page.js("const p = document.getElementById('place'); p.value = 60000; p.dispatchEvent(new Event('input'))")
        there = wait(lambda: abs(page.time() - 60000) < 3000, 4)
        shown = f"a jump to 60 s leads to {page.time() / 1000:.1f} s: {page.status()}"
        checks.check("it says if the server keeps it from jumping", there or "server" in page.status(), shown)
        page.pause()


def second_format(checks, page, book):
    """`book` has two formats, and has lost the first of chapter 2."""
    page.open("#c2")
    page.play()
    plays = wait(lambda: page.time() > 200)
    checks.check("another format plays if the first is missing", plays and page.status() == "", page.status())
    page.pause()
