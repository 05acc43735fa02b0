"""The command line of the benchmarks."""
import argparse
import os
import tempfile

from . import (
    building, formats, incremental, installed, listening, memory, natural, parsing, reading, records, sharding,
    starting, storing)
from .machine import machine, program_version, versions
from .measure import CORES, adopt_orphans
from .suite import Suite, put_together_script, remove
from .table import Table

GROUPS = {
    group.GROUP: group
    for group in (
        parsing, formats, building, listening, natural, installed, incremental, memory, sharding,
        storing, starting, reading, records)}
# The numbers of repetitions and of paragraphs for a script that is created from the first example.
FEATURE, QUICK = (31, None), (4, 30)
TRIAL = "A test of the suite on a tiny script: these figures mean nothing."
EXPLANATION = """\
`make bench RECORD=1` writes this page. A value without a unit is a ratio, and the title of its table says
what the program is compared with. The value is the median of the runs, and `detail` has the figures of the
median run. A value above its limit is marked as missed. [Benchmarks/README.md](Benchmarks/README.md)
explains each figure and its limit.
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
        prog="Benchmarks/run", description="Measures the program beside other programs, as ratios.")
    parser.add_argument("script", nargs="?",
                        help="the script to measure with (default: a script of feature length is created)")
    parser.add_argument("--only", type=group_names, default=list(GROUPS), metavar="GROUP,…",
                        help="run only these groups: " + ", ".join(GROUPS))
    parser.add_argument("--quick", action="store_true", help="test the suite on a tiny script")
    parser.add_argument("--strict", action="store_true",
                        help="exit 1 if a figure is above its limit or not available")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON")
    parser.add_argument("--markdown", metavar="FILE", help="write the tables as Markdown")
    parser.add_argument("--commit", default="unknown", help="the commit that the program was built from")
    options = parser.parse_args()
    if options.script and not os.path.isfile(options.script):
        parser.error(f"the script {options.script} does not exist")
    options.runs = 1 if options.quick else int(os.environ.get("RUNS", "3"))
    return options


def group_names(text):
    names = text.split(",")
    for name in names:
        if name not in GROUPS:
            raise argparse.ArgumentTypeError(f"the group {name!r} is unknown; the groups are {', '.join(GROUPS)}")
    return [name for name in GROUPS if name in names]


def made_script(suite):
    path = suite.path("feature.fountain")
    put_together_script(path, *(QUICK if suite.quick else FEATURE))
    return path


def described(suite, options):
    """Returns the head of all reports: the program, the input, the machine and the versions."""
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
