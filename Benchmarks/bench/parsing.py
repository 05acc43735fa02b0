"""Measures parsing against cmark-gfm on the same bytes."""
import os
import subprocess

from .suite import ROOT, examples_document, read, write

GROUP = "parsing"
FOUNTAIN = "Parsing Fountain: time of the fastest run, against cmark_parse_document on the same bytes"
MARKDOWN = "Parsing Markdown: time of the fastest run, against cmark-gfm with the same extensions and footnotes"
TIMES = ((1, 100), (10, 20), (100, 5))
QUICK_TIMES = ((1, 10), (10, 3))


def run(suite):
    cmark = compiled_cmark(suite)
    suite.table.section(GROUP, FOUNTAIN)
    compare(suite, cmark, read(suite.script), "times{}.fountain", 2)
    suite.table.section(GROUP, MARKDOWN)
    compare(suite, cmark, examples_document(), "times{}.md", 3, "gfm")


def compiled_cmark(suite):
    program = suite.path("cmark_parse")
    source = os.path.join(ROOT, "Benchmarks/cmark_parse.c")
    subprocess.run(
        ["cc", "-O2", "-o", program, source, "-lcmark-gfm", "-lcmark-gfm-extensions"], check=True)
    return program


def compare(suite, cmark, text, pattern, limit, *options):
    steps = QUICK_TIMES if suite.quick else TIMES
    ours = suite.program("parse-benchmark")
    if not ours:
        names = [name for times, _ in steps for name in row_names(times)]
        suite.table.unavailable(names, "parse-benchmark is not built")
        return
    first = None
    for times, runs in steps:
        path = suite.path(pattern.format(times))
        write(path, text * times)
        own, other = best_of_three([ours, path, str(runs)], [cmark, path, str(runs), *options])
        os.remove(path)
        first = first or own
        names = row_names(times)
        suite.table.row(names[0], own / other, "", limit, f"{own:.2f} ms, {other:.2f} ms")
        if times > 1:
            suite.table.row(names[1], own / first / times, "", 1.5)


def row_names(times):
    """Returns the names of the rows for a text of `times` repetitions: the ratio, and the growth with the length."""
    names = [f"{times}x: ours / cmark"]
    return names if times == 1 else [*names, f"{times}x: growth / {times}"]


def best_of_three(ours, theirs):
    """Runs both programs three times, and returns the smallest number of milliseconds that each program prints. The
    programs alternate, so that other load on the machine slows both."""
    own, other = [], []
    for _ in range(3):
        other.append(float(subprocess.check_output(theirs).split()[0]))
        own.append(float(subprocess.check_output(ours).split()[0]))
    return min(own), min(other)
