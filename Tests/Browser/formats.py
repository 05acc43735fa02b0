"""Tests of each format: Chromium plays it, and the right sentence is highlighted."""
from hearing import hears
from page import Page, wait
from reading import highlights
from server import Server

FORMATS = [("mp3",), ("wav",), ("flac",), ("opus",), ("ogg",), ("m4b",), ("mp3", "--single-file"),
           ("mp3", "--single-file", "--bitrate", "64"), ("opus", "--single-file")]


def formats(checks, browser, maker, source):
    for name, *options in FORMATS:
        shown = " ".join((name, *options))
        book = maker.book(source, "--format", name, *options, name=f"format-{shown.replace(' ', '')}")
        type_ = book.info["chapters"][0]["files"][0][1]
        for way in ("file", "http"):
            with Server(book.folder) as server:
                page = Page(browser, book.url if way == "file" else server.url)
                opened = page.open("#c2")
                says = page.js("return audio.canPlayType(arguments[0])", type_)
                detail = f"canPlayType: {says or 'no'}{page.status()}"
                checks.check(f"{shown}, {way}: Chromium plays it", opened and page.play(), detail)
                if not opened:
                    continue
                wait(lambda: page.time() > 100)
                page.pause()
                if way == "http":
                    # Chromium seeks in MP3 as if the bit rate were constant. The limits, in seconds, are for four minutes
                    # of audio.
                    variable = name == "mp3" and "--bitrate" not in options
                    allowed = (1.5 if options else 0.5) if variable else 0.2
                    checks.run(hears, page, book, 2, allowed, shown)
                highlights(checks, page, book, 6, f"{shown}, {way}: the right sentence is highlighted")
                end = page.js("return audio.duration") * 1000
                last = book.info["chapters"][-1]
                far = abs(end - last["offset"] - last["duration"])
                checks.check(f"{shown}, {way}: the audio has the duration of the data", far < 400, f"{far:.0f} ms")
                page.pause()
