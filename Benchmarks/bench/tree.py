"""What a process and its descendants use while they run."""
import os
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")
# Of the time of one core, what watching may take at most.
SHARE = 0.1


class TreeWatch(threading.Thread):
    """Samples a process tree: the largest memory in KiB, and the CPU seconds it had used by when.

    PSS is proportional: a page that n processes share counts as one n-th in each.
    RSS added up counts it n times.
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
        # A process that has ended and is not waited for yet is missing for a moment.
        seconds = max(seconds, self.samples[-1][1])
        self.samples.append((time.monotonic() - self.start_time, seconds))
        if self.memory:
            sizes = [memory(pid) for pid in pids]
            self.pss = max(self.pss, sum(pss for pss, _ in sizes))
            self.rss = max(self.rss, sum(rss for _, rss in sizes))


def contents(path):
    """The text of a file under /proc; empty when its process has gone."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def descendants(pid):
    """A process and all below it, by the children that each thread lists."""
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
    """CPU seconds of a process and of those it has waited for."""
    # The name, which stands in parentheses, may hold anything.
    fields = contents(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


def memory(pid):
    """PSS and RSS of a process, in KiB."""
    pss = rss = 0
    for line in contents(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            pss = int(line.split()[1])
        elif line.startswith("Rss:"):
            rss = int(line.split()[1])
    return pss, rss
