"""The long story of the studio: the keyboard alone, appearance, a phone, events while it is open, a long screenplay."""
import big_fish
import by_keys
import looks
import meets

from page import Browser


def story(checks, program, axe):
    with Browser(1400, 1000) as browser:
        checks.run(by_keys.by_keys, browser, program)
        checks.run(looks.looks, browser, program, axe)
        checks.run(looks.phone, browser, program)
        checks.run(meets.drags, browser, program)
        checks.run(meets.pays, browser, program)
        checks.run(meets.conflicts, browser, program)
        checks.run(meets.keys, browser, program)
        checks.run(big_fish.big_fish, browser, program)
