#!/usr/bin/python3
"""Tests the studio in headless Chromium: try_studio.py [--short] [--axe FILE] PROGRAM

`--short` runs the part for `make test`: the core of the story. `--axe` names the script of axe-core
(Scripts/install-axe)."""
import argparse
import sys
import time

sys.dont_write_bytecode = True

import room  # noqa: E402, F401  (adds Tests/Browser to the path)
import story  # noqa: E402
from checks import Checks  # noqa: E402
from page import Browser  # noqa: E402


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--axe")
    parser.add_argument("program")
    wish = parser.parse_args()
    checks, start = Checks(), time.monotonic()
    with Browser(1400, 1000) as browser:
        print(f"Chromium {browser.version}")
        checks.run(story.core, browser, wish.program)
    if not wish.short:
        import whole
        checks.run(whole.story, wish.program, wish.axe)
    print(f"{checks.passed} checks passed, {len(checks.failed)} failed; {time.monotonic() - start:.0f} s")
    for name in checks.failed:
        print("FAIL", name)
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
