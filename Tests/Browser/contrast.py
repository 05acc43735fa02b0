"""Checks the contrast of every pair of colours in style.css (WCAG 2.2, 1.4.3 and 1.4.11).

Run as a program, it prints the table for the comment of style.css."""
import pathlib
import re

STYLE = pathlib.Path(__file__).resolve().parents[2] / "Sources/Audiobook/ReadAlong/Page/style.css"
VOICES = [f"voice-{i}" for i in range(8)]
# Foreground, backgrounds, minimum contrast: 4.5 for text, 3 for edges, marks and the focus ring.
PAIRS = [
    ("ink", ["page", "bar", "now", "word", "cursor", "mark"], 4.5),
    ("soft", ["page", "bar", "now", "word", "cursor"], 4.5),
    ("link", ["page", "bar", "now", "word", "cursor"], 4.5),
    ("focus", ["page", "bar", "now"], 3),
    ("edge", ["page", "bar", "now"], 3),
    ("button-ink", ["button"], 4.5),
] + [(voice, ["page", "now"], 4.5) for voice in VOICES]


def palette(css, start):
    block = css[css.index(start) :]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block[: block.index("}")]))


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def table(css):
    """Returns the lines of the comment, and the pairs with too little contrast."""
    lines, weak = [], []
    light, dark = palette(css, ":root {"), palette(css, ':root[data-theme="dark"] {')
    for front, backs, least in PAIRS:
        words = []
        for back in backs:
            both = [contrast(p[front], p[back]) for p in (light, dark)]
            weak += [f"{front} on {back}: {c:.2f}" for c in both if c < least]
            # The values are rounded down, so that the comment never shows more contrast than there is.
            words.append(f"{back} {' / '.join(f'{int(c * 10) / 10:.1f}' for c in both)}")
        lines.append(f"     {front} on {', '.join(words)}")
    return lines, weak


def check_contrast(checks, css):
    lines, weak = table(css)
    checks.check("colours have the contrast of WCAG AA", not weak, weak)
    checks.check("the comment in style.css has the current contrasts", all(line in css for line in lines))
    same = palette(css, ':root[data-theme="auto"] {') == palette(css, ':root[data-theme="dark"] {')
    checks.check("the two dark palettes are the same", same)


if __name__ == "__main__":
    print("\n".join(table(STYLE.read_text(encoding="utf-8"))[0]))
