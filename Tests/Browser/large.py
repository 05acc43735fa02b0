"""Tests of books of 20 hours and chapters of thousands of sentences."""
import time

from page import wait
from safety import requests


def long_book(checks, page, count):
    requests(page)
    began = time.monotonic()
    page.open()
    took = time.monotonic() - began
    ready = page.js("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd")
    asked = [url.rpartition("/")[2] for url in requests(page)]
    data = sorted(name for name in asked if name.startswith(("chapter-", "book.")))
    checks.check("a book of 20 hours opens in less than 1.5 seconds", ready < 1500,
                 f"{count} chapters; scripts done after {ready:.0f} ms, with the audio after {took:.1f} s")
    checks.check("the page loads only one chapter's data before it plays", data == ["book.js", "chapter-001.js"], data)
    began = time.monotonic()
    page.search("zebra crossing")
    checks.check("20 hours are searched", page.status() == "0 results", f"{time.monotonic() - began:.1f} s with loading")


def long_chapter(checks, page, count):
    page.open()
    first = page.js("return performance.now()")
    shown = page.js("return document.querySelectorAll('.sentence').length")
    checks.check("a chapter of thousands of sentences is shown", shown == count, f"{shown} of {count} sentences")
    took = page.later("""
      const began = performance.now();
      guion2audio.load(1).then((data) => {
        const made = guion2audio.render(data);
        const rendered = performance.now();
        document.getElementById('text').replaceChildren(made);
        document.body.getBoundingClientRect();
        done([rendered - began, performance.now() - rendered]);
      });""")
    checks.check("the chapter is rendered in less than a second", sum(took) < 1000,
                 f"{took[0]:.0f} ms for elements, {took[1]:.0f} ms for layout, ready {first:.0f} ms after the start")
    page.open("#c1s" + str(count - 2))
    lit = wait(lambda: page.js("const n = document.querySelector('.now'); return n && n.id"))
    checks.check("a sentence near the end is highlighted", lit and abs(int(lit[3:]) - count) < 5, lit)
    slow = page.later("""
      const times = [];
      let i = 0;
      const step = () => {
        const began = performance.now();
        audio.dispatchEvent(new Event('timeupdate'));
        times.push(performance.now() - began);
        if ((i += 1) < 100) requestAnimationFrame(step); else done(Math.max(...times));
      };
      step();""")
    checks.check("following the audio takes less than a frame", slow < 16, f"at most {slow:.1f} ms for a frame")
