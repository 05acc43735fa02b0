"""Measures one build in shards: how equal the shards are, how much work is done more than once, and the
cost of joining the shards."""
import statistics

from .incremental import COARSE, FINE, FLAC
from .measure import measure
from .suite import failed, remove

GROUP = "sharding"
TITLE = "A build in shards: each shard is one process with --jobs 1, and the shards run one after another"
COUNTS = (2, 4)
JOBS = ("--jobs", "1")
NOT_KNOWN = 64


def run(suite):
    suite.table.section(GROUP, TITLE)
    whole = suite.render_new(suite.script, suite.path("whole"), *FLAC, *JOBS)
    expected = suite.manifest(suite.path("whole"))
    for count in COUNTS:
        shards_of(suite, count, whole, expected)
    remove(suite.path("whole"))


def names_of(count):
    return [f"{count} shards: {figure}"
            for figure in ("longest / mean", "all / one build", "assemble / full build")]


def shards_of(suite, count, whole, expected):
    folder, names = suite.path("shards"), names_of(count)
    remove(folder)
    shards = []
    for index in range(1, count + 1):
        shards.append(shard(suite, folder, index, count))
        if shards[-1].status == NOT_KNOWN:
            suite.table.unavailable(names, said(shards[-1]))
            return
    cpu = [shard.cpu for shard in shards]
    peak = max(shard.pss for shard in shards)
    suite.table.row(
        names[0], max(cpu) / statistics.mean(cpu), "", None,
        ", ".join(f"{seconds:.2f}" for seconds in cpu) + " s CPU", peak)
    suite.table.row(
        names[1], sum(cpu) / whole.cpu, "", None, f"{sum(cpu):.2f} s / {whole.cpu:.2f} s CPU")
    assembled(suite, folder, names[2], expected)
    remove(folder)


def shard(suite, folder, index, count):
    command = suite.render_command(
        suite.script, folder, *FLAC, *JOBS, "--shard", f"{index}/{count}")
    result = measure(command, suite.environment, interval=COARSE, memory=True)
    if result.status in (0, NOT_KNOWN):
        return result
    return failed(command, result)


def assembled(suite, folder, name, expected):
    command = [suite.command, "assemble", folder]
    result = measure(command, suite.environment, interval=FINE, memory=True)
    if result.status == NOT_KNOWN:
        suite.table.unavailable([name], said(result))
        return
    if result.status != 0:
        failed(command, result)
    same = suite.manifest(folder) == expected
    suite.table.row(
        name, result.wall / suite.full_wall, "", None,
        f"{result.wall:.3f} s / {suite.full_wall:.2f} s;"
        f" the manifest is {'the same' if same else 'DIFFERENT from that of one build'}", result.pss)


def said(result):
    """Returns the first line of a program's errors."""
    return (result.errors.strip().splitlines() or [f"exit {result.status}"])[0]
