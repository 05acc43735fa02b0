"""Measures full builds against espeak-ng and the encoder alone on the same text."""
import contextlib
import os
import signal
import subprocess
from dataclasses import dataclass

from .measure import CORES, companions
from .suite import ROOT

GROUP = "building"
FORMATS = ("wav", "flac", "mp3", "opus")
# Seconds between two samples of the process tree.
INTERVAL = 0.25
TITLE = (
    "Full build: clock seconds, against"
    f" (CPU seconds of espeak-ng + encoder + sha256) / {CORES} cores")
IDLE = "Unused core time of a full build"


@dataclass(frozen=True)
class Anchor:
    """The CPU seconds of the programs that do the unavoidable part of a build."""

    espeak: float
    encoder: float
    digest: float

    @property
    def limit(self):
        return (self.espeak + self.encoder + self.digest) / CORES

    def __str__(self):
        return f"({self.espeak:.2f} + {self.encoder:.2f} + {self.digest:.2f}) / {CORES}"


@dataclass(frozen=True)
class Run:
    """A build, and the measurements of the other programs: alone on the machine, and with all cores busy."""

    alone: Anchor
    busy: Anchor
    build: object


def run(suite):
    suite.table.section(GROUP, TITLE)
    text, voice = spoken_text(suite)
    encoder = compiled_opus_encoder(suite)
    builds = {}
    for name in FORMATS:
        runs = [measured(suite, text, voice, name, encoder) for _ in range(suite.runs)]
        alone = middle(runs, lambda run: run.build.wall / run.alone.limit)
        suite.table.row(
            name, alone.build.wall / alone.alone.limit, "", 1.15,
            f"{described(alone.build)} / ({alone.alone})")
        busy = middle(runs, lambda run: run.build.wall / run.busy.limit)
        suite.table.row(
            f"{name}, others measured on busy cores", busy.build.wall / busy.busy.limit, "", None,
            f"{described(busy.build)} / ({busy.busy})")
        builds[name] = [run.build for run in runs]
    suite.table.section(GROUP, IDLE)
    for name, runs in builds.items():
        idle_row(suite, name, middle(runs, lambda build: build.idle))


def spoken_text(suite):
    """Returns a file with all spoken text, and the narrator's voice. Prints the duration of the audio."""
    suite.full_build()
    manifest = suite.manifest(suite.path("full"))
    path = suite.path("text.txt")
    with open(path, "w", encoding="utf-8") as file:
        for chapter in manifest["chapters"]:
            file.writelines(item["text"] + "\n\n" for item in chapter["items"])
    minutes = manifest["duration"] / 60
    print(f"  {minutes:.1f} minutes of audio in {len(manifest['chapters'])} chapters", flush=True)
    return path, manifest["cast"][""].removeprefix("espeak://")


def compiled_opus_encoder(suite):
    program = suite.path("opus_encode")
    source = os.path.join(ROOT, "Benchmarks/opus_encode.c")
    # This folder has an <opus.h> that includes Debian's file, which is outside the search path.
    headers = "-I" + os.path.join(ROOT, "Sources/CLibs/include")
    subprocess.run(
        ["cc", "-O2", headers, "-o", program, source, "-lopusenc", "-lsndfile"], check=True)
    return program


def measured(suite, text, voice, name, encoder):
    alone = measured_anchor(suite, text, voice, name, encoder)
    build = full_build(suite, name)
    with busy_cores(suite, text, voice):
        busy = measured_anchor(suite, text, voice, name, encoder)
    return Run(alone, busy, build)


def described(build):
    return (
        f"{build.wall:.2f} s ({build.cpu:.2f} s CPU);"
        f" programs outside the benchmark {100 * build.neighbours:.0f} %")


@contextlib.contextmanager
def busy_cores(suite, text, voice):
    """Keeps all cores but one busy, as a build does. A core does less work in a CPU second while the other
    cores are busy."""
    loop = 'while :; do espeak-ng -v "$0" -f "$1" -w "$2"; done'
    sounds = [suite.path(f"busy{core}.wav") for core in range(1, CORES)]
    others = [
        subprocess.Popen(["sh", "-c", loop, voice, text, sound], start_new_session=True)
        for sound in sounds]
    companions.update(other.pid for other in others)
    try:
        yield
    finally:
        for other in others:
            os.killpg(other.pid, signal.SIGKILL)
            other.wait()
            companions.discard(other.pid)
        for sound in sounds:
            with contextlib.suppress(FileNotFoundError):
                os.remove(sound)


def measured_anchor(suite, text, voice, name, opus_encoder):
    speech, encoded = suite.path("speech.wav"), suite.path("encoded." + name)
    espeak = suite.checked(["espeak-ng", "-v", voice, "-f", text, "-w", speech])
    program = opus_encoder if name == "opus" else "sndfile-convert"
    encoder = suite.checked([program, speech, encoded])
    digest = suite.checked(["openssl", "dgst", "-sha256", encoded])
    os.remove(speech)
    os.remove(encoded)
    return Anchor(espeak.cpu, encoder.cpu, digest.cpu)


def full_build(suite, name):
    return suite.render_new(
        suite.script, suite.path("built"), "--format", name, interval=INTERVAL)


def middle(items, key):
    """Returns the item with the median key."""
    return sorted(items, key=key)[len(items) // 2]


def idle_row(suite, name, build):
    edge = min(1.0, build.wall / 4)
    end = build.samples[-1][0]
    parts = [
        f"{title} {100 * idle_between(build.samples, start, stop):.0f} %"
        for title, start, stop in (
            ("first second", 0, edge), ("between", edge, end - edge),
            ("last second", end - edge, end))]
    suite.table.row(
        f"{name}: idle core time", 100 * build.idle, " %", 10,
        f"sampled: {', '.join(parts)}")


def idle_between(samples, start, stop):
    """Returns the unused share of the core time between two moments."""
    used = used_by(samples, stop) - used_by(samples, start)
    return max(0.0, 1 - used / ((stop - start) * CORES))


def used_by(samples, moment):
    """Returns the CPU seconds used until a moment, interpolated linearly between two samples."""
    before, after = samples[0], samples[-1]
    for sample in samples:
        if sample[0] <= moment:
            before = sample
        else:
            after = sample
            break
    span = after[0] - before[0]
    share = (moment - before[0]) / span if span > 0 else 0
    return before[1] + share * (after[1] - before[1])
