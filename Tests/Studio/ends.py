"""Attacks on the end of the studio: kill -9 while the cast is written, and signals while everything runs."""
import json
import os
import random
import signal
import threading
import time

from desk import Client, Studio, descendants, start_time, voice

ENGLISH = ["espeak://en-us", "espeak://en-gb", "espeak://en-gb+f3", "espeak://en-us+m2"]


def short_kills(checks, program):
    killed(checks, program, 10)


def kills(checks, program):
    killed(checks, program, 150)


def killed(checks, program, count):
    """Kills the studio at random moments of edits. The file must always be the complete result of one of the edits. The last
    edit that was answered must not be lost, and the folder may contain only files that the next studio removes."""
    studio = Studio(program)
    wrong, edits, left = [], 0, 0
    try:
        for round in range(count):
            studio.start()
            client = studio.client()
            state = {"answered": studio.cast.read_bytes(), "number": 0}

            def edit():
                digest = client.digest()
                while True:
                    state["number"] += 1
                    number = state["number"]
                    try:
                        answer = client.edit(digest, {"kind": "pause", "name": "paragraph", "value": number}, voice("ANNA", ENGLISH[number % 4]))
                    except OSError:
                        return
                    if not answer or not answer.whole or answer.status != 200:
                        return
                    state["last"], digest = number, answer.json["digest"]

            thread = threading.Thread(target=edit, daemon=True)
            thread.start()
            time.sleep(random.random() * 0.2)
            children = descendants(studio.process.pid)
            studio.kill()
            studio.process.wait()
            thread.join(20)
            data = studio.cast.read_bytes()
            try:
                cast = json.loads(data)
                found = cast.get("pauses", {}).get("paragraph", 0)
                last = state.get("last", 0)
                # The file must contain the last answered edit, or the edit in progress.
                if last and found not in (last, last + 1) or found and cast["characters"]["ANNA"] != ENGLISH[found % 4]:
                    wrong.append(f"round {round}: {found} after {last}: {data[:300]}")
            except ValueError:
                wrong.append(f"round {round}: {data[:300]}")
            edits += state["number"]
            left = max(left, len(os.listdir(studio.work)) - 2)
            studio.cast.write_bytes(b'{\n  "version": 1,\n  "characters": {"ANNA": "%b"}\n}\n' % ENGLISH[0].encode())
            gone(children, 5)
            wrong += [f"round {round}: a worker is left" for pid, began in children.items() if start_time(pid) == began]
        checks.check(f"killed {count} times in {edits} edits: the cast is completely the old one or the new one", not wrong, wrong[:3])
        checks.check("killed studios leave at most one temporary file each beside the cast", left <= count, f"{left} files")
        names = [name for name in os.listdir(studio.work) if name not in (studio.cast.name, studio.script.name)]
        checks.check("files that a killed studio leaves are hidden", all(name.startswith(".") for name in names), names)
    finally:
        studio.stop()
        studio.remove()


def gone(processes, seconds):
    """Waits until processes have ended. Returns the processes that still run."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and any(start_time(pid) == began for pid, began in processes.items()):
        time.sleep(0.02)
    return [pid for pid, began in processes.items() if start_time(pid) == began]


def short_signals(checks, program):
    signalled(checks, program, [signal.SIGTERM])


def signals(checks, program):
    signalled(checks, program, [signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])


def signalled(checks, program, numbers):
    """Sends signals while long polls wait, lines are rendered for playing, and the book is rendered."""
    speeches = "\n\n".join(f"ANNA\nSentence number {number} is said with many words, so that it takes a while." for number in range(300))
    for number in numbers:
        with Studio(program, script=f"Title: Long\n\nINT. ROOM - DAY\n\n{speeches}\n", cast=None) as studio:
            client = studio.client()
            plan = client.book()["plan"]
            seen = client.get("/api/changes?seen=0").json["seen"]
            answers = []

            def run(work):
                try:
                    answers.append(work())
                except OSError as error:
                    answers.append(error)

            work = [lambda: client.get(f"/api/changes?seen={seen}")] * 5
            work += [lambda line=line: client.post("/api/hear", {"plan": plan, "line": line}) for line in range(100, 120)]
            client.post("/api/render", {})
            threads = [threading.Thread(target=run, args=(one,), daemon=True) for one in work]
            for thread in threads:
                thread.start()
            half = client.open()
            half.sendall(client.head("GET", "/api/book")[:-2])
            time.sleep(0.3)
            running = client.book()["render"]["running"]
            children = descendants(studio.process.pid)
            status, seconds = studio.end(number)
            name = signal.Signals(number).name
            checks.check(f"{name} during a render: the program ends with {128 + number} within 15 s",
                         status == 128 + number and seconds < 15, f"{status}, {seconds:.2f} s, rendering: {running}, {len(children)} workers")
            checks.check(f"{name}: no worker is left", not gone(children, 2), children)
            rest = os.listdir(studio.temporary)
            checks.check(f"{name}: no temporary folder is left", not rest, rest)
            for thread in threads:
                thread.join(5)
            checks.check(f"{name}: every client is answered or disconnected", not any(thread.is_alive() for thread in threads), len(answers))
            try:
                Client(studio.port).get("/", seconds=2)
                checks.check(f"{name}: the port is closed", False)
            except OSError:
                checks.check(f"{name}: the port is closed", True)
            checks.check(f"{name}: nothing crashed", "crash" not in studio.errors().lower(), studio.errors()[-500:])
            half.close()
