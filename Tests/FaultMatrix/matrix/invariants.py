"""The invariants, which must hold for every fault. A check returns None if it does not apply, True, or a reason."""
import base64
import re
from collections import Counter
from dataclasses import dataclass

from . import story

DOCUMENTED = {0, 1, 64, 65, 66, 69, 73, 77, 78, 129, 130, 143}
"""The exit codes of Documentation/reference/command-line.md, without 70 (a fault of the program), and without 71 and 152
(limits of the shell)."""
LIMIT_REACHED = 77


@dataclass
class Evidence:
    """The observations of a case."""

    case: object
    service: object
    first: object
    """The result of the run with the fault."""
    entries: list
    """The requests for speech of that run."""
    requests: int
    """The number of all requests of that run."""
    chapters: list
    """The chapters that the run wrote."""
    secret_files: list
    visits: int
    """The number of requests to the other host."""
    verified: object
    """The result of `verify` after a first run that ended with 0."""
    second: object = None
    again: list = ()
    """The requests for speech of the second run."""
    differences: list | None = None
    """The files that differ from a clean build; None if there is no clean build."""
    verified_again: object = None

    @property
    def row(self):
        return self.case.fault.row(self.service)

    @property
    def tries(self):
        """The requests for each line, in order."""
        lines = {}
        for entry in self.entries:
            lines.setdefault(entry.order.line, []).append(entry)
        return lines

    @property
    def failed(self):
        """The lines that were requested and never got usable audio."""
        return {
            line: tries for line, tries in self.tries.items()
            if not any(entry.is_usable for entry in tries)}

    @property
    def has_no_level(self):
        """Whether a request for a measuring passage failed. A later request for the passage may have succeeded."""
        said = story.occurrences(self.service.voices)
        return any(
            line not in said and sum(not entry.is_usable for entry in tries) >= self.row.tries
            for line, tries in self.tries.items())

    @property
    def kept(self):
        return {entry.order.line for entry in self.entries if entry.is_usable}

    @property
    def complete(self):
        return [chapter["index"] for chapter in self.chapters if not chapter.get("degraded")]

    @property
    def is_failing(self):
        """Whether any needed audio is missing."""
        return bool(self.failed) or not self.entries or self.met_closed_door

    @property
    def met_closed_door(self):
        """Whether some line got no usable audio in a case in which the server refuses connections."""
        said = story.occurrences(self.service.voices)
        return self.case.fault.closes and any(line not in self.kept for line in said)

    @property
    def met_limit(self):
        """Whether the run may have ended at its cost limit, because a useless request was paid for."""
        wasted = any(e.may_be_charged and not e.is_usable for e in self.entries)
        return self.case.options.limit and self.service.is_priced and wasted

    @property
    def may_fall_back(self):
        return self.case.options.fallback and self.row.falls_back is not False

    @property
    def must_fall_back(self):
        return self.case.options.fallback and self.row.falls_back is True


def allowed_codes(evidence):
    """Returns the documented exit codes for the requests that the server got."""
    codes = set()
    if not evidence.is_failing:
        codes.add(0)
    elif evidence.may_fall_back:
        codes.add(0)
    if evidence.is_failing and not evidence.must_fall_back:
        codes |= {1} if evidence.complete else set(evidence.row.codes)
    if not evidence.entries:
        # Without lists, the program knows no voice: the provider refuses its requests, or cannot be reached.
        codes |= {69, 77}
    if evidence.has_no_level:
        codes.add(1)
    if evidence.met_limit:
        codes.add(LIMIT_REACHED)
    return codes


def exit_code(evidence):
    code, allowed = evidence.first.code, allowed_codes(evidence)
    if code not in DOCUMENTED:
        return f"exit {code} is not documented"
    if code in allowed:
        return True
    said = evidence.first.errors.strip()[-400:]
    return f"exit {code}, not {' or '.join(map(str, sorted(allowed)))}: {said}"


def ends_well(evidence):
    for name, result in (("first", evidence.first), ("second", evidence.second)):
        if result is None:
            continue
        if result.hung:
            return f"the {name} run hung"
        if result.code < 0 or result.code == 70 or "Fatal error" in result.errors:
            return f"the {name} run crashed: {result.code}"
    return True


def secrets(service):
    """Returns the texts that reveal the key: its beginning, plain and in base 64."""
    if not service.key:
        return []
    key = service.key.encode()
    return [key[:12], base64.b64encode(key)[:12]]


def key_stays(evidence):
    hidden = secrets(evidence.service)
    if not hidden:
        return None
    for result in filter(None, (evidence.first, evidence.second)):
        if any(secret.decode() in result.text for secret in hidden):
            return "the output contains the key"
    return not evidence.secret_files or f"files contain the key: {', '.join(evidence.secret_files)}"


def paid_once(evidence):
    if not evidence.service.is_priced:
        return None
    for name, entries in (("first", evidence.entries), ("second", evidence.again)):
        usable = Counter(e.order.line for e in entries if e.is_usable)
        twice = [text for (_, text), count in usable.items() if count > 1]
        if twice:
            return f"the {name} run paid twice for {twice[0]!r}"
    return True


def tries(evidence):
    """A line that occurs once has at most three requests, or one more for some faults. If the line fails, it has at most as
    many requests as the table says."""
    said = story.occurrences(evidence.service.voices)
    # Each chapter requests the measuring passage, the text that measures the level of a voice, until it is measured.
    chapters = len(story.scenes(evidence.service.voices))
    row, fault = evidence.row, evidence.case.fault
    for line, entries in evidence.tries.items():
        asked = [e for e in entries if e.order.format == "pcm_24000" or not fault.lasts]
        most = 3 + (row.name == "bad take") + fault.lasts
        if len(entries) > most * said.get(line, chapters):
            return f"{len(entries)} requests for {line[1][:40]!r}"
        if line in evidence.failed and len(asked) > row.tries * said.get(line, chapters):
            return f"{len(asked)} requests instead of {row.tries} for {line[1][:40]!r}"
    return fewest_tries(evidence)


def fewest_tries(evidence):
    """Whether a line that failed was tried as often as the table says."""
    most = max(map(len, evidence.failed.values()), default=None)
    # If a cost limit was reached or connections were refused, the server gets fewer requests.
    if most is None or evidence.met_limit or evidence.case.fault.closes:
        return True
    if most < evidence.row.tries:
        return f"{most} requests instead of {evidence.row.tries} for each failed line"
    return True


def below_limit(evidence):
    if not (evidence.case.options.limit and evidence.service.is_priced):
        return None
    limit = story.characters(evidence.service.voices)
    for name, entries in (("first", evidence.entries), ("second", evidence.again)):
        spent = sum(entry.characters for entry in entries if entry.may_be_charged)
        if spent > limit:
            return f"the {name} run paid for {spent} characters, but the limit was {limit}"
    return True


def stays_here(evidence):
    if evidence.row.name != "redirection":
        return None
    return evidence.visits == 0 or f"{evidence.visits} requests to another host"


def second_run(evidence):
    code = evidence.second.code
    return code == 0 or f"exit {code}: {evidence.second.errors.strip()[-200:]}"


def asked_again(evidence):
    """The second run requests only missing lines, each once."""
    asked = [entry.order.line for entry in evidence.again]
    voices = evidence.service.voices
    missing = {
        line for index, scene in enumerate(story.scenes(voices), 1)
        if index not in evidence.complete for line in scene}
    if evidence.case.options.cache:
        missing -= evidence.kept
    # Requests for measuring passages are not lines of a chapter, so they do not count.
    lines = set(story.occurrences(voices))
    needless = [line for line in asked if line in lines and line not in missing]
    if needless:
        return f"requests {needless[0][1]!r} again"
    if evidence.service.is_priced and len(asked) != len(set(asked)):
        return "requests a line twice"
    return True


def same_book(evidence):
    if evidence.differences is None:
        return None
    return not evidence.differences or f"differs from a clean build: {evidence.differences}"


def degraded(evidence):
    if not (evidence.must_fall_back and evidence.is_failing):
        return None
    if evidence.met_limit and evidence.first.code == LIMIT_REACHED:
        return None
    if evidence.first.code != 0:
        return f"exit {evidence.first.code} with a fallback"
    marks = [chapter for chapter in evidence.chapters if chapter.get("degraded")]
    return bool(marks) or "no chapter is degraded"


def verifies(evidence):
    for name, result in (("first", evidence.verified), ("second", evidence.verified_again)):
        if result is None or result.code == 0:
            continue
        if evidence.case.fault.bad_sound and result.code == 1 and "error:" not in result.output:
            continue
        return f"verify ends with {result.code} after the {name} run: {result.output.strip()[:200]}"
    return True


SUMMARY = re.compile(
    r"^(\d+) requests?(?:, (\d+) retried)?(?:, (\d+) without an answer \(may be charged\))?, "
    r"\d+ KB$", re.MULTILINE)


def summary(evidence):
    """The summary in the output has the same numbers of requests and lost requests as the server has counted."""
    found = SUMMARY.search(evidence.first.errors)
    if not found:
        return None
    said = (int(found[1]), int(found[3] or 0))
    lost = sum(1 for entry in evidence.entries if entry.fate in ("lost", "bad"))
    seen = (evidence.requests, lost)
    if evidence.case.fault.closes and said[0] - seen[0] == said[1] - seen[1] >= 0:
        # Until the listening socket is closed, the system accepts connections whose requests never reach the server. So the
        # program may count more requests than the server.
        return True
    return said == seen or f"reports {said[0]} requests, {said[1]} lost; the server counted {seen}"


INVARIANTS = {
    "exit code as documented": exit_code,
    "no crash, no hang": ends_well,
    "the key stays secret": key_stays,
    "no line paid for twice": paid_once,
    "as many tries as documented": tries,
    "never above --max-cost": below_limit,
    "nothing goes to another host": stays_here,
    "fallback: exit 0, degraded": degraded,
    "second run ends with 0": second_run,
    "second run requests only the rest": asked_again,
    "second run = clean build": same_book,
    "verify finds nothing": verifies,
    "the summary counts correctly": summary,
}


def judge(evidence):
    """Returns the result of each invariant: None, True or a reason."""
    return {name: check(evidence) for name, check in INVARIANTS.items()}
