"""Prints the line coverage of each library from what `llvm-cov export` writes (Scripts/measure-coverage)."""
import collections
import json
import os
import sys

LIBRARIES = (
    "Basics", "Guion", "Phonemes", "Hablare", "Audio", "Narration", "Audiobook", "HablareTesting")


def main(path, goal, *options):
    with open(path, encoding="utf-8") as file:
        files = json.load(file)["data"][0]["files"]
    modules = collections.defaultdict(lambda: [0, 0])
    missed = []
    sources = os.path.join(os.getcwd(), "Sources") + os.sep
    for entry in files:
        if not entry["filename"].startswith(sources):
            continue
        name = entry["filename"].removeprefix(sources)
        module, lines = name.split(os.sep)[0], entry["summary"]["lines"]
        modules[module][0] += lines["covered"]
        modules[module][1] += lines["count"]
        missed.append((lines["count"] - lines["covered"], lines["percent"], name))
    total = [sum(modules[name][index] for name in LIBRARIES) for index in (0, 1)]
    rows = [(name, *modules[name]) for name in LIBRARIES] + [("libraries together", *total)]
    rows += [(name, *modules[name]) for name in sorted(modules) if name not in LIBRARIES]
    print(f"{'module':20} {'lines':>7} {'reached':>8}")
    for name, covered, count in rows:
        print(f"{name:20} {count:7} {share(covered, count):7.1f} %")
    if "--files" in options:
        print("\nlines that no test reaches, by file:")
        for lines, percent, name in sorted(missed, reverse=True)[:40]:
            print(f"{lines:5} {percent:6.1f} %  {name}")
    return 0 if share(*total) >= float(goal) else 1


def share(covered, count):
    return 100 * covered / count if count else 100


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
