#!/usr/bin/env python3
"""Tests the checks and the tools of the matrix: `Tests/FaultMatrix/tests.py`."""
import socket
import sys
import unittest
from dataclasses import replace

sys.dont_write_bytecode = True

from matrix import invariants, sound, story  # noqa: E402
from matrix.cases import Case, Options, all_cases, all_faults  # noqa: E402
from matrix.invariants import Evidence  # noqa: E402
from matrix.server import Entry, start  # noqa: E402
from matrix.services import SERVICES, Order  # noqa: E402
from matrix.stage import Result  # noqa: E402
from matrix.wire import Door  # noqa: E402

SERVICE = SERVICES["elevenlabs"]()
FAULTS = {fault.name: fault for fault in all_faults()}
LINES = list(story.occurrences(SERVICE.voices))
GOOD = Result(0, "", "12 requests, 300 KB\n")


def asked(*fates, line=LINES[0]):
    """Returns requests for one line."""
    return [Entry(Order(*line, "pcm_24000"), n, fate) for n, fate in enumerate(fates, 1)]


def evidence(fault="503", first=GOOD, entries=(), **more):
    """Returns the evidence of a run in which nothing failed, with the given changes."""
    options = more.pop("options", Options(fallback=True, limit=True))
    whole = [entry for line in LINES for entry in asked("good", line=line)]
    usual = Evidence(
        case=Case(FAULTS[fault], SERVICE.name, "first", options), service=SERVICE, first=first,
        entries=list(entries) or whole, requests=12, chapters=[{"index": 1}, {"index": 2}],
        secret_files=[], visits=0, verified=GOOD, second=GOOD, verified_again=GOOD)
    return replace(usual, **more)


class Invariants(unittest.TestCase):
    def test_a_run_without_a_fault_breaks_nothing(self):
        for fault in FAULTS:
            judgement = invariants.judge(evidence(fault))
            broken = {name: why for name, why in judgement.items() if isinstance(why, str)}
            self.assertEqual(broken, {}, fault)

    BREAKS = [
        ("exit code as documented", evidence(first=Result(70, "", ""))),
        ("exit code as documented", evidence(first=Result(69, "", ""))),
        ("exit code as documented", evidence(
            "400", entries=asked("refused"), first=Result(69, "", ""), chapters=[])),
        ("exit code as documented", evidence("400", entries=asked("refused"))),
        ("no crash, no hang", evidence(first=Result(-11, "", ""))),
        ("no crash, no hang", evidence(second=Result(0, "", "", hung=True))),
        ("the key stays secret", evidence(first=Result(1, "", f"bad key {SERVICE.key[:14]}"))),
        ("the key stays secret", evidence(secret_files=["cache/clip"])),
        ("no line paid for twice", evidence(entries=asked("good", "good"))),
        ("as many tries as documented", evidence(entries=asked(*["lost"] * 4))),
        ("as many tries as documented", evidence("400", entries=asked("refused", "refused"))),
        ("as many tries as documented", evidence("503", entries=asked("refused", "refused"))),
        ("never above --max-cost", evidence(entries=asked(*["lost"] * 99))),
        ("nothing goes to another host", evidence("redirect-302", visits=1)),
        ("fallback: exit 0, degraded", evidence(entries=asked(*["refused"] * 3))),
        ("fallback: exit 0, degraded", evidence(
            entries=asked(*["refused"] * 3), first=Result(69, "", ""))),
        ("second run ends with 0", evidence(second=Result(1, "", ""))),
        ("second run requests only the rest", evidence(again=asked("good"))),
        ("second run requests only the rest", evidence(
            chapters=[], entries=asked("refused"), again=asked("good", "good"))),
        ("second run = clean build", evidence(differences=["manifest.json"])),
        ("verify finds nothing", evidence(verified_again=Result(1, "a finding", ""))),
        ("the summary counts correctly", evidence(requests=13)),
        ("the summary counts correctly", evidence(entries=asked("lost", "good"))),
    ]

    def test_what_is_broken_is_found(self):
        for name, broken in self.BREAKS:
            with self.subTest(name):
                self.assertIsInstance(invariants.judge(broken)[name], str)

    def test_each_invariant_can_break(self):
        self.assertEqual({name for name, _ in self.BREAKS}, set(invariants.INVARIANTS))


class Servers(unittest.TestCase):
    def test_a_door_refuses_and_keeps_its_port(self):
        door = Door(lambda connection: connection.close())
        place = (door.host, door.port)
        for _ in range(2):
            with self.assertRaises(ConnectionRefusedError):
                socket.create_connection(place)
            door.open(start)
            socket.create_connection(place).close()
            door.close()

    def test_sound_has_the_length_of_its_text(self):
        self.assertEqual(len(sound.tone("ab c", 24000)), 4 * 1440 * 2)
        self.assertTrue(any(sound.tone("a", 24000)))
        self.assertFalse(any(sound.silence("a", 24000)))
        self.assertEqual(len(sound.tenth("a" * 100, 24000)), 10 * 1440 * 2)
        self.assertEqual(len(sound.odd("a", 24000)) % 2, 1)

    def test_the_matrix_has_each_fault_with_and_without_each_option(self):
        cases = all_cases()
        self.assertTrue(300 <= len(cases) <= 500, len(cases))
        self.assertEqual({case.fault.name for case in cases}, set(FAULTS))
        for name, fault in FAULTS.items():
            chosen = [case.options for case in cases if case.fault.name == name]
            if len(chosen) > 6:
                self.assertEqual({options.fallback for options in chosen}, {False, True}, name)
                self.assertEqual({options.cache for options in chosen}, {False, True}, name)


if __name__ == "__main__":
    unittest.main()
