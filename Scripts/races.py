#!/usr/bin/env python3
"""Counts the races that the thread sanitizer reports in a log, and prints those that are races.

The sanitizer does not see the lock of Synchronization.Mutex, a futex within Swift's library, and reports what two threads
do to a mutex's value, one behind the other. Such accesses are in closures that `withLock` calls, whose one parameter is
`inout sending`: nothing else reaches the value, which the compiler sees to. The exit code is 1 if another race is left.
"""
import re
import sys

# The mangled type of a function that takes `inout sending`, perhaps throws, and does not escape.
WITH_LOCK = re.compile(r"YuK?YTXE")
ACCESS = re.compile(r"(?i)(access of Swift variable|(read|write) of size)")
FRAME = re.compile(r"\s+#\d+ (\S+)")
END = re.compile(r"\s+(Location|Thread T|Mutex)")


def stacks(report):
    """The functions of each access of a report, the innermost first."""
    found, current = [], None
    for line in report.splitlines():
        if ACCESS.search(line) and not FRAME.match(line):
            current = []
            found.append(current)
        elif END.match(line):
            current = None
        elif current is not None and (frame := FRAME.match(line)):
            current.append(frame.group(1))
    return found


def is_locked(report):
    accesses = stacks(report)
    return len(accesses) > 1 and all(any(map(WITH_LOCK.search, names)) for names in accesses)


def main():
    with open(sys.argv[1], errors="replace") as log:
        reports = [text.split("SUMMARY:")[0] for text in log.read().split("WARNING: ThreadSanitizer:")[1:]]
    races = [report for report in reports if not is_locked(report)]
    for race in races[:5]:
        print(race[:4000])
    print(f"check-threads: {len(races)} races; {len(reports) - len(races)} reports of what a mutex holds")
    return 1 if races else 0


sys.exit(main())
