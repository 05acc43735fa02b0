"""The audio of the services: 60 ms of a tone for each character. The tone is quieter for a blank."""
import base64
import functools
import hashlib
import math
import random
import struct

MILLISECONDS = 60
LOUD = 7000
QUIET = 1200
SAMPLES_OF_MP3_FRAME = 1152
RATE_OF_MP3 = 44100

# A frame of MPEG-1 layer III: 128 kbit/s, 44,100 Hz, one channel, no bit reservoir. It contains twelve
# periods of 459.375 Hz, so that any number of these frames is one continuous tone.
MP3_FRAME = base64.b64decode(
    "//uQxAADxl2nCguAXgDNNOFBcAvA+EebgGDsHhEBKBgJP5YP//b/1v/5w/6v3/+31/+n/7f+n/1//f/7/+n/0b/wY3yf"
    "/2/R8I83AMHYPCICUDASfywf/+3/rf/zh/1fv/9vr/9P/2/9H/9f/3/+//p/9G/8GN8n/9v0JiCmopmXGJgY"
).ljust(417, b"\0")


@functools.lru_cache(maxsize=500)
def block(rate, periods, peak):
    """Returns the samples of one character: whole periods, so that blocks join without a click."""
    count = rate * MILLISECONDS // 1000
    turn = 2 * math.pi * periods / count
    return struct.pack(f"<{count}h", *(round(peak * math.sin(turn * i)) for i in range(count)))


def tone(text, rate):
    """Returns 16-bit samples for a text; the text determines the pitch."""
    periods = 8 + hashlib.sha256(text.encode()).digest()[0] % 16
    return b"".join(block(rate, periods, QUIET if c.isspace() else LOUD) for c in text)


def silence(text, rate):
    return bytes(len(tone(text, rate)))


def noise(text, rate):
    return random.Random(text).randbytes(len(tone(text, rate)))


def tenth(text, rate):
    """Returns the beginning of the right audio."""
    samples = tone(text, rate)
    return samples[: len(samples) // 20 * 2]


def odd(text, rate):
    """Returns the right audio without its last byte."""
    return tone(text, rate)[:-1]


def wav(samples, rate, streamed=False):
    """Returns a WAV file; a streamed file does not contain its length."""
    size = 0xFFFFFFFF if streamed else len(samples)
    whole = 0xFFFFFFFF if streamed else 36 + len(samples)
    form = struct.pack("<IHHIIHH", 16, 1, 1, rate, rate * 2, 2, 16)
    return (
        b"RIFF" + struct.pack("<I", whole) + b"WAVEfmt " + form
        + b"data" + struct.pack("<I", size) + samples
    )


def mp3(text):
    seconds = len(text) * MILLISECONDS / 1000
    return MP3_FRAME * max(2, math.ceil(seconds * RATE_OF_MP3 / SAMPLES_OF_MP3_FRAME))
