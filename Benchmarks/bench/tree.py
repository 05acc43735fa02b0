"""Samples the memory and CPU time of a process and its descendants."""
import os
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")
# The largest share of one core's time that sampling may take.
SHARE = 0.1


class TreeWatch(threading.Thread):
    """Samples a process tree: the largest memory in KiB, and the used CPU seconds over time.

    PSS is proportional: a page that n processes share counts as one n-th in each.
    The sum of RSS counts such a page n times.
    """

    def __init__(self, pid, start, interval, memory):
        super().__init__(daemon=True)
        self.pid, self.start_time, self.interval, self.memory = pid, start, interval, memory
        self.pss = self.rss = 0
        self.samples = [(0.0, 0.0)]
        self.done = threading.Event()

    def run(self):
        pause = 0
        while not self.done.wait(pause):
            before = time.monotonic()
            self.sample()
            pause = max(self.interval, (time.monotonic() - before) / SHARE)

    def stop(self):
        self.done.set()
        self.join()

    def sample(self):
        pids = descendants(self.pid)
        seconds = sum(cpu_seconds(pid) for pid in pids)
        # Until the parent of an ended process waits for it, the time of that process is missing. So the sum could decrease.
        seconds = max(seconds, self.samples[-1][1])
        self.samples.append((time.monotonic() - self.start_time, seconds))
        if self.memory:
            sizes = [memory(pid) for pid in pids]
            self.pss = max(self.pss, sum(pss for pss, _ in sizes))
            self.rss = max(self.rss, sum(rss for _, rss in sizes))


def contents(path):
    """Returns the text of a file under /proc; empty if its process has ended."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def descendants(pid):
    """Returns a process and all its descendants, from the children that each thread lists."""
    found, queue = [], [pid]
    while queue:
        pid = queue.pop()
        found.append(pid)
        try:
            threads = os.listdir(f"/proc/{pid}/task")
        except OSError:
            continue
        for thread in threads:
            queue += map(int, contents(f"/proc/{pid}/task/{thread}/children").split())
    return found


def cpu_seconds(pid):
    """Returns the CPU seconds of a process and of the children it has waited for."""
    # The name is in parentheses and can contain any character.
    fields = contents(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def memory(pid):
    """Returns PSS and RSS of a process, in KiB."""
    pss = rss = 0
    for line in contents(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            pss = int(line.split()[1])
        elif line.startswith("Rss:"):
            rss = int(line.split()[1])
    return pss, rss
