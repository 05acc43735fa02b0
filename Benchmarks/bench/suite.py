"""The code that all groups share: paths, the number of runs, and the measured command."""
import glob
import json
import os
import shutil
import statistics
import sys

from .measure import measure

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The program's own work is measured with the fastest engine, independent of the installed voices.
ESPEAK = "espeak://en-us"

class Suite:
    """One run of the benchmarks on a script. All files are written to a separate folder."""

    def __init__(self, work, table, runs, quick):
        self.work, self.table, self.runs, self.quick = work, table, runs, quick
        self.build = os.path.abspath(
            os.environ.get("GUION2AUDIO_BUILD") or os.path.join(ROOT, ".build/release"))
        self.command = self.program("guion2audio") or sys.exit(
            f"{self.build} has no guion2audio; `make release` builds it")
        self.environment = private_environment(work)
        self.script = ""
        self.full_walls = []

    def path(self, name):
        return os.path.join(self.work, name)

    def program(self, name):
        """Returns the path of a program beside the command, or `None` if it is not built."""
        path = os.path.join(self.build, name)
        return path if os.access(path, os.X_OK) else None

    def checked(self, arguments, **watching):
        """Measures a run of any program that must succeed."""
        result = measure(arguments, self.environment, **watching)
        return result if result.status == 0 else failed(arguments, result)

    def render_command(
            self, script, folder, *options, progress="none", loudness="off", voice=ESPEAK):
        """Returns the command line of a build. Loudness is off by default: the other programs have no such step.

        If the options contain a cast, the cast names all voices. With the voice `None`, the program chooses voices.
        """
        pinned = ["--voice", voice] if voice and "--cast" not in options else []
        return [self.command, script, "-o", folder, "--loudness", loudness,
                "--progress", progress, *pinned, *options]

    def render(self, script, folder, *options, voice=ESPEAK, **watching):
        """Measures a build that continues from the files in the folder; its events are in `errors`."""
        command = self.render_command(script, folder, *options, progress="json", voice=voice)
        return self.checked(command, **watching)

    def render_new(self, script, folder, *options, loudness="off", voice=ESPEAK, **watching):
        """Measures a build into a new folder."""
        remove(folder)
        command = self.render_command(script, folder, *options, loudness=loudness, voice=voice)
        return self.checked(command, **watching)

    def manifest(self, folder):
        with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
            return json.load(file)

    def full_build(self):
        """Builds the folder `full` again from nothing, in FLAC, and stores the time."""
        result = self.render_new(self.script, self.path("full"), "--format", "flac")
        self.full_walls.append(result.wall)
        return result

    @property
    def full_wall(self):
        """The median seconds of a full build in FLAC, to which builds after changes are compared."""
        while len(self.full_walls) < self.runs:
            self.full_build()
        return statistics.median(self.full_walls)


def failed(arguments, result):
    """Ends the run of the benchmarks with an error."""
    sys.exit(f"{' '.join(arguments)}\nfailed ({result.status}): {result.errors[-500:]}")


def private_environment(work):
    """Returns our environment without the user's configuration and caches."""
    own = {key: value for key, value in os.environ.items() if not key.startswith("GUION2AUDIO_")}
    return own | {
        "XDG_CONFIG_HOME": os.path.join(work, "config"),
        "XDG_CACHE_HOME": os.path.join(work, "cache"),
    }


def remove(folder):
    shutil.rmtree(folder, ignore_errors=True)


def chapters_made(result):
    """Returns the number of chapters that a build with events has rendered."""
    return sum(event["event"] == "chapter" for event in events(result.errors))


def events(text):
    """Returns the events of `--progress json`. Leaves out other lines, and a last line that a kill has truncated."""
    found = []
    for line in text.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict) and "event" in event:
            found.append(event)
    return found


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, contents):
    with open(path, "wb") as file:
        file.write(contents)


def put_together_script(path, repetitions, paragraphs=None):
    """Writes a script that repeats the first example, or only its first paragraphs."""
    example = read(os.path.join(ROOT, "Examples/the-last-train/the-last-train.fountain")).decode()
    title_page, *body = example.split("\n\n")
    played = "\n\n".join(body[:paragraphs])
    parts = [title_page, played]
    parts += [played.replace("DAY", f"DAY {number}") for number in range(repetitions - 1)]
    write(path, "\n\n".join(parts).encode())


def examples_document():
    """Returns Markdown of a manual's length: the file that DOCUMENT names, or our own examples."""
    if "DOCUMENT" in os.environ:
        return read(os.environ["DOCUMENT"]) + b"\n\n"
    names = sorted(glob.glob(os.path.join(ROOT, "Examples/**/*.md"), recursive=True))
    # Front matter is removed, because it is allowed only at the top of a file.
    bodies = [read(name) for name in names]
    bodies = [body.split(b"\n---\n", 1)[-1] if body.startswith(b"---") else body for body in bodies]
    return b"\n\n".join(bodies) + b"\n\n"
