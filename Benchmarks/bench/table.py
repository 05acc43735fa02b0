"""The figures of a run: as text during the run, afterwards as JSON and as Markdown."""
import json
from dataclasses import asdict, dataclass, field

DIGITS = {"": 3, " %": 1, " MB": 1, " ms": 2, " dB": 1}


@dataclass(frozen=True)
class Row:
    """One figure. Without a value, it is not available; without a limit, it is only for comparison."""

    group: str
    name: str
    value: float | None
    unit: str = ""
    limit: float | None = None
    detail: str = ""
    memory: float | None = None
    """The largest memory of the process tree (PSS), in MB."""

    @property
    def state(self):
        if self.value is None:
            return "not available"
        if self.limit is None:
            return "no limit"
        return "reached" if self.value <= self.limit else "missed"

    def amount(self, value):
        return f"{value:.{DIGITS[self.unit]}f}{self.unit}"

    def text(self):
        if self.value is None:
            return f"  {self.name:<36}{'not available':>13}  {self.detail}"
        limit = "" if self.limit is None else f"(at most {self.limit:g}{self.unit})"
        mark = "  MISSED" if self.state == "missed" else ""
        peak = "" if self.memory is None else f"peak {self.memory:.0f} MB"
        parts = [limit + mark, self.detail, peak]
        return f"  {self.name:<36}{self.amount(self.value):>13}  " + "  ".join(filter(None, parts))

    def markdown(self):
        value = self.state if self.value is None else self.amount(self.value)
        limit = "" if self.limit is None else f"{self.limit:g}{self.unit}"
        if self.state == "missed":
            value = f"**{value}, missed**"
        memory = "" if self.memory is None else f"{self.memory:.0f} MB"
        cells = [self.name, value, limit, memory, self.detail]
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


@dataclass
class Section:
    """Rows of one group that are compared in the same way."""

    group: str
    title: str
    rows: list = field(default_factory=list)

    def markdown(self):
        lines = ["", f"## {self.title}", "", "| figure | value | at most | peak memory | detail |",
                 "| --- | --- | --- | --- | --- |"]
        return "\n".join(lines + [row.markdown() for row in self.rows]) + "\n"


class Table:
    """Collects rows under titles, and prints each row immediately."""

    def __init__(self):
        self.sections = []

    def section(self, group, title):
        self.sections.append(Section(group, title))
        print(title, flush=True)

    def row(self, name, value, unit="", limit=None, detail="", memory=None):
        section = self.sections[-1]
        section.rows.append(Row(section.group, name, value, unit, limit, detail, memory))
        print(section.rows[-1].text(), flush=True)

    def unavailable(self, names, reason):
        """Adds rows for figures that are not available, each with the reason."""
        for name in names:
            self.row(name, None, detail=reason)

    @property
    def rows(self):
        return [row for section in self.sections for row in section.rows]

    @property
    def has_missed(self):
        """Whether a figure is above its limit or not available."""
        return any(row.state in ("missed", "not available") for row in self.rows)

    def json(self, about):
        rows = [asdict(row) | {"state": row.state} for row in self.rows]
        return json.dumps({"version": 1, **about, "rows": rows}, indent=2) + "\n"

    def markdown(self):
        return "".join(section.markdown() for section in self.sections)
