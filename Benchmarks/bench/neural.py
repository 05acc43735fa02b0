"""Records the neural worker's lines, and runs the same lines in one process."""
import os
import shutil
import subprocess
from dataclasses import dataclass

from .suite import ROOT, remove

# The flags of the product (Package.swift).
FLAGS = ["-std=gnu17", "-O3", "-fno-math-errno", "-fno-trapping-math", "-ffp-contract=off"]
LIBRARIES = ["-lkissfft-float", "-lcrypto", "-lm", "-ldl"]
LIBRARY = "libonnxruntime.so"


@dataclass(frozen=True)
class Synthesis:
    """Runs the worker's lines without the worker."""

    suite: object
    program: str
    library: str

    def graph(self, lines):
        """Measures the graph alone."""
        return self.suite.checked([self.program, self.library, lines])

    def speech(self, lines, sound):
        """Measures all work of the worker, with a WAV file as its result."""
        return self.suite.checked([self.program, self.library, lines, sound])


def natural_folder(suite):
    """Returns the build's folder with the model and ONNX Runtime, or `None` if it does not exist."""
    folder = os.path.join(os.path.realpath(suite.build), "../../natural")
    return os.path.normpath(folder) if os.path.exists(os.path.join(folder, LIBRARY)) else None


def synthesis(suite):
    program = suite.path("natural_alone")
    neural = sources("NeuralWorker", but=("main.c", "hibari.c"))
    compile_program(program, ["natural_alone.c"], [*neural, source("WorkerKit", "slots.c")])
    return Synthesis(suite, program, os.path.join(natural_folder(suite), LIBRARY))


def recorded_lines(suite, name, *options):
    """Returns a file with the lines that a build requests from the worker. No line is spoken."""
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
    """Returns a copy of the command, and a worker beside it that records lines. Links the worker on the first call.

    The copy is in a separate folder, because the command searches for its worker beside itself first.
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
    """Compiles a program, with the compiler of the product if it is installed."""
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
