"""The folder and the environment in which the program runs, like those of a user."""
import hashlib
import json
import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import story

HANG = 120
"""Seconds after which a run counts as hung."""
PRICE = 0.001
"""The price of a character, in USD."""
RECORDS = ".guion2audio"


@dataclass(frozen=True)
class Result:
    code: int
    output: str
    errors: str
    hung: bool = False

    @property
    def text(self):
        return self.output + self.errors


class Stage:
    """Home, configuration, cache and work folder of one case."""

    def __init__(self, program, service, address, options):
        self.program, self.service, self.options = program, service, options
        self.root = Path(tempfile.mkdtemp(prefix="fault-matrix-"))
        self.work, self.cache = self.root / "work", self.root / "cache"
        for folder in (self.work, self.cache, self.root / "home"):
            folder.mkdir()
        (self.work / "bell.fountain").write_text(story.SCRIPT)
        self.write_configuration(address)
        self.write_cast()

    def write_configuration(self, address):
        entry = self.service.settings(address)
        if self.service.is_priced:
            prices = {"perThousandCharacters": PRICE * 1000, "currency": "USD"}
            entry = entry | {"prices": prices}
        folder = self.root / "config" / "guion2audio"
        folder.mkdir(parents=True, mode=0o700)
        file = folder / "config.json"
        file.write_text(json.dumps({"providers": {self.service.name: entry}}))
        file.chmod(0o600)

    def write_cast(self):
        cast = {"narrator": "espeak://en-us", "characters": {
            speaker: f"{self.service.name}://{voice}"
            for speaker, voice in self.service.voices.items()}}
        if self.options.fallback:
            cast["fallback"] = {self.service.name: "espeak://en-us+f3"}
        (self.work / "cast.json").write_text(json.dumps(cast))

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)

    @property
    def environment(self):
        names = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"), "HOME": str(self.root / "home"),
            "XDG_CONFIG_HOME": str(self.root / "config"), "XDG_CACHE_HOME": str(self.cache),
            "XDG_RUNTIME_DIR": str(self.root / "home"), "LANG": "C.UTF-8",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
        if self.service.key:
            names[self.service.variable] = self.service.key
        return names

    # Runs

    def render(self, folder="book", more=()):
        words = ["render", "bell.fountain", "-o", folder, "--format", "wav", "--split", "scene",
                 "-j", "2"]
        if not self.options.cache:
            words.append("--no-cache")
        if self.options.captions:
            words += ["--captions", "vtt"]
        if self.options.limit:
            words += ["--max-cost", f"{self.limit * PRICE:.3f}"]
        return self.run(words + list(more))

    @property
    def limit(self):
        """The characters of the book."""
        return story.characters(self.service.voices)

    def verify(self, folder="book"):
        return self.run(["verify", folder, "-j", "1"])

    def run(self, arguments):
        process = subprocess.Popen(
            [self.program, *arguments], cwd=self.work, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, errors="replace", start_new_session=True)
        try:
            output, errors = process.communicate(timeout=HANG)
            return Result(process.returncode, output, errors)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, errors = process.communicate()
            return Result(process.returncode, output, errors, hung=True)

    # Files

    def book(self, folder="book"):
        """Returns the files of a book by name, without the program's own records."""
        top = self.work / folder
        return {
            str(file.relative_to(top)): file.read_bytes() for file in sorted(top.rglob("*"))
            if file.is_file() and RECORDS not in file.relative_to(top).parts}

    def chapters(self, folder="book"):
        """Returns the chapters of the manifest; empty if there is no manifest."""
        try:
            return json.loads((self.work / folder / "manifest.json").read_text())["chapters"]
        except FileNotFoundError:
            return []

    def files_with(self, secrets):
        """Returns the files of the case that contain one of the secrets."""
        return [
            str(file.relative_to(self.root)) for file in self.root.rglob("*")
            if file.is_file() and any(secret in file.read_bytes() for secret in secrets)]


def digest(book):
    """Returns a digest of a book's content."""
    whole = hashlib.sha256()
    for name, data in book.items():
        whole.update(f"{name}\0{len(data)}\0".encode())
        whole.update(data)
    return whole.hexdigest()
