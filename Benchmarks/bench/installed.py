"""Measures installed voices: Piper and Kokoro against the same lines in one process, Piper against its own program, and a
book with many voices."""
import hashlib
import json
import os
import shutil
import subprocess
import sys

from . import edits
from .building import described, middle
from .measure import CORES
from .natural import why_not
from .neural import recorded_lines, synthesis
from .suite import ROOT, read, remove, write

GROUP = "installed"
VOICES = os.path.join(ROOT, ".build/voices")
REFERENCE = os.path.join(ROOT, ".build/piper-reference")
JOE = "en_US-joe-medium"
PIPER, KOKORO = f"piper://{JOE}", "kokoro://jf_alpha?lang=en"
WAV = ("--format", "wav")
# The limit for the ratio of a build to the speech alone, the limit for the memory in MB, and the number of voices.
WORK, BUDGET, MANY = 1.25, 600, 20


def run(suite):
    suite.table.section(GROUP, "Installed voices: clock seconds of a build, against (CPU seconds of the same lines in one"
                        f" process with one thread) / {CORES} cores")
    reason = why_not(suite) or missing("piper", f"{JOE}.onnx", "Scripts/install-voices")
    if reason:
        suite.table.unavailable(["Piper", "Kokoro", "many voices"], reason)
        return
    suite.environment = suite.environment | {"GUION2AUDIO_VOICES": VOICES}
    alone = synthesis(suite)
    lines = recorded_lines(suite, "piper", "--cast", cast(suite, "piper", PIPER))
    full = piper(suite, alone, lines)
    kokoro(suite, alone)
    edited(suite, full)
    reference(suite, alone, lines, full)
    many(suite)


def missing(folder, name, script):
    path = os.path.join(VOICES, folder, name)
    return None if os.path.exists(path) else f"{script} has not fetched {name}"


def cast(suite, name, voice):
    """Writes a cast with one voice for all roles."""
    path = suite.path(name + ".json")
    write(path, json.dumps({"narrator": voice, "default": voice}).encode())
    return path


def piper(suite, alone, lines):
    """Measures full builds, each after the same lines in one process. Returns the median build."""
    options = ("--cast", cast(suite, "piper", PIPER), "--no-cache", *WAV)
    runs = []
    for _ in range(suite.runs):
        speech = alone.speech(lines, suite.path("piper.wav"))
        runs.append((suite.render_new(suite.script, suite.path("piper"), *options), speech))
    return work_row(suite, "Piper medium", runs)


def work_row(suite, name, runs):
    build, speech = middle(runs, lambda run: run[0].wall / run[1].cpu)
    suite.table.row(
        name, build.wall / (speech.cpu / CORES), "", WORK,
        f"{described(build)} / ({speech.cpu:.2f} / {CORES})")
    return build


def kokoro(suite, alone):
    """Measures the first paragraphs of the script only, because the graph takes as long as the audio lasts."""
    reason = missing("kokoro", "kokoro-v1.0.onnx", "Scripts/install-voices kokoro")
    if reason:
        suite.table.unavailable(["Kokoro, one scene"], reason)
        return
    script, whole = suite.path("scene" + os.path.splitext(suite.script)[1]), suite.script
    write(script, b"\n\n".join(read(suite.script).split(b"\n\n")[:12]))
    options = ("--cast", cast(suite, "kokoro", KOKORO), "--no-cache", *WAV)
    suite.script = script
    try:
        lines = recorded_lines(suite, "kokoro", *options)
        speech = alone.speech(lines, suite.path("kokoro.wav"))
        build = suite.render_new(script, suite.path("kokoro"), *options)
    finally:
        suite.script = whole
    work_row(suite, "Kokoro, one scene", [(build, speech)])


def edited(suite, full):
    """Measures a build after one more word in a line, with the cached clips of the previous build."""
    suite.table.section(GROUP, "One line edited: clock seconds, against the full build")
    script = suite.path("edited" + os.path.splitext(suite.script)[1])
    shutil.copyfile(suite.script, script)
    options = ("--cast", cast(suite, "piper", PIPER), *WAV)
    folder = suite.path("edited.audiobook")
    suite.render_new(script, folder, *options)
    line = edits.spoken_lines(edits.elements(suite, script), 1)[0]
    write(script, edits.with_word(read(script), line))
    build = suite.render(script, folder, *options, voice=None)
    suite.table.row(
        "Piper medium, one line", build.wall / full.wall, "", 0.03,
        f"{build.wall:.2f} s / {full.wall:.2f} s")
    remove(folder)


def reference(suite, alone, lines, full):
    """Measures Piper's own program on the same phonemes, with all cores. With both
    variations at 0, compares the raw samples."""
    suite.table.section(GROUP, "Piper's own program (piper-tts, ONNX Runtime 1.28) on the same phonemes")
    if not os.path.exists(os.path.join(REFERENCE, "complete")):
        suite.table.unavailable(
            ["speed", "difference"], "Scripts/install-piper-reference has not fetched piper-tts")
        return
    wall = float(own_program(suite, lines).split()[1])
    suite.table.row(
        "clock seconds of a build / Piper's", full.wall / wall, "", round(1 / 0.95, 3),
        f"{full.wall:.2f} s / {wall:.2f} s")
    whole, suite.script = suite.script, suite.path("few" + os.path.splitext(suite.script)[1])
    write(suite.script, b"\n\n".join(read(whole).split(b"\n\n")[:30]))
    try:
        still = cast(suite, "still", f"{PIPER}?noise_scale=0&noise_w=0")
        few = recorded_lines(suite, "still", "--cast", still)
    finally:
        suite.script = whole
    sound = suite.path("still.wav")
    alone.speech(few, sound)
    suite.table.row(
        "difference of the raw samples", float(own_program(suite, few, sound).split()[2]), " dB", -60,
        "both variations 0; 16 bits round at about -80 dB")


def own_program(suite, lines, *sound):
    return subprocess.check_output(
        [sys.executable, os.path.join(ROOT, "Benchmarks/piper_reference.py"),
         os.path.join(REFERENCE, "packages"), os.path.join(VOICES, f"piper/{JOE}.onnx"), lines, *sound],
        text=True, env=suite.environment)


def many(suite):
    """Measures a book of many voices with a memory limit. The audio must have the same bytes as without a limit."""
    suite.table.section(GROUP, f"{MANY} Piper voices in one book with --memory {BUDGET}M: peak memory (PSS)")
    names = many_voices(suite)
    suite.environment = suite.environment | {"GUION2AUDIO_VOICES": suite.path("many")}
    script, path = suite.path("many.fountain"), suite.path("many.json")
    characters = {f"ROLE {chr(65 + i)}": f"piper://{name}" for i, name in enumerate(names)}
    write(path, json.dumps({"narrator": f"piper://{names[0]}", "characters": characters}).encode())
    write(script, many_lines(list(characters), 2 if suite.quick else 8))
    options = ("--cast", path, "--no-cache", *WAV)
    watching = {"interval": 0.05, "memory": True}
    free = suite.render_new(script, suite.path("free"), *options, "--memory", "64G", **watching)
    tight = suite.render_new(
        script, suite.path("tight"), *options, "--memory", f"{BUDGET}M", **watching)
    is_same = digests(suite.path("free")) == digests(suite.path("tight"))
    suite.table.row(
        "memory", tight.pss, " MB", BUDGET,
        f"without a limit {free.pss:.0f} MB; clock {tight.wall:.1f} s / {free.wall:.1f} s, CPU"
        f" {tight.cpu:.1f} s / {free.cpu:.1f} s; {'the same' if is_same else 'DIFFERENT'} bytes", tight.pss)
    remove(suite.path("many"))


def many_voices(suite):
    """Copies one voice, with a different value in an unused field of each copy, so that each is a separate model."""
    folder = suite.path("many/piper")
    os.makedirs(folder)
    source = os.path.join(VOICES, "piper", f"{JOE}.onnx")
    names = [f"en_US-joe{number:02d}-medium" for number in range(MANY)]
    for number, name in enumerate(names):
        # Adds the field ModelProto.producer_version, which ONNX Runtime does not use.
        write(os.path.join(folder, f"{name}.onnx"), read(source) + b"\x1a\x02%02d" % number)
        shutil.copyfile(f"{source}.json", os.path.join(folder, f"{name}.onnx.json"))
    return names


def many_lines(roles, turns):
    """Returns speeches in an order in which no role speaks twice within a few lines."""
    parts = ["INT. HALL - DAY"]
    for turn in range(turns):
        for place in range(len(roles)):
            role = roles[(7 * place + turn) % len(roles)]
            parts.append(f"{role}\nThis is line {place + 1} of turn {turn + 1}, and nobody says it twice.")
    return "\n\n".join(parts).encode()


def digests(folder):
    names = sorted(name for name in os.listdir(folder) if name.endswith(".wav"))
    return [hashlib.sha256(read(os.path.join(folder, name))).hexdigest() for name in names]
