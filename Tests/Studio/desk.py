"""Starts a studio on a copy of a script in a temporary folder, and sends requests to it."""
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

SCRIPT = """Title: The Ferry
Author: Nobody

INT. CABIN - NIGHT

Rain on the window.

ANNA
Who is there?

BERT
Only the wind.

ANNA
(quietly)
Then let it in.

EXT. DECK - DAY

The ferry leaves.

CARLA
We are late again.
"""

CAST = """{
  "version": 1,
  "characters": {
    "ANNA": "espeak://en-gb+f3",
    "BERT": "espeak://en-us+m2"
  }
}
"""


class Answer:
    """An answer: status, headers in order with lowercase names, body."""

    def __init__(self, status, headers, body, whole=True):
        self.status, self.headers, self.body, self.whole = status, headers, body, whole

    def header(self, name):
        """Returns the value of a header that occurs exactly once; None otherwise."""
        values = [value for key, value in self.headers if key == name]
        return values[0] if len(values) == 1 else None

    @property
    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:200]!r}"


def read_answer(file):
    """Reads an answer from a socket's file; None if the connection ends before the head is complete."""
    first = file.readline(65536)
    if not first.startswith(b"HTTP/1."):
        return None
    headers = []
    while (line := file.readline(65536)) not in (b"\r\n", b""):
        name, _, value = line.decode("utf-8", "replace").partition(":")
        headers.append((name.lower(), value.strip()))
    length = int(dict(headers).get("content-length", "0"))
    body = file.read(length)
    return Answer(int(first.split()[1]), headers, body, len(body) == length)


class Client:
    """A client with the studio's cookie."""

    def __init__(self, port, cookie=None):
        self.port, self.cookie = port, cookie

    def head(self, method, path, headers=(), host=None, length=None):
        """Returns the head of a request as bytes. Given headers replace usual headers of the same name."""
        usual = {"Host": host or f"127.0.0.1:{self.port}"}
        if self.cookie:
            usual["Cookie"] = self.cookie
        if method == "POST":
            usual |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
        if length is not None:
            usual["Content-Length"] = str(length)
        own = {name.lower() for name, _ in headers}
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in usual.items() if name.lower() not in own]
        lines += [f"{name}: {value}" for name, value in headers if value is not None]
        return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n"

    def open(self, seconds=30):
        return socket.create_connection(("127.0.0.1", self.port), timeout=seconds)

    def send(self, data, seconds=30):
        """Sends bytes on a new connection. Returns the first answer; None if the server closes without an answer."""
        with self.open(seconds) as connection:
            try:
                connection.sendall(data)
            except ConnectionError:
                pass  # The answer may come before the whole request is sent.
            try:
                with connection.makefile("rb") as file:
                    return read_answer(file)
            except ConnectionError:
                return None

    def get(self, path, *headers, seconds=30):
        return self.send(self.head("GET", path, (*headers, ("Connection", "close"))), seconds)

    def post(self, path, value, *headers, seconds=30):
        """Sends a value as JSON; bytes are sent as they are."""
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        return self.send(self.head("POST", path, (*headers, ("Connection", "close")), length=len(body)) + body, seconds)

    def book(self):
        return self.get("/api/book").json

    def digest(self):
        return self.book()["cast"]["digest"]

    def edit(self, digest, *edits, **more):
        return self.post("/api/edit", {"digest": digest, "edits": list(edits), **more})


def voice(role, uri):
    """Returns an edit that assigns a voice to a role."""
    return {"kind": "voice", "role": role, "voice": uri}


def say(text, words):
    """Returns an edit that changes the pronunciation of a word."""
    return {"kind": "say", "text": text, "say": words}


class Studio:
    """A studio in separate folders. As a context manager, the studio runs while the `with` block runs.

    Settings, cache and temporary files are in `folder`, so that the user's files are neither read nor changed."""

    def __init__(self, program, script=SCRIPT, cast=CAST, name="ferry.fountain", options=(), config=None,
                 folder=None, inside=True, variables=None, user=None):
        self.program, self.options, self.inside, self.user = str(program), options, inside, user
        self.folder = pathlib.Path(folder or tempfile.mkdtemp(prefix="studio-test."))
        self.owns_folder = folder is None
        self.work = self.folder / "work"
        self.temporary = self.folder / "tmp"
        for path in (self.work, self.temporary, self.folder / "home", self.folder / "config/guion2audio"):
            path.mkdir(parents=True, exist_ok=True)
        self.script = self.work / name
        self.cast = self.work / "cast.json"
        self.output = self.work / "output"
        if not self.script.exists():
            write(self.script, script)
        if cast is not None and not os.path.lexists(self.cast):
            write(self.cast, cast)
        if config is not None:
            (self.folder / "config/guion2audio/config.json").write_text(json.dumps(config))
        self.variables = variables or {}
        self.process = None

    def environment(self):
        known = {name: value for name, value in os.environ.items()
                 if not name.startswith(("XDG_", "GUION2AUDIO_")) and "KEY" not in name and "TOKEN" not in name}
        own = {"HOME": "home", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data", "XDG_STATE_HOME": "state",
               "XDG_CACHE_HOME": "xdg-cache", "XDG_RUNTIME_DIR": "home", "GUION2AUDIO_CACHE": "cache", "TMPDIR": "tmp"}
        known |= {name: str(self.folder / place) for name, place in own.items()}
        if "GUION2AUDIO_NATURAL" in os.environ:
            known["GUION2AUDIO_NATURAL"] = os.environ["GUION2AUDIO_NATURAL"]
        return known | {"DBUS_SESSION_BUS_ADDRESS": "disabled:"} | self.variables

    # Running

    def start(self):
        """Starts the program and waits for its address and for the book."""
        named = self.script.name if self.inside else str(self.script)
        if self.user:
            self.give_away()
        self.process = subprocess.Popen(
            [self.program, "studio", named, "--no-open", "-o", str(self.output), *self.options],
            cwd=self.work if self.inside else "/", env=self.environment(), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=open(self.folder / "errors", "ab"), start_new_session=True,
            preexec_fn=restore_signals, **({"user": self.user, "group": self.user, "extra_groups": []} if self.user else {}))
        self.address = self.process.stdout.readline().decode().strip()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{64})", self.address)
        if not match:
            self.stop()
            raise RuntimeError(f"no address: {self.address!r} {self.errors()!r}")
        self.port, self.token = int(match[1]), match[2]
        return self

    def give_away(self):
        """Gives the folder to the user `self.user`. Copies the programs to it first, because the folder of the build may be
        private."""
        copies = self.folder / "program"
        if not copies.exists():
            copies.mkdir()
            source = pathlib.Path(self.program)
            for name in (source.name, source.name + "-espeak", source.name + "-neural"):
                shutil.copy2(source.with_name(name), copies)
            self.program = str(copies / source.name)
        for path in [self.folder, *self.folder.rglob("*")]:
            os.chown(path, self.user, self.user, follow_symlinks=False)

    def client(self):
        """Waits until the book has been read, and returns a client that has opened the address."""
        answer = Client(self.port).get(f"/?token={self.token}")
        client = Client(self.port, answer.header("set-cookie").split(";")[0])
        end = time.monotonic() + 20
        while time.monotonic() < end:
            book = client.book()
            if book["plan"] or book.get("problem"):
                return client
            time.sleep(0.02)
        raise RuntimeError("the studio has not read the book within 20 s")

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()
        self.remove()

    def kill(self, number=signal.SIGKILL):
        """Sends a signal only to the program, not to its children."""
        os.kill(self.process.pid, number)

    def end(self, number=signal.SIGTERM, seconds=10):
        """Ends the program with a signal. Returns its status as in a shell, and the seconds; None if it still runs."""
        begin = time.monotonic()
        self.kill(number)
        try:
            status = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None, seconds
        return (128 - status if status < 0 else status), time.monotonic() - begin

    def stop(self):
        """Ends the program and all its descendants, by force if necessary."""
        if not self.process:
            return
        others = descendants(self.process.pid)
        if self.process.poll() is None and self.end()[0] is None:
            self.kill()
            self.process.wait()
        for pid, began in others.items():
            if start_time(pid) == began:
                os.kill(pid, signal.SIGKILL)
        self.process.stdout.close()

    def remove(self):
        if self.owns_folder:
            for path in [self.folder, *self.folder.rglob("*")]:
                if path.is_dir() and not path.is_symlink():
                    path.chmod(0o700)
            shutil.rmtree(self.folder, ignore_errors=True)

    def errors(self):
        return (self.folder / "errors").read_text(errors="replace")

    # Resources

    def memory(self, name="VmRSS"):
        """Returns megabytes: VmRSS is the current memory, VmHWM the maximum so far."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(name + r":\s+(\d+)", status)[1]) / 1024

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def threads(self):
        return len(os.listdir(f"/proc/{self.process.pid}/task"))


def restore_signals():
    """Restores the signals as in a terminal. Background commands of a shell script ignore these signals."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def write(path, content):
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))


def start_time(pid):
    """Returns the start time of a process in the kernel's ticks; None if it does not exist or is a zombie."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else fields[19]


def descendants(pid):
    """Returns the descendants of a process: their start times, by process id."""
    parents = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            parents[int(entry)] = int(pathlib.Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            pass
    found, left = {}, [pid]
    while left:
        parent = left.pop()
        for child in [child for child, own in parents.items() if own == parent]:
            found[child] = start_time(child)
            left.append(child)
    return {child: began for child, began in found.items() if began}


def together(count, work):
    """Calls a function in `count` threads at once. Returns the results; an exception counts as a result."""
    results = [None] * count

    def run(index):
        try:
            results[index] = work(index)
        except Exception as error:  # noqa: BLE001
            results[index] = error

    threads = [threading.Thread(target=run, args=(index,), daemon=True) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results
