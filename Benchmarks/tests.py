#!/usr/bin/env python3
"""Tests the functions that compute the benchmarks' figures: `Benchmarks/tests.py`."""
import contextlib
import io
import json
import sys
import unittest

sys.dont_write_bytecode = True

from bench import edits, listener  # noqa: E402
from bench.building import idle_between, used_by  # noqa: E402
from bench.measure import adopt_orphans, measure, measure_until  # noqa: E402
from bench.suite import ESPEAK, Suite, events  # noqa: E402
from bench.table import Row, Section, Table  # noqa: E402

BURN = "import time\nwhile time.process_time() < 0.3: pass"
# A program that ends before its child ends.
LEAVES_A_CHILD = f"import subprocess, sys; subprocess.Popen([sys.executable, '-c', {BURN!r}])"


class Processes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        adopt_orphans()

    def test_counts_the_cpu_of_a_child_that_nobody_waits_for(self):
        result = measure([sys.executable, "-c", LEAVES_A_CHILD])
        self.assertGreaterEqual(result.cpu, 0.3)
        self.assertEqual(result.status, 0)

    def test_samples_end_with_the_exact_figures(self):
        result = measure([sys.executable, "-c", BURN], interval=0.02, memory=True)
        self.assertEqual(result.samples[-1], (result.wall, result.cpu))
        self.assertGreater(len(result.samples), 2)
        self.assertGreater(result.pss, 1)
        self.assertGreaterEqual(result.rss, result.pss)

    def test_watches_a_program_until_it_is_killed(self):
        program = "import sys, time\ntime.sleep(0.2)\nprint(1, file=sys.stderr)\ntime.sleep(60)"
        result = measure_until(
            [sys.executable, "-c", program], lambda line: True, interval=0.02, memory=True)
        self.assertEqual(result.status, -9)
        self.assertGreater(result.pss, 1)

    def test_kills_at_the_line_that_is_asked_for(self):
        program = "import sys, time\nfor n in range(9): print(n, file=sys.stderr)\ntime.sleep(60)"
        result = measure_until([sys.executable, "-c", program], lambda line: line.strip() == "3")
        self.assertEqual(result.status, -9)
        self.assertEqual(result.errors.split(), ["0", "1", "2", "3"])


class Samples(unittest.TestCase):
    samples = [(0, 0), (1, 2), (3, 3)]

    def test_reads_between_samples(self):
        self.assertEqual([used_by(self.samples, moment) for moment in (0, 0.5, 1, 2, 3)],
                         [0, 1, 2, 2.5, 3])

    def test_no_core_is_idle_that_was_used(self):
        self.assertEqual(idle_between([(0, 0), (1, 1e6)], 0, 1), 0)
        self.assertEqual(idle_between([(0, 0), (1, 0)], 0, 1), 1)


class Events(unittest.TestCase):
    def test_leaves_out_what_is_no_event(self):
        text = '{"event":"start"}\nwarning: odd\n[1]\n{"event":"chapter","index":1}\n{"event":"ch'
        self.assertEqual([event["event"] for event in events(text)], ["start", "chapter"])


class Edits(unittest.TestCase):
    def test_adds_a_word_before_the_line_ends(self):
        self.assertEqual(edits.with_word(b"a\nb  \nc", 1), b"a\nb again\nc")

    def test_chooses_the_same_lines_each_time_and_no_headings(self):
        elements = [{"type": kind, "text": "x", "line": line}
                    for line, kind in enumerate(("scene-heading", "action", "dialogue") * 20, 1)]
        chosen = edits.spoken_lines(elements, 20)
        self.assertEqual(chosen, edits.spoken_lines(elements, 20))
        self.assertEqual(len(set(chosen)), 20)
        self.assertFalse([line for line in chosen if line % 3 == 0])

    def test_moves_a_scene_and_loses_nothing(self):
        text = b"\n".join(line for n in range(8) for line in (b"INT. %d" % n, b"", b"Text."))
        elements = [{"type": "scene-heading", "line": 1 + 3 * n} for n in range(8)]
        moved = edits.with_scene_moved(text, elements)
        order = [line[5:] for line in moved.split(b"\n") if line.startswith(b"INT.")]
        self.assertEqual(order, [b"0", b"1", b"3", b"4", b"5", b"2", b"6", b"7"])
        self.assertEqual(sorted(moved.split(b"\n")), sorted(text.split(b"\n")))

    def test_has_no_scene_to_move_in_a_script_of_three(self):
        elements = [{"type": "scene-heading", "line": line} for line in (1, 2, 3)]
        self.assertIsNone(edits.with_scene_moved(b"a\nb\nc", elements))

    def test_another_voice_is_another(self):
        for voice in ("espeak://en-us", "espeak://en-gb"):
            changed = edits.with_other_voice({"": "espeak://en-us", "A": voice}, "A")
            self.assertNotEqual(changed["A"], voice)
            self.assertEqual(changed[""], "espeak://en-us")


class Commands(unittest.TestCase):
    suite = Suite.__new__(Suite)
    suite.command = "guion2audio"

    def voices(self, *options, **manner):
        command = self.suite.render_command("a.fountain", "a", *options, **manner)
        return [after for option, after in zip(command, command[1:]) if option == "--voice"]

    def test_one_engine_speaks_whatever_is_installed(self):
        self.assertEqual(self.voices(), [ESPEAK])
        self.assertEqual(self.voices(voice="hibari://heart"), ["hibari://heart"])

    def test_a_cast_and_the_program_choose_voices_themselves(self):
        self.assertEqual(self.voices("--cast", "cast.json"), [])
        self.assertEqual(self.voices(voice=None), [])


class Listener(unittest.TestCase):
    def test_counts_words_that_are_wrong_missing_or_added(self):
        spoken = "the fish was a beast".split()
        for heard, wrong in (
                ("the fish was a beast", 0), ("the dish was a beast", 1), ("fish was beast", 2),
                ("the old fish was a beast", 1), ("", 5)):
            with self.subTest(heard):
                self.assertEqual(listener.distance(spoken, heard.split()), wrong)

    def test_words_have_no_case_and_no_marks(self):
        self.assertEqual(
            listener.words("Well-known, isn't it?"), ["well", "known", "isn't", "it"])

    def test_chooses_lines_from_the_whole_script(self):
        self.assertEqual(listener.evenly(list(range(10)), 3), [0, 3, 6])
        self.assertEqual(listener.evenly([1, 2], 3), [1, 2])

    def test_reads_what_was_heard_in_the_order_of_the_sounds(self):
        self.assertEqual(
            listener.hypotheses("one two (0 -123)\n (1 -4)\n"), ["one two ", " "])

    def test_cuts_a_line_out_with_silence_around_it(self):
        second = b"\1\0" * listener.RATE
        sound = listener.cut(b"\0\0" * listener.RATE + second, 1, 2)
        pad = bytes(2 * int(listener.PAD * listener.RATE))
        self.assertEqual(sound, pad + second + pad)


class Tables(unittest.TestCase):
    def test_a_figure_is_at_its_limit_above_it_or_not_there(self):
        states = [Row("g", "n", value, limit=limit).state
                  for value, limit in ((1, 1), (1.1, 1), (None, 1), (5, None))]
        self.assertEqual(states, ["reached", "missed", "not available", "no limit"])

    def test_what_is_not_available_stays_in_every_report(self):
        table = Table()
        table.sections.append(Section("g", "Title"))
        with contextlib.redirect_stdout(io.StringIO()):
            table.unavailable(["a figure"], "no program")
        row = json.loads(table.json({}))["rows"][0]
        self.assertIsNone(row["value"])
        self.assertIn("not available", table.rows[0].text())
        self.assertIn("| a figure | not available |", table.markdown())
        self.assertTrue(table.has_missed)


if __name__ == "__main__":
    unittest.main()
