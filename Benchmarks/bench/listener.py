"""The machine listener: counts the words of a voice that pocketsphinx recognizes wrongly."""
import os
import re
import shutil
import subprocess
import sys
import wave

from .edits import elements
from .suite import ROOT, remove, write

PROGRAMS = ("pocketsphinx_batch", "sox")
MODEL = "/usr/share/pocketsphinx/model/en-us"
WORDS = range(6, 17)
PLAIN = re.compile(r"[A-Za-z ,.'?!-]+")
# The sample rate of the model's training data in hertz, and the seconds of silence before and after a line.
RATE, PAD = 16_000, 0.3
# The folder that Scripts/install-distillmos makes.
JUDGE = os.path.join(ROOT, ".build/distillmos/packages")
# Prints the predicted opinion, 1 to 5, of each file of samples.
JUDGING = """
import sys
import distillmos
import numpy
import torch
torch.set_num_threads(1)
model = distillmos.ConvTransformerSQAModel().eval()
for path in sys.argv[1:]:
    samples = numpy.fromfile(path, "<i2").astype(numpy.float32) / 32768
    with torch.no_grad():
        print(float(model(torch.from_numpy(samples)[None])))
"""


def missing():
    """Returns the missing program or model, or `None` if everything is installed."""
    for program in PROGRAMS:
        if not shutil.which(program):
            return f"{program} is not installed"
    return None if os.path.isdir(MODEL) else f"{MODEL} is not installed"


def dialogue(suite, count):
    """Returns speeches of 6 to 16 words without digits, taken at equal distances from the script."""
    texts = (element["text"] for element in elements(suite, suite.script)
             if element["type"] == "dialogue")
    return evenly(
        [text for text in texts if len(text.split()) in WORDS and PLAIN.fullmatch(text)], count)


def evenly(items, count):
    return items[::max(1, len(items) // count)][:count]


def word_errors(suite, lines, sounds):
    """Returns the number of wrong, missing and added words, in per cent of the spoken words."""
    heard = recognised(suite, sounds)
    wrong = sum(distance(words(line), words(text)) for line, text in zip(lines, heard))
    return 100 * wrong / sum(len(words(line)) for line in lines)


def spoken(suite, lines, voice):
    """Returns the samples of each line in the form that the model needs."""
    script, folder = suite.path("lines.txt"), suite.path("lines")
    write(script, "\n\n".join(lines).encode())
    suite.render_new(script, folder, "--format", "wav", "--language", "en-US", voice=voice)
    sounds = []
    for chapter in suite.manifest(folder)["chapters"]:
        samples = resampled(suite, os.path.join(folder, chapter["file"]))
        sounds += [cut(samples, item["start"], item["end"]) for item in chapter["items"]]
    remove(folder)
    if len(sounds) != len(lines):
        raise ValueError(f"{voice} spoke {len(sounds)} parts instead of {len(lines)} lines")
    return sounds


def resampled(suite, path):
    """Returns all samples of a file, 16 bits at the model's rate, at the same level for each voice."""
    target = suite.path("resampled.wav")
    suite.checked(
        ["sox", "-G", path, "-r", str(RATE), "-c", "1", "-b", "16", target, "gain", "-n", "-3"])
    with wave.open(target) as file:
        samples = file.readframes(file.getnframes())
    os.remove(target)
    return samples


def cut(samples, start, end):
    """Returns the samples between two times in seconds, with silence around them."""
    silence = bytes(2 * int(PAD * RATE))
    return silence + samples[2 * int(start * RATE):2 * int(end * RATE)] + silence


def opinions(suite, sounds):
    """Returns the opinion of each clip that distillMOS predicts, without the silence around it."""
    pad = 2 * int(PAD * RATE)
    folder = saved(suite, [samples[pad:-pad] for samples in sounds])
    paths = [os.path.join(folder, f"{index}.raw") for index in range(len(sounds))]
    environment = os.environ | {"PYTHONPATH": JUDGE}
    printed = subprocess.check_output([sys.executable, "-c", JUDGING, *paths], env=environment, text=True)
    return [float(line) for line in printed.splitlines()[-len(sounds):]]


def saved(suite, sounds):
    """Writes each clip into a new folder, as files `0.raw`, `1.raw` and so on."""
    folder = suite.path("sounds")
    remove(folder)
    os.makedirs(folder)
    for index, samples in enumerate(sounds):
        write(os.path.join(folder, f"{index}.raw"), samples)
    return folder


def recognised(suite, sounds):
    """Returns the recognized text of each clip; the model is loaded once."""
    folder = saved(suite, sounds)
    names, heard = os.path.join(folder, "names"), os.path.join(folder, "heard")
    write(names, "".join(f"{index}\n" for index in range(len(sounds))).encode())
    suite.checked([
        "pocketsphinx_batch", "-adcin", "yes", "-cepdir", folder, "-cepext", ".raw",
        "-ctl", names, "-hyp", heard, "-hmm", f"{MODEL}/en-us", "-lm", f"{MODEL}/en-us.lm.bin",
        "-dict", f"{MODEL}/cmudict-en-us.dict", "-logfn", "/dev/null"])
    with open(heard, encoding="utf-8") as file:
        return hypotheses(file.read())


def hypotheses(text):
    """Returns the texts of lines such as `some words (12 -3456)`, in the order of the clips."""
    return [line.rpartition("(")[0] for line in text.splitlines()]


def words(text):
    return re.sub(r"[^a-z' ]", " ", text.lower()).split()


def distance(one, other):
    """Returns how many words must be replaced, added or removed to turn one text into the other."""
    row = list(range(len(other) + 1))
    for i, word in enumerate(one, 1):
        before, row[0] = row[0], i
        for j, candidate in enumerate(other, 1):
            best = min(row[j] + 1, row[j - 1] + 1, before + (word != candidate))
            before, row[j] = row[j], best
    return row[-1]
