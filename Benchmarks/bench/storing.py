"""Measures the store against simpler ways to do the same."""
import os
import subprocess

from .suite import remove

GROUP = "storing"
TITLE = "The store, against simpler ways to do the same"
FIGURES = (
    ("clear-100", "clear 100 voices / row by row", 0.1),
    ("clear-10000", "clear 10,000 voices / row by row", 0.1),
    ("lines", "script to stored lines / its parse", None),
    ("interval", "saveInterval 50 / 1, 1000 records", None),
)


def run(suite):
    suite.table.section(GROUP, TITLE)
    program = suite.program("store-benchmark")
    if not program:
        suite.table.unavailable([title for _, title, _ in FIGURES], "store-benchmark is not built")
        return
    folder = suite.path("store")
    os.makedirs(folder)
    figures = {}
    for line in subprocess.check_output([program, suite.script, folder], text=True).splitlines():
        name, own, other = line.split()
        figures[name] = float(own), float(other)
    remove(folder)
    for name, title, limit in FIGURES:
        own, other = figures[name]
        suite.table.row(title, own / other, "", limit, f"{own:.1f} ms, {other:.1f} ms")
