"""The long story of the studio: the keyboard alone, appearance, sizes, settings, events while it is open, a long screenplay."""
import big_fish
import by_keys
import casting
import looks
import meets
import opening
import screens
import setting_up
import shaping
import speaking

from page import Browser


def story(checks, program, axe):
    with Browser(1400, 1000) as browser:
        checks.run(by_keys.by_keys, browser, program)
        checks.run(looks.looks, browser, program, axe)
        checks.run(looks.phone, browser, program)
        checks.run(looks.sheet, browser, program)
        checks.run(meets.drags, browser, program)
        checks.run(meets.pays, browser, program)
        checks.run(meets.conflicts, browser, program)
        checks.run(meets.tabs, browser, program)
        checks.run(meets.keys, browser, program)
        checks.run(screens.screens, browser, program)
        for part in (setting_up.pauses, setting_up.asks_before_disabling, setting_up.logs_in, setting_up.installs,
                     setting_up.chapters, setting_up.prices):
            checks.run(part, browser, program)
        checks.run(opening.opening, browser, program)
        checks.run(casting.casting, browser, program)
        checks.run(shaping.shaping, browser, program)
        checks.run(shaping.draws, browser, program)
        checks.run(speaking.speaking, browser, program)
        checks.run(big_fish.big_fish, browser, program)
