"""Measures the largest memory of all processes together, for one script and for ten times the script."""
import os

from .building import FORMATS
from .suite import examples_document, read, remove, write

GROUP = "memory"
TITLE = "Peak memory (PSS) of all processes together"
INTERVAL = 0.005
# The limit in MB, on every machine.
LIMIT = 150
# The maximum memory, in bytes, for each additional byte of script.
BYTES_PER_BYTE = 12


def run(suite):
    suite.table.section(GROUP, TITLE)
    once = {name: watched(suite, suite.script, name) for name in FORMATS}
    for name, build in once.items():
        row(suite, f"{name}: once", build, LIMIT)
    ten_times(suite, once["flac"])
    plan(suite)


def watched(suite, script, name, *options):
    folder = suite.path("memory")
    build = suite.render_new(
        script, folder, "--format", name, *options, interval=INTERVAL, memory=True)
    remove(folder)
    return build


def row(suite, name, build, limit):
    suite.table.row(
        name, build.pss, " MB", limit, f"sum of RSS: {build.rss:.0f} MB")


def ten_times(suite, once):
    """Measures ten times the script against one sampled build of the same format."""
    text = read(suite.script)
    path = suite.path("large" + os.path.splitext(suite.script)[1])
    write(path, text * 10)
    build = watched(suite, path, "flac")
    os.remove(path)
    allowed = once.pss * 1.1 + BYTES_PER_BYTE * 9 * len(text) / 2**20
    row(suite, "flac: ten times the script", build, round(allowed, 1))
    suite.table.row(
        "flac: ten times the script, time / 10", build.wall / once.wall / 10, "", None,
        f"{build.wall:.2f} s / {once.wall:.2f} s / 10")


def plan(suite):
    """Measures the memory for a plan: a build of one chapter holds the plan of the whole book."""
    text = examples_document()
    path = suite.path("large.md")
    size = 1_000_000 if suite.quick else 10_000_000
    write(path, text * (size // len(text) + 1))
    build = watched(suite, path, "wav", "--only", "1")
    row(suite, f"plan of {os.path.getsize(path) / 1e6:.1f} MB", build, LIMIT)
    os.remove(path)
