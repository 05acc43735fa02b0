"""Measures the cost of a second build: without changes, after one change, after a kill."""
import os
import shutil
import statistics
from dataclasses import dataclass

from . import edits
from .measure import Measurement, measure_until
from .suite import chapters_made, events, read, remove, write

GROUP = "incremental"
TITLE = "A FLAC build after a change: clock seconds, against a full build"
FLAC = ("--format", "flac")
# Seconds between two samples of memory: FINE in runs that measure only memory, COARSE in timed runs.
FINE, COARSE = 0.002, 0.05


def run(suite):
    suite.table.section(GROUP, TITLE)
    book = Book(suite)
    short_builds(suite, book)
    one_scene(suite, book)
    one_voice(suite, book)
    one_pause(suite, book)
    resumed(suite)


class Book:
    """A copy of the script, and an output folder that is complete and current."""

    def __init__(self, suite):
        self.suite = suite
        os.makedirs(suite.path("book"), exist_ok=True)
        self.script = os.path.join(suite.path("book"), os.path.basename(suite.script))
        self.folder = suite.path("book/built")
        self.restore()

    def restore(self):
        """Restores the original script and brings the folder up to date, without measuring."""
        shutil.copyfile(self.suite.script, self.script)
        self.build()

    def build(self, *options, **watching):
        return self.suite.render(self.script, self.folder, *FLAC, *options, **watching)

    def edited(self, line, **watching):
        """Adds one more word to the script, without undoing earlier edits, and builds."""
        write(self.script, edits.with_word(read(self.script), line))
        return self.build(**watching)

    def manifest(self):
        return self.suite.manifest(self.folder)


@dataclass(frozen=True)
class Compared:
    """A build and the full build shortly before it, so that other load on the machine slows both."""

    build: Measurement
    full: Measurement

    @property
    def ratio(self):
        return self.build.wall / self.full.wall


def short_builds(suite, book):
    """Measures builds that are so short that they must be compared with a full build of the same minute."""
    elements = edits.elements(suite, book.script)
    lines = edits.spoken_lines(elements, 3 if suite.quick else 20)
    unchanged, edited = [], []
    for turn in range(suite.runs):
        full = suite.full_build()
        # Waits until the full build is on the disk, because the timed builds would wait for it.
        os.sync()
        unchanged += [Compared(build_again(suite), full) for _ in range(5)]
        edited += [Compared(book.edited(line), full) for line in lines[turn::suite.runs]]
    watching = {"interval": FINE, "memory": True}
    short_row(suite, "nothing changed", unchanged, 0.01, build_again(suite, **watching))
    short_row(suite, "one line edited", edited, 0.03, book.edited(lines[0], **watching))
    book.restore()


def build_again(suite, **watching):
    return suite.render(suite.script, suite.path("full"), *FLAC, **watching)


def short_row(suite, name, compared, limit, watched):
    builds = [one.build for one in compared]
    walls = [build.wall for build in builds]
    suite.table.row(
        name, statistics.median(one.ratio for one in compared), "", limit,
        f"{statistics.median(walls):.3f} s ({min(walls):.3f} to {max(walls):.3f};"
        f" {statistics.median(build.cpu for build in builds):.3f} s CPU) / {suite.full_wall:.2f} s,"
        f" {len(builds)} builds, {ranged([chapters_made(build) for build in builds])} rendered",
        watched.pss)


def ranged(counts):
    low, high = min(counts), max(counts)
    return f"{low} chapter{'s' * (low != 1)}" if low == high else f"{low} to {high} chapters"


def one_scene(suite, book):
    moved = edits.with_scene_moved(read(book.script), edits.elements(suite, book.script))
    if moved is None:
        suite.table.unavailable(["one scene moved"], "the script has too few scenes")
        return
    write(book.script, moved)
    change_row(suite, book, "one scene moved", book.build(interval=COARSE, memory=True))
    book.restore()


def one_voice(suite, book):
    voices = book.manifest()["cast"]
    role = edits.speaks_most(book.manifest())
    before = cast_file(suite, "before.json", voices)
    after = cast_file(suite, "after.json", edits.with_other_voice(voices, role))
    holds = edits.chapters_of(book.manifest(), role)
    book.build("--cast", before)
    build = book.build("--cast", after, interval=COARSE, memory=True)
    change_row(
        suite, book, "one voice changed", build, f", {role or 'the narrator'} speaks in {holds}")


def one_pause(suite, book):
    """Changes a pause that occurs in the script: between speakers, or, without speakers, between paragraphs."""
    voices = book.manifest()["cast"]
    name = "betweenSpeakers" if len(voices) > 1 else "paragraph"
    before = cast_file(suite, "before.json", voices)
    after = cast_file(suite, "after.json", voices, {name: 777})
    book.build("--cast", before)
    build = book.build("--cast", after, interval=COARSE, memory=True)
    change_row(suite, book, "one pause changed", build, f", {name}")


def cast_file(suite, name, voices, pauses=None):
    path = suite.path(name)
    write(path, edits.cast(voices, pauses))
    return path


def change_row(suite, book, name, build, detail=""):
    made, chapters = chapters_made(build), len(book.manifest()["chapters"])
    suite.table.row(
        name, build.wall / suite.full_wall, "", None,
        f"{build.wall:.2f} s / {suite.full_wall:.2f} s, {made} of {chapters} chapters rendered"
        + detail, build.pss)


def resumed(suite):
    """Measures a build that is killed when half of its chapters exist, and the build that continues it."""
    half = len(suite.manifest(suite.path("full"))["chapters"]) // 2
    folder = suite.path("killed")
    count = 0

    def is_last(line):
        nonlocal count
        count += sum(event["event"] == "chapter" for event in events(line))
        return count >= half

    command = suite.render_command(suite.script, folder, *FLAC, progress="json")
    first = measure_until(command, is_last, suite.environment)
    rest = suite.render(suite.script, folder, *FLAC, interval=COARSE, memory=True)
    remove(folder)
    full = suite.full_wall
    suite.table.row(
        "killed after half, then the rest", (first.wall + rest.wall) / full, "", None,
        f"({first.wall:.2f} + {rest.wall:.2f}) s / {full:.2f} s, killed after {count} chapters,"
        f" {chapters_made(rest)} rendered afterwards", rest.pss)
    suite.table.row("the rest alone", rest.wall / full, "", None, f"{rest.wall:.2f} s")
