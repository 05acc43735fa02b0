"""Measures a book in one M4B, and the time that loudness adds to a build."""
import os

from .building import described, middle, spoken_text
from .measure import CORES
from .suite import remove

GROUP = "listening"
# The settings of our AAC encoder (Sources/Audio/SoundFile/AACCodec.swift).
AAC = ["-c:a", "aac", "-aac_coder", "fast", "-b:a", "64k"]


def run(suite):
    text, voice = spoken_text(suite)
    suite.table.section(
        GROUP, f"M4B: clock seconds, against (CPU seconds of espeak-ng + ffmpeg) / {CORES} cores")
    runs = [m4b(suite, text, voice) for _ in range(suite.runs)]
    build, espeak, encoder = middle(runs, lambda run: run[0].wall / (run[1].cpu + run[2].cpu))
    limit = (espeak.cpu + encoder.cpu) / CORES
    suite.table.row(
        "m4b", build.wall / limit, "", 1.15,
        f"{described(build)} / (({espeak.cpu:.2f} + {encoder.cpu:.2f}) / {CORES})")
    suite.table.section(GROUP, "A FLAC build with --loudness -19, against a build with --loudness off")
    runs = [loudness(suite) for _ in range(suite.runs)]
    for name, key in (("clock seconds", "wall"), ("CPU seconds", "cpu")):
        with_it, without = middle(runs, lambda run: getattr(run[0], key) / getattr(run[1], key))
        suite.table.row(
            name, getattr(with_it, key) / getattr(without, key), "", 1.25,
            f"{getattr(with_it, key):.2f} s / {getattr(without, key):.2f} s")


def m4b(suite, text, voice):
    """Measures a build, and the other programs that speak and encode the same text."""
    build = suite.render_new(suite.script, suite.path("m4b"), "--format", "m4b")
    remove(suite.path("m4b"))
    speech, encoded = suite.path("speech.wav"), suite.path("encoded.m4b")
    espeak = suite.checked(["espeak-ng", "-v", voice, "-f", text, "-w", speech])
    encoder = suite.checked(["ffmpeg", "-v", "error", "-y", "-i", speech, *AAC, encoded])
    os.remove(speech)
    os.remove(encoded)
    return build, espeak, encoder


def loudness(suite):
    """Measures a build with `--loudness off`, and then a build with a loudness target."""
    without = suite.full_build()
    folder = suite.path("loud")
    # Only the first of these builds measures the levels of voices, because the levels are cached.
    with_it = suite.render_new(
        suite.script, folder, "--format", "flac", loudness="-19")
    remove(folder)
    return with_it, without
