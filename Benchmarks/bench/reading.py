"""Measures reading along: the CPU time for the page and the EPUB, and for a build without changes."""
import statistics

from .suite import remove

GROUP = "reading"
OPTIONS = ("--format", "mp3", "--captions", "vtt")
# The limits for the time to write each format, in per cent of a full build.
ADDED = {"html": 2, "epub": 5}
# The limit for a build without changes, as a ratio to a build without read-along files.
UNCHANGED = 1.25


def run(suite):
    suite.table.section(GROUP, "Reading along: CPU seconds, against a full MP3 build")
    folder = suite.path("reading.audiobook")
    full = cpu(suite.render_new(suite.script, folder, *OPTIONS))
    # The times of two full builds differ by more than the time for read-along files. So these files are added to a
    # complete folder and removed again.
    idle, made, again = [], {form: [] for form in ADDED}, {form: [] for form in ADDED}
    for _ in range(max(5, suite.runs)):
        idle.append(cpu(suite.render(suite.script, folder, *OPTIONS)))
        for form in ADDED:
            options = (*OPTIONS, "--read-along", form)
            made[form].append(cpu(suite.render(suite.script, folder, *options)))
            again[form].append(cpu(suite.render(suite.script, folder, *options)))
            suite.render(suite.script, folder, *OPTIONS)
    remove(folder)
    still = statistics.median(idle)
    for form, limit in ADDED.items():
        more = statistics.median(made[form]) - still
        suite.table.row(
            f"{form}, added to a build", more / full * 100, " %", limit, f"{more:.3f} s / {full:.2f} s")
        unchanged = statistics.median(again[form])
        suite.table.row(
            f"{form}, nothing changed", unchanged / still, "", UNCHANGED,
            f"{unchanged:.3f} s / {still:.3f} s")


def cpu(run):
    return run.cpu
