"""The cases: each fault at several positions, with several options."""
from dataclasses import dataclass, replace

from . import story
from .faults import Fault, all_faults
from .services import SERVICES

# The number of requests in a healthy run: each line once.
REQUESTS = len(story.occurrences({speaker: speaker for speaker in story.SPEAKERS}))

# The faults that are also tested on the requests for lists of voices, so that the program learns nothing about the service.
LISTS = {
    "elevenlabs": [
        "401", "403", "429", "503", "reset", "cut-off", "redirect-302", "page", "json-200",
        "huge-head"],
    "priced": ["401", "429", "503", "no-answer", "page"],
    "free": [],
}

POSITIONS = {
    "lists": lambda n: True,
    "first": lambda n: n >= 1,
    "second": lambda n: n >= 2,
    "middle": lambda n: n >= (REQUESTS + 1) // 2,
    "last": lambda n: n >= REQUESTS,
    "once": lambda n: n == 4,
    "third": lambda n: n % 3 == 0,
}


@dataclass(frozen=True)
class Options:
    fallback: bool = False
    cache: bool = True
    limit: bool = False
    captions: bool = False

    @property
    def words(self):
        words = [
            "fallback" if self.fallback else "", "" if self.cache else "no-cache",
            "max-cost" if self.limit else "", "captions" if self.captions else ""]
        return "+".join(filter(None, words)) or "plain"


@dataclass(frozen=True)
class Case:
    fault: Fault
    service: str
    position: str
    options: Options

    @property
    def name(self):
        return f"{self.service}/{self.fault.name}/{self.position}/{self.options.words}"


# All combinations of the first three options. Adjacent combinations differ in more than one option.
OPTIONS = [
    Options(),
    Options(fallback=True, limit=True),
    Options(cache=False, limit=True),
    Options(fallback=True, cache=False),
    Options(limit=True),
    Options(fallback=True),
    Options(cache=False),
    Options(fallback=True, cache=False, limit=True),
]

# A fault without retries takes little time, so it is tested at more positions. Retries take seconds.
QUICK = ["first", "middle", "third", "once", "last", "second"]
QUICK_COUNT = {"elevenlabs": 6, "priced": 4, "free": 3}
SPARSE = {
    "elevenlabs": ["first", "middle", "third", "last"],
    "priced": ["second", "once", "last"],
    "free": ["first", "third", "middle"],
}


def positions(fault, service):
    if fault.positions:
        return list(fault.positions)
    is_quick = fault.row(SERVICES[service]()).tries == 1
    usual = QUICK[: QUICK_COUNT[service]] if is_quick else SPARSE[service]
    return usual + ["lists"] * (fault.name in LISTS[service])


def options(fault_number, service, index):
    """Returns options in turn, so that each fault gets all options, and no position always gets the same."""
    services = list(SERVICES)
    turn = fault_number * 3 + services.index(service) * 5 + index * 3
    chosen = OPTIONS[turn % len(OPTIONS)]
    if service == "free":
        chosen = replace(chosen, limit=False)
    is_timed = service == "elevenlabs" and (fault_number + index) % 3 == 0
    return replace(chosen, captions=is_timed)


def all_cases():
    cases = []
    for number, fault in enumerate(all_faults()):
        for service in fault.services:
            for index, position in enumerate(positions(fault, service)):
                cases.append(Case(fault, service, position, options(number, service, index)))
    unique = {case.name: case for case in cases}
    # The cases that take a minute come first.
    return sorted(unique.values(), key=lambda case: "stalled" not in case.name)
