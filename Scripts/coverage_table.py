"""Prints the line coverage of each module from the output of `llvm-cov export` (Scripts/measure-coverage)."""
import collections
import json
import os
import sys

LIBRARIES = (
    "Basics", "Guion", "Phonemes", "TextNormalization", "Hablare", "Audio", "Narration", "HablareStore", "Audiobook",
    "HablareTesting")
GOAL = 90
LEAST = 70


def main(path):
    with open(path, encoding="utf-8") as file:
        entries = json.load(file)["data"][0]["files"]
    sources = os.path.join(os.getcwd(), "Sources") + os.sep
    modules, poor = collections.defaultdict(lambda: [0, 0]), []
    for entry in entries:
        name, lines = entry["filename"], entry["summary"]["lines"]
        if not name.startswith(sources):
            continue
        name = name.removeprefix(sources)
        module = modules[name.split(os.sep)[0]]
        module[0] += lines["covered"]
        module[1] += lines["count"]
        if share(lines["covered"], lines["count"]) < LEAST:
            poor.append((share(lines["covered"], lines["count"]), lines["count"], name))
    total = [sum(modules[name][index] for name in LIBRARIES) for index in (0, 1)]
    print_modules(modules, total)
    print(f"\nThe goal is {GOAL} % of the libraries' lines: "
          + ("reached." if share(*total) >= GOAL else f"missed by {GOAL - share(*total):.1f} points."))
    print(f"\nfiles with less than {LEAST} % of their lines covered:")
    for percent, count, name in sorted(poor):
        print(f"{percent:6.1f} %  {count:5} lines  {name}")
    if not poor:
        print("  none")
    # If no line was counted, an earlier step has failed.
    return 0 if total[1] else 1


def print_modules(modules, total):
    print(f"{'module':20} {'lines':>7} {'covered':>9}")
    rows = [(name, *modules[name]) for name in LIBRARIES] + [("libraries together", *total)]
    rows += [(name, *modules[name]) for name in sorted(modules) if name not in LIBRARIES]
    for name, covered, count in rows:
        # A module that no test links has no counts.
        print(f"{name:20} {count:7} " + (f"{share(covered, count):7.1f} %" if count else "      none"))


def share(covered, count):
    return 100 * covered / count if count else 100


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
