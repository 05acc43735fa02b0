#!/usr/bin/env python3
"""Counts the races that the thread sanitizer reports in a log, and prints the real ones.

Some reports are false. The sanitizer does not see the lock of Synchronization.Mutex, which is a futex in Swift's library.
So it reports two threads that access a mutex's value one after the other. Such accesses are in closures that `withLock`
calls. Their only parameter is `inout sending`, so the compiler ensures that no other code reaches the value.

It also reports a thread that uses an object after another thread has created the object in such a closure. The writes of
the initializer are not a race: other threads can reach the object only through the mutex, after the closure has ended.

The exit code is 1 if other races remain.
"""
import re
import sys

# The mangled type of a function that accepts `inout sending`, may throw, and does not escape.
WITH_LOCK = re.compile(r"YuK?YTXE")
# The mangled name of an initializer of a class, which writes the properties of an object that was just allocated.
INITIALIZER = re.compile(r"cfc$")
ACCESS = re.compile(r"(?i)(access of Swift variable|(read|write) of size)")
FRAME = re.compile(r"\s+#\d+ (\S+)")
END = re.compile(r"\s+(Location|Thread T|Mutex)")


def stacks(report):
    """Returns the functions of each access in a report, innermost first."""
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
    if len(accesses) < 2:
        return False
    locked = [any(map(WITH_LOCK.search, names)) for names in accesses]
    return all(locked) or any(
        is_in_lock and INITIALIZER.search(names[0]) for is_in_lock, names in zip(locked, accesses))


def main():
    with open(sys.argv[1], errors="replace") as log:
        reports = [text.split("SUMMARY:")[0] for text in log.read().split("WARNING: ThreadSanitizer:")[1:]]
    races = [report for report in reports if not is_locked(report)]
    for race in races[:5]:
        print(race[:4000])
    print(f"check-threads: {len(races)} races; {len(reports) - len(races)} false reports about values in a mutex")
    return 1 if races else 0


sys.exit(main())
