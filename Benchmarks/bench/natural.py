"""Measures the natural voice: the work in addition to the graph, memory, word errors, and the size of the package."""
import glob
import os
import shutil
import statistics
import subprocess
from dataclasses import dataclass

from . import edits, listener
from .building import described, middle
from .incremental import COARSE, FINE, ranged
from .measure import CORES, Measurement, measure_until
from .neural import natural_folder, recorded_lines, synthesis
from .suite import ESPEAK, ROOT, chapters_made, events, read, remove, write

GROUP = "natural"
HEART = "hibari://heart"
MP3 = ("--format", "mp3")
# The lines that the recognizer hears, and how many of them distillMOS judges.
LINES, JUDGED = 100, 40
# The limits: memory in MB, memory for ten times the script as a ratio, and the package in MB.
MEMORY, TEN_TIMES, PACKAGE = 220, 1.1, 38
MEMORY_INTERVAL = 0.02


def run(suite):
    suite.table.section(
        GROUP, "The natural voice: CPU seconds of a build, against the graph alone on the same phonemes")
    reason = why_not(suite)
    if reason:
        suite.table.unavailable(["natural voice"], reason)
        return
    alone = synthesis(suite)
    one_thread(suite, alone)
    builds(suite, alone)
    memory(suite)
    saying(suite)
    understood(suite)
    package(suite)


def why_not(suite):
    if not suite.program("guion2audio-neural"):
        return "guion2audio-neural is not built"
    return None if natural_folder(suite) else "the build's folder has no natural voice"


def one_thread(suite, alone):
    """Measures a build in which heart speaks every role, against the graph on the phonemes of that build."""
    cast = suite.path("heart.json")
    write(cast, edits.cast(dict.fromkeys(roles(suite), HEART)))
    options = ("--cast", cast)
    lines = recorded_lines(suite, "heart", *options)
    runs = []
    for _ in range(suite.runs):
        graph = alone.graph(lines)
        build = suite.render_new(
            suite.script, suite.path("heart"), "--format", "wav", "--jobs", "1", *options)
        runs.append((build, graph))
    seconds = suite.manifest(suite.path("heart"))["duration"]
    remove(suite.path("heart"))
    build, graph = middle(runs, lambda run: run[0].cpu / run[1].cpu)
    suite.table.row(
        "heart, one thread", build.cpu / graph.cpu, "", 1.7,
        f"{build.cpu:.2f} s / {graph.cpu:.2f} s CPU for {seconds / 60:.1f} minutes of audio,"
        f" programs outside the benchmark {100 * build.neighbours:.0f} %")


def roles(suite):
    """Returns all names of the automatic cast; the narrator's name is empty."""
    folder = suite.path("roles")
    suite.render_new(suite.script, folder, "--format", "wav", "--only", "1", voice=None)
    cast = suite.manifest(folder)["cast"]
    remove(folder)
    return cast


@dataclass(frozen=True)
class Turn:
    """A build with the automatic cast, and the parts of its work alone: speech, encoding, hashing."""

    build: Measurement
    speech: Measurement
    encoder: Measurement
    digest: Measurement

    @property
    def work(self):
        """The CPU seconds of the unavoidable work."""
        return self.speech.cpu + self.encoder.cpu + self.digest.cpu

    @property
    def ratio(self):
        return self.build.wall / (self.work / CORES)

    def __str__(self):
        parts = f"{self.speech.cpu:.2f} + {self.encoder.cpu:.2f} + {self.digest.cpu:.2f}"
        return f"{described(self.build)} / (({parts}) / {CORES})"


def builds(suite, alone):
    """Measures full builds, each followed by builds after one edit, so that other load on the machine slows both."""
    book = Book(suite)
    lines = recorded_lines(suite, "book")
    edited = edits.spoken_lines(edits.elements(suite, suite.script), 3 if suite.quick else 20)
    turns, changes = [], []
    for number in range(suite.runs):
        turns.append(turn(suite, book, alone, lines))
        # Waits until the full build is on the disk, because the timed builds would wait for it.
        os.sync()
        changes += [(book.edited(line), turns[-1].build) for line in edited[number::suite.runs]]
    suite.table.section(
        GROUP, "MP3 with natural voices: clock seconds, against (CPU seconds of the same speech in one process"
        f" + encoder + sha256) / {CORES} cores")
    shown = middle(turns, lambda turn: turn.ratio)
    suite.table.row("mp3", shown.ratio, "", 1.15, str(shown))
    shown = middle(turns, lambda turn: turn.build.cpu / turn.work)
    suite.table.row("mp3, CPU seconds", shown.build.cpu / shown.work, "", None, str(shown))
    edited_row(suite, changes, book.edited(edited[0], interval=FINE, memory=True))


def turn(suite, book, alone, lines):
    speech_file, encoded = suite.path("speech.wav"), suite.path("encoded.mp3")
    speech = alone.speech(lines, speech_file)
    encoder = suite.checked(["sndfile-convert", speech_file, encoded])
    digest = suite.checked(["openssl", "dgst", "-sha256", encoded])
    os.remove(speech_file)
    os.remove(encoded)
    return Turn(book.full_build(), speech, encoder, digest)


class Book:
    """A copy of the script, and a current output folder."""

    def __init__(self, suite):
        self.suite = suite
        os.makedirs(suite.path("natural"), exist_ok=True)
        self.script = os.path.join(suite.path("natural"), os.path.basename(suite.script))
        self.folder = suite.path("natural/built")

    def full_build(self):
        shutil.copyfile(self.suite.script, self.script)
        return self.suite.render_new(self.script, self.folder, *MP3, voice=None)

    def edited(self, line, **watching):
        """Adds one more word to the script, without undoing earlier edits, and builds."""
        write(self.script, edits.with_word(read(self.script), line))
        return self.suite.render(self.script, self.folder, *MP3, voice=None, **watching)


def edited_row(suite, changes, watched):
    suite.table.section(
        GROUP, "MP3 with natural voices after a change: clock seconds, against the full build")
    walls = [build.wall for build, _ in changes]
    full = statistics.median(full.wall for _, full in changes)
    cpu = statistics.median(build.cpu / full.cpu for build, full in changes)
    suite.table.row(
        "one line edited", statistics.median(build.wall / full.wall for build, full in changes),
        "", 0.03,
        f"{statistics.median(walls):.3f} s ({min(walls):.3f} to {max(walls):.3f}) / {full:.2f} s,"
        f" {len(changes)} builds, CPU {cpu:.4f},"
        f" {ranged([chapters_made(build) for build, _ in changes])} rendered", watched.pss)


def memory(suite):
    suite.table.section(GROUP, "Peak memory (PSS) of all processes of a build with natural voices")
    folder = suite.path("memory")
    watching = {"interval": MEMORY_INTERVAL, "memory": True}
    once = suite.render_new(suite.script, folder, *MP3, voice=None, **watching)
    chapters = -(-len(suite.manifest(folder)["chapters"]) // 4)
    suite.table.row(
        "mp3: natural, once", once.pss, " MB", MEMORY, f"sum of RSS: {once.rss:.0f} MB")
    ten = ten_times(suite, folder, chapters, watching)
    suite.table.row(
        "mp3: natural, ten times the script", ten.pss / once.pss, "", TEN_TIMES,
        f"{ten.pss:.1f} MB / {once.pss:.1f} MB, ended after {chapters} chapters", ten.pss)


def ten_times(suite, folder, chapters, watching):
    """Measures a build of ten times the script until some chapters are finished.

    By then the whole plan is in memory, and the longest chapters are finished, because they are rendered first. A build
    of all chapters would take hours.
    """
    script = suite.path("ten" + os.path.splitext(suite.script)[1])
    write(script, read(suite.script) * 10)
    remove(folder)
    made = 0

    def is_last(line):
        nonlocal made
        made += sum(event["event"] == "chapter" for event in events(line))
        return made >= chapters

    command = suite.render_command(script, folder, *MP3, progress="json", voice=None)
    result = measure_until(command, is_last, suite.environment, **watching)
    os.remove(script)
    remove(folder)
    return result


def saying(suite):
    """Measures the time to speak one word. The file of the model is in the disk cache; all processes are started again."""
    suite.table.section(GROUP, 'say "Hello.": clock time')
    sound = suite.path("hello.wav")
    command = [suite.command, "say", "Hello.", "--voice", HEART, "-o", sound]
    suite.checked(command)
    runs = [suite.checked(command) for _ in range(3 if suite.quick else 11)]
    walls = [run.wall for run in runs]
    suite.table.row(
        "say", 1000 * statistics.median(walls), " ms", 600,
        f"{1000 * min(walls):.0f} to {1000 * max(walls):.0f} ms,"
        f" {1000 * statistics.median(run.cpu for run in runs):.0f} ms CPU")


def understood(suite):
    """Measures the word errors and the predicted opinion of espeak, of heart and of each preset of heart."""
    reason = listener.missing()
    lines = listener.dialogue(suite, 3 if suite.quick else LINES)
    count = sum(len(listener.words(line)) for line in lines)
    voices = [HEART, ESPEAK, *presets(suite)]
    sounds = {voice: listener.spoken(suite, lines, voice) for voice in voices} if not reason else {}
    suite.table.section(GROUP, "Word errors of pocketsphinx on lines of the script's dialogue")
    if reason:
        suite.table.unavailable(["word errors"], reason)
        return
    heart = listener.word_errors(suite, lines, sounds[HEART])
    suite.table.row(HEART, heart, " %", None, f"{len(lines)} lines, {count} words")
    for voice in voices:
        if voice != HEART:
            limit = None if voice == ESPEAK else round(1.5 * heart, 1)
            detail = "" if voice == ESPEAK else "the limit is 1.5 × heart's value"
            suite.table.row(voice, listener.word_errors(suite, lines, sounds[voice]), " %", limit, detail)
    suite.table.section(GROUP, "distillMOS, 1 to 5, of the same lines")
    if not os.path.isdir(listener.JUDGE):
        suite.table.unavailable(["distillMOS"], "Scripts/install-distillmos has not fetched distillmos")
        return
    for voice in voices:
        values = listener.opinions(suite, sounds[voice][:JUDGED])
        suite.table.row(
            voice, statistics.mean(values), "", None, f"{len(values)} lines, {min(values):.2f} to {max(values):.2f}")


def presets(suite):
    """Returns the voices that are presets of heart."""
    listed = subprocess.check_output(
        [suite.command, "voices", "--provider", "hibari"], env=suite.environment, text=True)
    names = [line.split()[0] for line in listed.splitlines() if line.strip()]
    return [name for name in names if name.startswith(HEART + "+")]


def package(suite):
    suite.table.section(GROUP, "The Debian package, in millions of bytes")
    packages = glob.glob(os.path.join(ROOT, ".build/guion2audio_*.deb"))
    if not packages:
        suite.table.unavailable(["size"], "the package is missing; `make deb` builds it")
        return
    newest = max(packages, key=os.path.getmtime)
    suite.table.row(
        "size", os.path.getsize(newest) / 1e6, " MB", PACKAGE, os.path.basename(newest))
