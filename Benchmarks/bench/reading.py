"""What people read along: the CPU time that the page and the EPUB add to a build, and to one without changes."""
from .building import described
from .measure import CORES
from .suite import remove

GROUP = "reading"
MP3 = ("--format", "mp3")
# Per cent that each may add to a build, and how a build without changes may compare with one without a page.
ADDED = {"html": 2, "epub": 5}
UNCHANGED = 1.25


def run(suite):
    suite.table.section(GROUP, f"Reading along, CPU seconds added to a build in MP3 / {CORES} cores")
    plain, idle = built(suite, "plain")
    for form, limit in ADDED.items():
        build, again = built(suite, form, "--read-along", form)
        suite.table.row(
            f"{form}, added to a build", (cpu(build) / cpu(plain) - 1) * 100, " %", limit,
            f"{described(build)} / {described(plain)}")
        suite.table.row(
            f"{form}, nothing changed", cpu(again) / cpu(idle), "", UNCHANGED,
            f"{cpu(again):.3f} s / {cpu(idle):.3f} s")


def built(suite, name, *options):
    """A full build and one without changes: of several, those of the least CPU time."""
    full, idle = [], []
    for _ in range(suite.runs):
        folder = suite.path(name + ".audiobook")
        full.append(suite.render_new(suite.script, folder, *MP3, *options))
        idle.append(suite.render(suite.script, folder, *MP3, *options))
        remove(folder)
    return min(full, key=cpu), min(idle, key=cpu)


def cpu(run):
    return run.cpu
