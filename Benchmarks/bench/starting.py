"""Measures how long the command takes to print its version."""
import statistics

GROUP = "starting"
RUNS = 50


def run(suite):
    runs = RUNS // 10 if suite.quick else RUNS
    suite.table.section(GROUP, f"Start: median time of {runs} runs")
    times = {"true": [], "version": []}
    for _ in range(runs):
        for name, arguments in (
                ("true", ["/bin/true"]), ("version", [suite.command, "--version"])):
            times[name].append(suite.checked(arguments).wall * 1000)
    true, version = (statistics.median(times[name]) for name in ("true", "version"))
    suite.table.row(
        "guion2audio --version", version, " ms", round(2 * true + 20, 1),
        f"/bin/true: {true:.1f} ms")
