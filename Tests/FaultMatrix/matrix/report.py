"""The table at the end."""

from .invariants import INVARIANTS


class Report:
    """The results of all cases."""

    def __init__(self):
        self.outcomes = []

    def add(self, case, judgement, folder):
        self.outcomes.append((case, judgement, folder))

    @property
    def is_broken(self):
        return any(self.breaks(outcome) for outcome in self.outcomes)

    @staticmethod
    def breaks(outcome):
        return [(name, why) for name, why in outcome[1].items() if isinstance(why, str)]

    def text(self, seconds, programs_run):
        faults = {case.fault.name for case, _, _ in self.outcomes}
        lines = [
            f"{len(faults)} faults, {len(self.outcomes)} runs, "
            f"{programs_run} starts of the program, {seconds:.0f} s", "", *self.table(), *self.listing()]
        return "\n".join(lines)

    def table(self):
        lines = [f"{'invariant':<36}{'held':>6}{'broken':>8}"]
        for name in INVARIANTS:
            results = [judgement[name] for _, judgement, _ in self.outcomes]
            held = sum(result is True for result in results)
            broken = sum(isinstance(result, str) for result in results)
            lines.append(f"{name:<36}{held:>6}{broken:>8}")
        return lines

    def listing(self):
        broken = [outcome for outcome in self.outcomes if self.breaks(outcome)]
        if not broken:
            return []
        lines = ["", f"Broken: {len(broken)} runs"]
        for case, judgement, folder in sorted(broken, key=lambda outcome: outcome[0].name):
            lines.append(f"  {case.name}" + (f"  ({folder})" if folder else ""))
            lines += [f"    {name}: {why}" for name, why in self.breaks((case, judgement, folder))]
        return lines
