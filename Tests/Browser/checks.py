"""Counts checks that pass and checks that fail."""
import traceback


class Checks:
    def __init__(self):
        self.passed, self.failed = 0, []

    def check(self, name, holds, detail=""):
        """Prints a check. The detail is shown if the check fails, or if the detail is a measurement."""
        shown = f"  ({detail})" if detail != "" and (not holds or isinstance(detail, str)) else ""
        print("ok   " if holds else "FAIL ", name, shown, sep="", flush=True)
        if holds:
            self.passed += 1
        else:
            self.failed.append(name)
        return bool(holds)

    def run(self, part, *values):
        """Runs a part of the story. An exception is a failure of that part; the other parts still run."""
        try:
            part(self, *values)
        except Exception:  # noqa: BLE001
            traceback.print_exc()
            self.check(f"{part.__name__} runs to its end", False)
