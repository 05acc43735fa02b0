"""The table at the end."""

from .invariants import INVARIANTS


class Report:
    """What became of all cases."""

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
        today = [outcome for outcome in self.outcomes if not outcome[0].fault.awaits]
        later = [outcome for outcome in self.outcomes if outcome[0].fault.awaits]
        faults = {case.fault.name for case, _, _ in self.outcomes}
        lines = [
            f"{len(faults)} faults, {len(self.outcomes)} runs, "
            f"{programs_run} starts of the program, {seconds:.0f} s", ""]
        lines += self.table("invariant", today)
        if later:
            lines += ["", *self.table("of behaviour that is still to come", later)]
        for title, outcomes in (("Broken", today), ("Broken, still to come", later)):
            lines += self.listing(title, outcomes)
        return "\n".join(lines)

    @staticmethod
    def table(title, outcomes):
        lines = [f"{title:<36}{'held':>6}{'broken':>8}"]
        for name in INVARIANTS:
            results = [judgement[name] for _, judgement, _ in outcomes]
            held = sum(result is True for result in results)
            broken = sum(isinstance(result, str) for result in results)
            lines.append(f"{name:<36}{held:>6}{broken:>8}")
        return lines

    def listing(self, title, outcomes):
        broken = [outcome for outcome in outcomes if self.breaks(outcome)]
        if not broken:
            return []
        lines = ["", f"{title}: {len(broken)} runs"]
        for case, judgement, folder in sorted(broken, key=lambda outcome: outcome[0].name):
            lines.append(f"  {case.name}" + (f"  ({folder})" if folder else ""))
            lines += [f"    {name}: {why}" for name, why in self.breaks((case, judgement, folder))]
        return lines
