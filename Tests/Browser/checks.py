"""Counts what holds and what fails."""
import traceback


class Checks:
    def __init__(self):
        self.passed, self.failed = 0, []

    def check(self, name, holds, detail=""):
        """Prints a check; the detail is shown if it fails, or if it is a measurement."""
        shown = f"  ({detail})" if detail != "" and (not holds or isinstance(detail, str)) else ""
        print("ok   " if holds else "FAIL ", name, shown, sep="", flush=True)
        if holds:
            self.passed += 1
        else:
            self.failed.append(name)
        return bool(holds)

    def run(self, part, *values):
        """Runs a part of the story; an exception is a failure of that part and hides no other."""
        try:
            part(self, *values)
        except Exception:  # noqa: BLE001
            traceback.print_exc()
            self.check(f"{part.__name__} ends", False)
