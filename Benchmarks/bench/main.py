"""The command line of the benchmarks."""
import argparse
import os
import tempfile

from . import (
    building, formats, incremental, installed, listening, memory, natural, parsing, reading, sharding, starting,
    storing)
from .machine import machine, program_version, versions
from .measure import CORES, adopt_orphans
from .suite import Suite, put_together_script, remove
from .table import Table

GROUPS = {
    group.GROUP: group
    for group in (
        parsing, formats, building, listening, natural, installed, incremental, memory, sharding,
        storing, starting, reading)}
# Of the first example, where no script is given: how often it is played, and how many paragraphs.
FEATURE, QUICK = (31, None), (4, 30)
TRIAL = "A trial of the suite on a tiny script: these figures mean nothing."
EXPLANATION = """\
Made by `make bench RECORD=1`. A value is a ratio to what stands in the title of its table, or has a
unit. It is the median of the runs; `detail` has the figures of the run in the middle. A value above
its limit is marked as missed. [Benchmarks/README.md](Benchmarks/README.md) says what each figure
means, and why it has this limit.
"""


def main():
    options = parsed_options()
    adopt_orphans()
    table = Table()
    work = tempfile.mkdtemp(prefix="guion2audio-bench-")
    try:
        suite = Suite(work, table, options.runs, options.quick)
        suite.script = options.script or made_script(suite)
        about = described(suite, options)
        print(summary(about), flush=True)
        for name in options.only:
            GROUPS[name].run(suite)
    finally:
        remove(work)
    save(options, table, about)
    return 1 if options.strict and table.has_missed else 0


def parsed_options():
    parser = argparse.ArgumentParser(
        prog="Benchmarks/run", description="Measures the program beside others, as ratios.")
    parser.add_argument("script", nargs="?", help="without one, one of feature length is made")
    parser.add_argument("--only", type=group_names, default=list(GROUPS), metavar="GROUP,…",
                        help=", ".join(GROUPS))
    parser.add_argument("--quick", action="store_true", help="try the suite out on a tiny script")
    parser.add_argument("--strict", action="store_true", help="exit 1 where a limit is missed")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--markdown", metavar="FILE")
    parser.add_argument("--commit", default="unknown", help="what the program was built from")
    options = parser.parse_args()
    if options.script and not os.path.isfile(options.script):
        parser.error(f"there is no script {options.script}")
    options.runs = 1 if options.quick else int(os.environ.get("RUNS", "3"))
    return options


def group_names(text):
    names = text.split(",")
    for name in names:
        if name not in GROUPS:
            raise argparse.ArgumentTypeError(f"no group {name!r}; there are {', '.join(GROUPS)}")
    return [name for name in GROUPS if name in names]


def made_script(suite):
    path = suite.path("feature.fountain")
    put_together_script(path, *(QUICK if suite.quick else FEATURE))
    return path


def described(suite, options):
    """What was measured, on what and with what: the head of all reports."""
    return {
        "program": {"version": program_version([suite.command, "--version"]),
                    "commit": options.commit},
        "input": {"script": os.path.basename(suite.script),
                  "bytes": os.path.getsize(suite.script), "runs": suite.runs,
                  "trial": suite.quick},
        "machine": machine(),
        "versions": versions(),
    }


def summary(about):
    program, given, host = about["program"], about["input"], about["machine"]
    lines = [
        f"guion2audio {program['version']}, commit {program['commit']}",
        f"{given['script']}, {given['bytes']} bytes; {given['runs']} runs",
        f"{host['processor']}, {CORES} cores, {host['memory']}, {host['kernel']};"
        f" load average at the start {host['loadAverage']}",
        ", ".join(f"{name} {version}" for name, version in about["versions"].items()),
    ]
    return "\n".join(lines + [TRIAL] * given["trial"])


def save(options, table, about):
    if options.json:
        save_text(options.json, table.json(about))
    if options.markdown:
        head = "# Benchmarks\n\n" + "\n".join(
            f"- {line}" for line in summary(about).splitlines())
        save_text(options.markdown, head + "\n\n" + EXPLANATION + table.markdown())


def save_text(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
