"""Measures programs as they run: clock time, CPU time and memory of the whole process tree."""
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
# The maximum number of seconds that a program's descendants may run after the program has ended.
PATIENCE = 5
# The process ids of children that run beside the measured program and do not belong to it.
companions = set()


@dataclass(frozen=True)
class Measurement:
    """The cost of one run of a program: seconds, and MB if it was sampled."""

    status: int
    wall: float
    cpu: float
    """The CPU seconds of the program and all its descendants."""
    neighbours: float
    """The core time that other programs used during the run, as a share of all core time."""
    errors: str
    pss: float
    rss: float
    samples: list
    """Seconds since the start, and the CPU seconds used until then."""

    @property
    def idle(self):
        """The share of core time that the program left unused."""
        return 1 - self.cpu / (self.wall * CORES)


def adopt_orphans():
    """From now on, adopts descendants whose parent has ended, so that their CPU seconds are counted.

    Without this, the espeak worker's processes for voices would be missing: they end with the worker, and
    only init would wait for them.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        sys.exit(f"prctl: {os.strerror(ctypes.get_errno())}")


class Run:
    """A running program. Only one program can run at a time, because the orphans of two programs would be mixed up."""

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
        """Waits for the end of the program. `errors` returns the text that the program has written to standard error."""
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
    """Runs a program to its end. With an interval in seconds, samples its process tree."""
    with tempfile.TemporaryFile() as file:
        def errors():
            file.seek(0)
            return file.read().decode(errors="replace")
        return Run(arguments, environment, file, interval, memory).finish(errors)


def measure_until(arguments, is_last, environment=None, interval=None, memory=False):
    """Runs a program, and kills it at the first line on standard error for which `is_last` is true."""
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
    """Returns the CPU seconds of the descendants that outlived a program."""
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
    sys.exit("descendants of a measured program still run some seconds after its end")


def children():
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        return {int(pid) for pid in file.read().split()}


def busy_seconds():
    """Returns how many seconds our allowed cores have been busy since the machine started."""
    cores = {f"cpu{core}" for core in os.sched_getaffinity(0)}
    total = 0
    with open("/proc/stat", encoding="ascii") as file:
        for line in file:
            name, *fields = line.split()
            if name in cores:
                user, nice, system, _, _, interrupt, soft, steal, *_ = map(int, fields)
                total += user + nice + system + interrupt + soft + steal
    return total / TICKS
