"""Speaks recorded lines with Piper's own program: `piper_reference.py PACKAGES MODEL LINES [SOUND]`.

LINES is a file from record_lines.c. Prints the seconds of audio and the clock seconds for the lines, without
the time to load the model. SOUND is a WAV file of the same lines. With SOUND, also prints its difference from Piper's
raw samples, in decibels. Raw samples are the samples before Piper's `synthesize` scales each sentence to a peak of 1.
"""
import struct
import sys
import time
import wave

sys.path.insert(0, sys.argv[1])

import numpy  # noqa: E402
from piper import PiperVoice, SynthesisConfig  # noqa: E402

# The header of a line: `struct line_header` in NeuralWorker/line.h.
HEADER = struct.Struct("<4I6fi3I32s")


def lines(path):
    """Returns the ids of each line, with Piper's settings for it."""
    with open(path, "rb") as file:
        while size := file.read(4):
            payload = file.read(struct.unpack("<I", size)[0])
            fields = HEADER.unpack_from(payload)
            count, speed, noise, width, speaker = fields[1], fields[4], fields[8], fields[9], fields[10]
            ids = struct.unpack_from(f"<{count}H", payload, HEADER.size)
            yield list(ids), SynthesisConfig(
                speaker_id=speaker if speaker >= 0 else None, length_scale=1 / speed,
                noise_scale=noise, noise_w_scale=width)


def decibels(raw, path):
    """Returns the power of the difference, relative to the power of the audio."""
    with wave.open(path) as file:
        ours = numpy.frombuffer(file.readframes(file.getnframes()), dtype="<i2") / 32768
    if len(ours) != len(raw):
        sys.exit(f"the lengths differ: our audio has {len(ours)} samples, Piper's {len(raw)}")
    return 10 * numpy.log10(numpy.sum((ours - raw) ** 2) / numpy.sum(raw ** 2))


def main():
    voice = PiperVoice.load(sys.argv[2])
    work = list(lines(sys.argv[3]))
    start = time.monotonic()
    sounds = [numpy.atleast_1d(voice.phoneme_ids_to_audio(ids, config)) for ids, config in work]
    wall = time.monotonic() - start
    raw = numpy.concatenate(sounds).astype(numpy.float64)
    print(f"{len(raw) / voice.config.sample_rate:.3f} {wall:.3f}")
    if len(sys.argv) > 4:
        print(f"{decibels(raw, sys.argv[4]):.1f}")


main()
