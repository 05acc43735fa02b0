"""The neural worker's lines, recorded, and the same lines in one process."""
import os
import shutil
import subprocess
from dataclasses import dataclass

from .suite import ROOT, remove

# Those of the product (Package.swift).
FLAGS = ["-std=gnu17", "-O3", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off"]
LIBRARIES = ["-lkissfft-float", "-lcrypto", "-lm", "-ldl"]
LIBRARY = "libonnxruntime.so"


@dataclass(frozen=True)
class Synthesis:
    """Runs lines of the worker without the worker."""

    suite: object
    program: str
    library: str

    def graph(self, lines):
        """The graph alone."""
        return self.suite.checked([self.program, self.library, lines])

    def speech(self, lines, sound):
        """All that the worker does, into a WAV file."""
        return self.suite.checked([self.program, self.library, lines, sound])


def natural_folder(suite):
    """The folder with the model and ONNX Runtime, as a build has it; `None` if it is not there."""
    folder = os.path.join(os.path.realpath(suite.build), "../../natural")
    return os.path.normpath(folder) if os.path.exists(os.path.join(folder, LIBRARY)) else None


def synthesis(suite):
    program = suite.path("natural_alone")
    neural = sources("NeuralWorker", but=("main.c", "hibari.c"))
    compile_program(program, ["natural_alone.c"], [*neural, source("WorkerKit", "slots.c")])
    return Synthesis(suite, program, os.path.join(natural_folder(suite), LIBRARY))


def recorded_lines(suite, name, *options):
    """A file of the lines that a build asks of the worker. Nothing is spoken for it."""
    command, worker = recording_programs(suite)
    lines, folder = suite.path(name + ".lines"), suite.path("recorded")
    remove(folder)
    arguments = suite.render_command(
        suite.script, folder, "--format", "wav", "--jobs", "1", *options, voice=None)
    suite.checked([command, *arguments[1:]])
    remove(folder)
    os.replace(worker + ".lines", lines)
    return lines


def recording_programs(suite):
    """The command and, beside it, a worker that records; linked on the first call.

    The command looks for its worker beside itself first, so it needs a folder of its own.
    """
    folder = suite.path("recording/any/release")
    command = os.path.join(folder, "guion2audio")
    worker = command + "-neural"
    if os.path.exists(worker):
        return command, worker
    os.makedirs(folder)
    for name in ("guion2audio", "guion2audio-espeak"):
        shutil.copy(suite.program(name), folder)
    os.symlink(natural_folder(suite), suite.path("recording/natural"))
    compile_program(
        worker, ["record_lines.c", "-Wl,--wrap=speak_line"],
        sources("NeuralWorker") + sources("WorkerKit"))
    return command, worker


def compile_program(program, own, others):
    """With the compiler of the product, if it is there."""
    compiler = "clang" if shutil.which("clang") else "cc"
    headers = [f"-I{ROOT}/Sources/{name}" for name in ("NeuralWorker", "WorkerKit/include")]
    subprocess.run(
        [compiler, *FLAGS, *headers, "-o", program, *own, *others, *LIBRARIES], check=True,
        cwd=os.path.join(ROOT, "Benchmarks"))


def source(module, name):
    return os.path.join(ROOT, "Sources", module, name)


def sources(module, but=()):
    names = sorted(os.listdir(os.path.join(ROOT, "Sources", module)))
    return [source(module, name) for name in names if name.endswith(".c") and name not in but]
