"""Compares the audio that Chromium plays after a jump with the decoded file. A browser may play another position than it
reports.

This works only over HTTP, because a page on a disk cannot read its own audio."""
import array
import math
import subprocess

RATE = 16_000
STEP = RATE // 100  # samples for each value of the loudness curve

RECORD = """
  (async () => {
    if (!window.tap) {
      const context = new AudioContext({sampleRate: 16000});
      await context.resume();
      window.tap = context.createScriptProcessor(1024, 1, 1);
      context.createMediaElementSource(audio).connect(window.tap);
      window.tap.connect(context.destination);
    }
    await audio.play();
    const from = performance.now() + 500, heard = [];
    let begin = null;
    window.tap.onaudioprocess = (event) => {
      if (performance.now() < from) return;
      if (begin === null) begin = audio.currentTime;
      heard.push(Array.from(event.inputBuffer.getChannelData(0), (x) => Math.round(x * 32767)));
      if (heard.length < 48) return;
      window.tap.onaudioprocess = null;
      audio.pause();
      done([begin, heard.flat()]);
    };
  })();
"""


def decoded(path):
    """Returns the loudness of a file, a hundred values for each second."""
    made = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "s16le", "-ac", "1", "-ar", str(RATE), "-"],
                          capture_output=True, check=True)
    samples = array.array("h")
    samples.frombytes(made.stdout)
    return loudness(samples)


def loudness(samples):
    return [sum(map(abs, samples[i : i + STEP])) / STEP for i in range(0, len(samples) - STEP + 1, STEP)]


def alike(a, b):
    """Returns the correlation of two curves."""
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    both = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    size = math.sqrt(sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b))
    return both / size if size else 0


def heard(page, curve, at):
    """Jumps to a time of the chapter and plays. Returns how many seconds the audio is ahead of the browser's time,
    and how certain that is."""
    page.go(at)
    begin, samples = page.later(RECORD)
    own = loudness(array.array("h", samples))
    centre = round(begin * 100)
    best, place = max((alike(own, curve[i : i + len(own)]), i)
                      for i in range(max(0, centre - 250), min(len(curve) - len(own), centre + 250)))
    return place / 100 - begin, best


def hears(checks, page, book, number, allowed, name):
    page.open(f"#c{number}")
    page.play()
    entry = book.info["chapters"][number - 1]
    curve = decoded(book.folder / entry["files"][0][0])
    found = [heard(page, curve, entry["duration"] * part) for part in (0.1, 0.5, 0.8)]
    worst = max(abs(off) for off, _ in found)
    checks.check(f"{name}: a jump plays the right position", worst < allowed and min(sure for _, sure in found) > 0.8,
                 ", ".join(f"{off:+.2f} s" for off, _ in found))
