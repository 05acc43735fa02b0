#!/usr/bin/python3
"""Tests the read-along page in headless Chromium: try_page.py [--short] [--sources] [--axe FILE] PROGRAM

Builds its books with the program, in a temporary folder. The expected values come from the manifests of the books.
`--short` runs the part for `make test`. `--sources` tests the style and the scripts in the sources instead of those in the program.
`--axe` names the script of axe-core (Scripts/install-axe)."""
import argparse
import pathlib
import sys
import tempfile
import time

sys.dont_write_bytecode = True

import access  # noqa: E402
import books  # noqa: E402
import faults  # noqa: E402
import formats  # noqa: E402
import keeping  # noqa: E402
import large  # noqa: E402
import moving  # noqa: E402
import reading  # noqa: E402
import safety  # noqa: E402
from checks import Checks  # noqa: E402
from contrast import STYLE, check_contrast  # noqa: E402
from page import Browser, Page  # noqa: E402
from server import Server  # noqa: E402


def short(checks, browser, maker):
    """Runs the part for `make test`: a page opened from disk, ten positions, click, key, stored position, hostile text,
    contrast."""
    play = maker.book(books.PLAY)
    page = Page(browser, play.url)
    checks.run(reading.plays, page)
    checks.run(reading.opens, page)
    checks.run(reading.highlights, page, play)
    checks.run(reading.dual, page, play, 3)
    checks.run(moving.clicks, page, play)
    checks.run(moving.keys, page, play)
    checks.run(keeping.restores, page, play)
    checks.run(keeping.acts, page, play)
    hostile(checks, browser, maker)
    page.open("#c1")
    checks.run(access.stated_rules, page)
    check_contrast(checks, (play.folder / "read-along/style.css").read_text(encoding="utf-8"))
    checks.run(safety.console, page, safety.OWN)
    checks.run(safety.network, page, "file:")
    checks.run(reading.single, browser, maker, books.PLAY)


def hostile(checks, browser, maker):
    book = maker.book(books.HOSTILE, "--voice", "espeak://en-us")
    checks.run(safety.files_are_harmless, book)
    page = Page(browser, book.url)
    checks.run(safety.policy, page)
    checks.run(safety.hostile, page, book)


def story(checks, browser, url, book):
    """Does everything that a reader does with a screenplay."""
    page = Page(browser, url)
    checks.run(reading.opens, page)
    checks.run(reading.plays, page)
    checks.run(reading.highlights, page, book, 30)
    checks.run(reading.announcements, page, book)
    for number in (1, 2):
        checks.run(reading.words, page, book, number, 20)
    checks.run(reading.dual, page, book, 3)
    checks.run(reading.whole_text, page, book)
    checks.run(reading.goes_on, page, book)
    page.open("#c1")
    for part in (moving.clicks, moving.announced, moving.drags, moving.keys, moving.enters, moving.buttons, moving.follows):
        checks.run(part, page, book)
    checks.run(keeping.restores, page, book)
    checks.run(keeping.without_storage, page)
    checks.run(keeping.settings, page)
    for part in (keeping.acts, keeping.links, keeping.finds, keeping.sleeps, keeping.prints):
        checks.run(part, page, book)
    checks.run(safety.console, page, safety.OWN)


def accessible(checks, browser, maker, book, axe):
    page = Page(browser, book.url)
    page.open()
    checks.run(access.landmarks, page)
    checks.run(access.calm, page)
    checks.run(access.keyboard, page, book)
    checks.run(access.small_screens, page, book)
    article = maker.book(books.ARTICLE, "--voice", "espeak://en-gb")
    languages = maker.book(books.LANGUAGES, "--voice", "espeak://en-us")
    for other in (book, article, languages, books.Book(maker.folder / "hostile")):
        page = Page(browser, other.url)
        page.open()
        checks.run(access.stated_rules, page)
        lines = [line for number in range(1, 7) for line in other.lines(number)]
        said = [i["line"] for i in lines if i["text"].startswith(("Formula", "Code example"))]
        checks.run(reading.whole_text, page, other, said)
        if axe:
            checks.run(access.axe, page, axe)
    page = Page(browser, languages.url)
    page.open()
    for number in (1, 2, 3):
        checks.run(reading.words, page, languages, number, 40)
    checks.run(moving.right_to_left, page)
    check_contrast(checks, STYLE.read_text(encoding="utf-8"))
    checks.run(safety.console, page, safety.OWN)


def broken(checks, browser, maker, book):
    lost = book.copy(maker.folder / "lost")
    (lost.folder / lost.info["chapters"][1]["files"][0][0]).unlink()
    checks.run(faults.sound_is_missing, Page(browser, lost.url), lost)
    lost = book.copy(maker.folder / "lost-chapter")
    (lost.folder / "read-along/chapter-003.js").unlink()
    checks.run(faults.chapter_is_missing, Page(browser, lost.url), lost)
    (lost.folder / "read-along/book.js").unlink()
    checks.run(faults.book_is_missing, Page(browser, lost.url))
    two = maker.book(books.PLAY, "--format", "opus,wav", name="two")
    (two.folder / two.info["chapters"][1]["files"][0][0]).unlink()
    checks.run(faults.second_format, Page(browser, two.url), two)
    checks.run(faults.server_without_ranges, browser, Page, book)
    Page(browser, book.url).messages()


def whole(checks, maker, axe):
    play = maker.book(books.PLAY)
    with Browser() as browser:
        print(f"Chromium {browser.version}, from a disk")
        story(checks, browser, play.url, play)
        hostile(checks, browser, maker)
        accessible(checks, browser, maker, play, axe)
        checks.run(safety.network, Page(browser, play.url), "file:")
    with Browser() as browser, Server(play.folder) as server:
        print("From a server")
        story(checks, browser, server.url, play)
        checks.run(safety.network, Page(browser, server.url), server.url.rpartition("/")[0])
    with Browser() as browser:
        print("Formats")
        checks.run(formats.formats, browser, maker, books.PLAY)
    with Browser() as browser:
        print("Large books")
        book, count = maker.long_book(play, 2, 20)
        checks.run(large.long_book, Page(browser, book.url), count)
        book, count = maker.long_chapter(play, 2, 3000)
        checks.run(large.long_chapter, Page(browser, book.url), count)
        print("Missing files")
        broken(checks, browser, maker, play)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--sources", action="store_true")
    parser.add_argument("--axe", type=pathlib.Path)
    parser.add_argument("program", type=pathlib.Path)
    given = parser.parse_args()
    checks, began = Checks(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="read-along-") as folder:
        maker = books.Maker(given.program, folder, given.sources)
        if given.short:
            with Browser() as browser:
                short(checks, browser, maker)
        else:
            whole(checks, maker, given.axe)
    took = time.monotonic() - began
    print(f"{checks.passed} checks passed, {len(checks.failed)} failed, {took:.0f} s")
    for name in checks.failed:
        print("failed:", name)
    return 1 if checks.failed else 0


sys.exit(main())
