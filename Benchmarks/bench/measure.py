"""Programs measured as they run: the clock, CPU and memory of the whole process tree."""
import ctypes
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from .tree import TICKS, TreeWatch

CORES = len(os.sched_getaffinity(0))
PR_SET_CHILD_SUBREAPER = 36
# Seconds that what a program leaves behind may take to end.
PATIENCE = 5
# Children that run beside the measured program, by process: none of what it leaves behind.
companions = set()


@dataclass(frozen=True)
class Measurement:
    """What one run of a program took: seconds, and MB where it was watched."""

    status: int
    wall: float
    cpu: float
    """Of the program and all its descendants."""
    neighbours: float
    """What other programs of the machine used meanwhile, as a share of all core time."""
    errors: str
    pss: float
    rss: float
    samples: list
    """Seconds since the start, and the CPU seconds used by then."""

    @property
    def idle(self):
        """The share of core time that the program left unused."""
        return 1 - self.cpu / (self.wall * CORES)


def adopt_orphans():
    """From now on, descendants whose parent has gone become ours, and their CPU seconds count.

    Without this the voices' processes of the espeak worker would be missing: they end with it, and
    nobody but init would wait for them.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit(f"prctl: {os.strerror(ctypes.get_errno())}")


class Run:
    """A program under way. Only one at a time, or their orphans would be mixed up."""

    def __init__(self, arguments, environment, stderr, interval=None, memory=False):
        self.others = busy_seconds() - time.process_time()
        self.start = time.monotonic()
        self.process = subprocess.Popen(
            arguments, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=stderr)
        self.watch = TreeWatch(self.process.pid, self.start, interval, memory) if interval else None
        if self.watch:
            self.watch.start()

    def finish(self, errors):
        """Waits for the end. `errors` gives what the program has written to standard error."""
        _, status, usage = os.wait4(self.process.pid, 0)
        wall = time.monotonic() - self.start
        self.process.returncode = os.waitstatus_to_exitcode(status)
        if self.watch:
            self.watch.stop()
        cpu = usage.ru_utime + usage.ru_stime + orphans_seconds()
        others = busy_seconds() - time.process_time() - self.others - cpu
        neighbours = max(0.0, others / (wall * CORES))
        samples = [*self.watch.samples, (wall, cpu)] if self.watch else []
        pss, rss = (self.watch.pss / 1024, self.watch.rss / 1024) if self.watch else (0, 0)
        return Measurement(
            self.process.returncode, wall, cpu, neighbours, errors(), pss, rss, samples)


def measure(arguments, environment=None, interval=None, memory=False):
    """Runs a program to its end. With an interval in seconds its process tree is sampled."""
    with tempfile.TemporaryFile() as file:
        def errors():
            file.seek(0)
            return file.read().decode(errors="replace")
        return Run(arguments, environment, file, interval, memory).finish(errors)


def measure_until(arguments, is_last, environment=None, interval=None, memory=False):
    """Runs a program, and kills it at the first line of its standard error that `is_last`."""
    lines = []
    run = Run(arguments, environment, subprocess.PIPE, interval, memory)
    with run.process.stderr as stream:
        for line in stream:
            lines.append(line.decode(errors="replace"))
            if is_last(lines[-1]):
                run.process.kill()
                break
        return run.finish(lambda: "".join(lines))


def orphans_seconds():
    """CPU seconds of the descendants that a program left behind."""
    seconds, deadline = 0.0, time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            pid, _, usage = os.wait4(-1, os.WNOHANG)
        except ChildProcessError:
            return seconds
        if pid:
            seconds += usage.ru_utime + usage.ru_stime
        elif children() <= companions:
            return seconds
        else:
            time.sleep(0.001)
    sys.exit("a measured program has left processes behind that do not end")


def children():
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return {int(pid) for pid in file.read().split()}


def busy_seconds():
    """Seconds that the cores we may use have been busy since the machine started."""
    cores = {f"cpu{core}" for core in os.sched_getaffinity(0)}
    total = 0
    with open("/proc/stat", encoding="ascii") as file:
        for line in file:
            name, *fields = line.split()
            if name in cores:
                user, nice, system, _, _, interrupt, soft, steal, *_ = map(int, fields)
                total += user + nice + system + interrupt + soft + steal
    return total / TICKS
