"""Runs cases on one server, one after the other."""
from . import invariants
from .invariants import Evidence
from .server import Server
from .stage import Stage, digest


class Bench:
    """A server at one address, with the clean builds from this server."""

    def __init__(self, program, keeps_broken=False):
        self.program, self.keeps_broken = program, keeps_broken
        self.server = Server()
        self.clean = {}
        self.verified = {}
        self.programs_run = 0

    def try_case(self, case):
        """Runs a case; returns the result of each invariant, and the folder if it is kept."""
        stage = self.stage(case)
        try:
            judgement = invariants.judge(self.evidence(case, stage))
        except BaseException:
            stage.remove()
            raise
        is_broken = any(isinstance(result, str) for result in judgement.values())
        if self.keeps_broken and is_broken:
            return judgement, stage.root
        stage.remove()
        return judgement, None

    def stage(self, case):
        service = self.server.services[case.service]
        return Stage(self.program, service, self.server.door.address, case.options)

    def evidence(self, case, stage):
        server = self.server
        server.begin(case.service, case.fault, case.position)
        first = self.render(stage)
        evidence = Evidence(
            case=case, service=server.service, first=first, entries=server.settle(),
            requests=server.requests, chapters=stage.chapters(), secret_files=[],
            visits=server.trap.visits, verified=self.verify(stage) if first.code == 0 else None)
        self.heal(case)
        evidence.second = self.render(stage)
        evidence.again = server.settle()
        evidence.visits += server.trap.visits
        if evidence.second.code == 0:
            evidence.verified_again = self.verify(stage)
            evidence.differences = self.differences(case, stage, evidence.entries)
        evidence.secret_files = stage.files_with(invariants.secrets(server.service))
        return evidence

    def heal(self, case):
        """Ends the fault, unless it is a property of the account."""
        if case.fault.lasts:
            self.server.begin(case.service, case.fault, case.position)
        else:
            self.server.begin(case.service)

    def render(self, stage, **more):
        self.programs_run += 1
        return stage.render(**more)

    def verify(self, stage):
        """Returns the result of `verify` for a book. Books with the same content are verified only once."""
        name = digest(stage.book())
        if name not in self.verified:
            self.programs_run += 1
            self.verified[name] = stage.verify()
        return self.verified[name]

    # Clean builds

    def differences(self, case, stage, entries):
        """Returns the names of files that differ from a clean build; None if no clean build is possible."""
        book, clean = stage.book(), self.clean_book(case, stage, entries)
        if clean is None:
            return None
        names = sorted(set(book) | set(clean))
        return [name for name in names if book.get(name) != clean.get(name)]

    def clean_book(self, case, stage, entries):
        """Returns the book that the program builds with a healthy server.

        If the program accepted noise that no client can distinguish from audio, the noise is cached. Then the
        clean build uses the same cache. Without a cache, no clean build is possible.
        """
        if any(entry.fate == "odd" for entry in entries):
            if not case.options.cache:
                return None
            self.render(stage, folder="clean")
            return stage.book("clean")
        terms = case.fault.name if case.fault.lasts else ""
        key = (case.service, case.options.captions, terms)
        if key not in self.clean:
            self.clean[key] = self.build_clean(case)
        return self.clean[key]

    def build_clean(self, case):
        self.heal(case)
        stage = self.stage(case)
        try:
            result = self.render(stage)
            if result.code != 0:
                raise RuntimeError(f"a clean build ends with {result.code}: {result.errors}")
            return stage.book()
        finally:
            stage.remove()
