#!/usr/bin/python3
"""Attacks the studio: attack.py [--short] [--only NAME] PROGRAM

Each studio runs in a temporary folder with separate settings. After each attack the studio must answer quickly, with
little more memory and no more open files. `--short` runs the part for `make test`."""
import argparse
import os
import pathlib
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Browser"))

import bodies  # noqa: E402
import castfile  # noqa: E402
import crowds  # noqa: E402
import ends  # noqa: E402
import gate  # noqa: E402
import markup  # noqa: E402
import names  # noqa: E402
import surroundings  # noqa: E402
from checks import Checks  # noqa: E402
from desk import Studio  # noqa: E402

# Limits in megabytes: the memory of a studio, and the increase after an attack.
MOST, MORE = 600, 150

SHORT = [gate.cookies, gate.tokens, gate.hosts, gate.origins, gate.methods, gate.headers, gate.bound,
         names.paths, names.fields, names.voices, bodies.smuggled, bodies.odd, bodies.long, bodies.files,
         crowds.pipelined, crowds.parallel, crowds.polls, crowds.gone]
LONG = [bodies.slow, crowds.long_parallel]
OWN_STUDIO_SHORT = [markup.names_are_exact, castfile.same_digest, castfile.special_files, castfile.short_races,
                    names.output_files, names.books, names.shared, ends.short_kills, ends.short_signals, surroundings.pipes, surroundings.refusals,
                    surroundings.money, surroundings.closed_folders, surroundings.order_files, surroundings.removed,
                    surroundings.owners]
OWN_STUDIO_LONG = [crowds.idle, crowds.half, castfile.races, castfile.full_disk, ends.kills, ends.signals,
                   surroundings.starts, surroundings.truncated, surroundings.stopped, surroundings.histories,
                   surroundings.watch_pipes]


def attack(checks, studio, part):
    """Runs an attack, and checks the studio afterwards."""
    client = studio.client()
    client.get("/api/voices")
    memory, descriptors = studio.memory(), studio.descriptors()
    begin = time.monotonic()
    checks.run(part, studio, client)
    seconds = time.monotonic() - begin
    begin = time.monotonic()
    answer = client.get("/api/book")
    wait = time.monotonic() - begin
    checks.check(f"{part.__module__}.{part.__name__}: the studio answers afterwards", answer and answer.status == 200 and wait < 10,
                 f"attack {seconds:.1f} s, answer {wait * 1000:.0f} ms")
    # After the client has closed a connection, the server may need a moment to close its descriptor.
    end = time.monotonic() + 3
    while studio.descriptors() > descriptors + 2 and time.monotonic() < end:
        time.sleep(0.05)
    checks.check(f"{part.__module__}.{part.__name__}: no additional open files, and little additional memory",
                 studio.descriptors() <= descriptors + 2 and studio.memory() < memory + MORE and studio.memory("VmHWM") < MOST,
                 f"files {descriptors} to {studio.descriptors()}, {memory:.0f} to {studio.memory():.0f} MB, "
                 f"at most {studio.memory('VmHWM'):.0f} MB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("program")
    options = parser.parse_args()
    program = pathlib.Path(options.program).resolve()
    natural = pathlib.Path(__file__).resolve().parents[2] / ".build/natural"
    if natural.is_dir():
        os.environ.setdefault("GUION2AUDIO_NATURAL", str(natural))
    checks, begin = Checks(), time.monotonic()
    chosen = lambda parts: [part for part in parts if options.only in f"{part.__module__}.{part.__name__}"]  # noqa: E731
    parts = chosen(SHORT if options.short else SHORT + LONG)
    if parts:
        with Studio(program) as studio:
            for part in parts:
                checks.run(attack, studio, part)
                if studio.process.poll() is not None:
                    checks.check(f"the studio still runs after {part.__name__}", False, studio.errors()[-2000:])
                    studio.start()
    for part in chosen(OWN_STUDIO_SHORT if options.short else OWN_STUDIO_SHORT + OWN_STUDIO_LONG):
        checks.run(part, program)
    print(f"{checks.passed} checks passed, {len(checks.failed)} failed, {time.monotonic() - begin:.1f} s")
    for name in checks.failed:
        print("failed:", name)
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
