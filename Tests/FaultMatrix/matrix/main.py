"""The command line of the matrix."""
import argparse
import os
import queue
import re
import shutil
import sys
import threading
import time
import traceback

from .cases import all_cases
from .report import Report
from .trial import Bench


def arguments():
    parser = argparse.ArgumentParser(
        description="Renders a small book with speech services that fail in many ways, and checks "
        "the invariants after each run. The exit code is 1 if an invariant is broken.")
    parser.add_argument("program", nargs="?", help="guion2audio, with its worker beside it")
    parser.add_argument(
        "--only", metavar="PATTERN",
        help="run the cases whose name (service/fault/position/options) matches this regular expression")
    parser.add_argument("--jobs", type=int, default=8, help="how many cases run at once (default 8)")
    parser.add_argument("--list", action="store_true", help="print the names of the cases without running them")
    parser.add_argument("--keep", action="store_true", help="keep the folders of broken cases")
    return parser.parse_args()


def chosen_cases(pattern):
    return [case for case in all_cases() if not pattern or re.search(pattern, case.name)]


class Matrix:
    """Runs cases, several at once, each on the server of its thread."""

    def __init__(self, program, cases, jobs, keeps):
        self.report, self.lock = Report(), threading.Lock()
        self.left, self.count = queue.SimpleQueue(), len(cases)
        for case in cases:
            self.left.put(case)
        self.benches = [Bench(program, keeps) for _ in range(min(jobs, len(cases)))]
        self.failures = []

    def run(self):
        threads = [threading.Thread(target=self.work, args=(bench,)) for bench in self.benches]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def work(self, bench):
        while True:
            try:
                case = self.left.get_nowait()
            except queue.Empty:
                return
            try:
                judgement, folder = bench.try_case(case)
            except Exception:
                with self.lock:
                    self.failures.append(f"{case.name}: {traceback.format_exc()}")
                continue
            self.note(case, judgement, folder)

    def note(self, case, judgement, folder):
        with self.lock:
            self.report.add(case, judgement, folder)
            done = len(self.report.outcomes)
            broken = self.report.breaks(self.report.outcomes[-1])
            for name, why in broken:
                print(f"{case.name}: {name}: {why}", file=sys.stderr)
            if done % 50 == 0:
                print(f"{done} of {self.count}", file=sys.stderr)


def main():
    options = arguments()
    cases = chosen_cases(options.only)
    if options.list:
        print("\n".join(case.name for case in cases))
        return 0
    program = options.program and shutil.which(os.path.abspath(options.program))
    if not program or not cases:
        print("fault matrix: the program is missing, or no case matches --only", file=sys.stderr)
        return 64
    begin = time.monotonic()
    matrix = Matrix(program, cases, options.jobs, options.keep)
    matrix.run()
    starts = sum(bench.programs_run for bench in matrix.benches)
    print(matrix.report.text(time.monotonic() - begin, starts))
    for failure in matrix.failures:
        print(f"fault matrix: {failure}", file=sys.stderr)
    return 1 if matrix.report.is_broken or matrix.failures else 0
