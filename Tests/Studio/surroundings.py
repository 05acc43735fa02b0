"""Attacks from the surroundings of the studio: pipes instead of files, files that change while they are sent, folders that
are removed or not readable, other programs that write the output folder, and the limit of the costs."""
import json
import os
import pathlib
import signal
import subprocess
import threading
import time

from desk import CAST, SCRIPT, Studio, say

NEW = "\nEXT. END - DAY\n\nThe very last words are new.\n"


def within(seconds, holds):
    """Waits until a condition is true. Returns whether it is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return bool(holds())


def processor_time(studio):
    """Returns the processor time that the program has used, in seconds."""
    fields = pathlib.Path(f"/proc/{studio.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def problem(client):
    return client.get("/api/book", seconds=10).json.get("problem") or ""


def shows(client, words):
    return any(words in block["text"] for block in client.book()["blocks"])


def pipes(checks, program):
    """The studio reports a pipe instead of the script or the cast. The message disappears when the file is back."""
    for kind in ("script", "cast beside it", "named cast"):
        with Studio(program, options=["--cast", "cast.json"] if kind == "named cast" else []) as studio:
            client = studio.client()
            path = studio.script if kind == "script" else studio.cast
            content = path.read_text()
            path.unlink()
            os.mkfifo(path)
            words = f"cannot read {path.name}: it is not a regular file"
            checks.check(f"the studio reports a pipe instead of the {kind}", within(10, lambda: words in problem(client)), problem(client))
            for number in range(4):
                if kind != "script":
                    studio.script.write_text(SCRIPT + f"\nANNA\nMore {number}.\n")
                    time.sleep(0.4)
            answer = client.get("/api/book", seconds=5)
            checks.check(f"a pipe instead of the {kind}: the studio still answers", answer and answer.status == 200)
            path.unlink()
            path.write_text(content)
            checks.check(f"a pipe instead of the {kind}: the message disappears with the pipe", within(10, lambda: not problem(client)), problem(client))
            status, _ = studio.end(signal.SIGINT)
            checks.check(f"a pipe instead of the {kind}: Ctrl-C ends the studio", status == 130, status)
    with Studio(program) as studio:
        client = studio.client()
        studio.script.unlink()
        os.mkfifo(studio.script)
        within(10, lambda: problem(client))
        status, _ = studio.end(signal.SIGINT)
        checks.check("Ctrl-C ends a studio with a pipe instead of the script", status == 130, status)


def starts(checks, program):
    """The studio shows a change that is saved while it starts."""
    script = "Title: Big\n\n" + "".join(
        f"INT. ROOM {number} - DAY\n\nAction number {number} happens here in the room.\n\nANNA\nWords number {number} are said by somebody.\n\n"
        for number in range(800))
    missed = []
    for delay in (0.02, 0.2, 0.4):
        with Studio(program, script=script, cast=None) as studio:
            time.sleep(delay)
            new = studio.folder / "new"
            new.write_text(script + NEW)
            os.rename(new, studio.script)
            client = studio.client()
            if not within(15, lambda: shows(client, "very last words")):
                missed.append(delay)
    checks.check("a change that is saved while the studio starts is shown", not missed, missed)


def truncated(checks, program):
    """If a chapter becomes shorter while it is sent, the studio closes the connection and uses no more processor time."""
    lines = "\n\n".join(f"ANNA\nA long sentence number {number} with some words in it for the sound." for number in range(60))
    cast = '{"narrator": "espeak://en-us", "characters": {"ANNA": "espeak://en-us"}}'
    with Studio(program, script=f"Title: x\n\nINT. A - DAY\n\n{lines}\n", cast=cast, options=["--format", "wav"]) as studio:
        client = studio.client()
        client.post("/api/render", {})
        within(120, lambda: not client.book()["render"]["running"])
        chapter = max(studio.output.glob("*.wav"), key=lambda path: path.stat().st_size)
        content, number = chapter.read_bytes(), int(chapter.name[:3])
        whole = client.get(f"/chapter/{number}")
        part = client.get(f"/chapter/{number}", ("Range", "bytes=1000-70999"))
        checks.check("a chapter is sent completely and in parts",
                     whole.body == content and part.status == 206 and part.body == content[1000:71000],
                     (whole.status, len(whole.body), part.status, len(part.body)))
        chapter.write_bytes(b"")
        empty = client.get(f"/chapter/{number}", seconds=5)
        checks.check("an empty chapter gets an empty answer", empty and empty.status == 200 and empty.body == b"", empty)
        with chapter.open("wb") as file:
            file.truncate(400 << 20)
        with client.open(20) as connection:
            connection.sendall(client.head("GET", f"/chapter/{number}"))
            connection.recv(1000)
            time.sleep(0.3)
            os.truncate(chapter, 5000)
            try:
                while connection.recv(1 << 20):
                    pass
                ended = True
            except ConnectionError:
                ended = True
            except TimeoutError:
                ended = False
        checks.check("if a chapter becomes shorter while it is sent, the connection is closed", ended)
        before = processor_time(studio)
        time.sleep(2)
        checks.check("the studio uses no processor time afterwards", processor_time(studio) - before < 0.5, f"{processor_time(studio) - before:.1f} s of 2 s")
        chapter.unlink()
        gone = client.get(f"/chapter/{number}")
        checks.check("a missing chapter gets an error message, with the headers of every answer",
                     gone.status == 404 and b"no longer exists" in gone.body and gone.header("content-security-policy") and gone.header("cache-control") == "no-store", gone)


def stopped(checks, program):
    """Ctrl-C while the book is checked ends the studio without a crash."""
    wrong = []
    for round in range(3):
        with Studio(program, script="x", cast=None, name="book.md") as studio:
            studio.stop()
            studio.script.unlink()
            studio.script.mkdir()
            for number in range(600):
                (studio.script / f"c{number:05}.md").write_text(f"# Chapter {number}\n\nWords number {number}.\n")
            studio.start()
            studio.client()
            stop = threading.Event()

            def storm():
                number = 0
                while not stop.is_set():
                    (studio.script / f"c{number % 600:05}.md").write_text(f"# Chapter {number % 600}\n\nWords {number}.\n")
                    number += 1
                    if number % 50 == 0:
                        time.sleep(0.01)

            thread = threading.Thread(target=storm)
            thread.start()
            time.sleep(0.8 + round * 0.4)
            status, seconds = studio.end(signal.SIGINT, 30)
            stop.set()
            thread.join()
            if status != 130 or "crash" in studio.errors().lower():
                wrong.append((round, status, seconds, studio.errors()[-1000:]))
    checks.check("Ctrl-C while the book is checked ends the studio without a crash", not wrong, wrong)


def folder(program, files, **more):
    """Returns a studio for a folder of documents. It is not started."""
    studio = Studio(program, script="x", cast=None, name="book", **more)
    studio.script.unlink()
    studio.script.mkdir()
    for name, text in files.items():
        path = studio.script / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return studio


def refusals(checks, program):
    """An input that is not a script ends the studio with the reason."""
    deep = "/".join(["d"] * 70)
    cases = {"an empty folder": {}, "a wrong SUMMARY.md": {"SUMMARY.md": "# Summary\n\n- [A](missing.md)\n", "a.md": "# A\n\nWords.\n"},
             "folders 70 deep": {f"{deep}/a.md": "# A\n\nWords.\n"}}
    for name, files in cases.items():
        studio = folder(program, files)
        run = subprocess.run([program, "studio", "book", "--no-open"], cwd=studio.work, env=studio.environment(), stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, timeout=60)
        checks.check(f"{name} ends the studio with the reason", run.returncode in (65, 66) and run.stderr.strip() and not run.stdout, (run.returncode, run.stderr))
        studio.remove()
    studio = Studio(program, script="x" * (65 << 20))
    run = subprocess.run([program, "studio", studio.script.name, "--no-open"], cwd=studio.work, env=studio.environment(), stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, timeout=60)
    checks.check("a script of 65 MB ends the studio with the reason", run.returncode == 65 and "too-large" in run.stderr, (run.returncode, run.stderr))
    studio.script.unlink()
    os.mkfifo(studio.script)
    run = subprocess.run([program, "studio", studio.script.name, "--no-open"], cwd=studio.work, env=studio.environment(), stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, timeout=60)
    checks.check("a pipe ends the studio with the reason", run.returncode == 66 and "not a regular file" in run.stderr, (run.returncode, run.stderr))
    studio.script.unlink()
    studio.script.write_text(SCRIPT)
    with open("/dev/full", "wb") as full:
        run = subprocess.run([program, "studio", studio.script.name, "--no-open"], cwd=studio.work, env=studio.environment(),
                             stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    left = [name for name in os.listdir(studio.temporary) if name.startswith("guion2audio-")]
    checks.check("a studio that cannot print its address leaves no temporary folder", run.returncode == 73 and not left, (run.returncode, left))
    studio.remove()


def money(checks, program):
    """Paid lines count against the limit. A request above the limit is refused without asking for consent."""
    studio = Studio(program, cast=json.dumps({"narrator": "espeak://en-us", "characters": {"ANNA": "paid://v1", "BERT": "paid://v1", "CARLA": "espeak://en-us"}}),
                    config={}, options=["--max-cost", "0.03"])
    speak = studio.folder / "speak"
    speak.write_text(f'#!/bin/sh\ntee -a "{studio.folder}/spoken" | espeak-ng --stdin -w "$1"\n')
    speak.chmod(0o755)
    paid = {"enabled": True, "type": "command", "command": [str(speak), "{output}", "{voice}"], "voices": [{"id": "v1"}],
            "prices": {"perThousandCharacters": 1, "currency": "USD"}}
    (studio.folder / "config/guion2audio/config.json").write_text(json.dumps({"providers": {"paid": paid}}))
    with studio:
        client = studio.client()
        book = client.book()
        lines = [index for index, line in enumerate(book["lines"]) if book["roles"][line["role"]]["name"] in ("ANNA", "BERT")]
        answers = []
        for line in lines:
            answer = client.post("/api/hear", {"plan": book["plan"], "line": line})
            if answer.status == 402:
                answer = client.post("/api/hear", {"plan": book["plan"], "line": line, "pay": True})
            answers.append(answer)
        codes = [answer.status for answer in answers]
        checks.check("lines above the limit are refused without asking for consent", 200 in codes and set(codes) == {200, 422}, answers)
        words = [answer.json["error"] for answer in answers if answer.status == 422]
        checks.check("the refusal names the spent amount", all("--max-cost allows 0.0300 USD" in text and "is already spent" in text for text in words), words)
        for body in ({}, {"pay": True}):
            answer = client.post("/api/render", body)
            checks.check("a render above the limit is refused without asking for consent",
                         answer.status == 422 and "is already spent" in answer.json["error"], answer)


def closed_folders(checks, program):
    """An unreadable subfolder does not end the watch. Root can read everything, so the studio runs as another user."""
    user = 65534 if os.getuid() == 0 else None
    with folder(program, {"SUMMARY.md": "# Summary\n\n- [A](a.md)\n", "a.md": "# A\n\nFirst words.\n", "notes/b.txt": "B"}, user=user) as studio:
        client = studio.client()
        notes = studio.script / "notes"
        notes.chmod(0)
        time.sleep(0.6)
        (studio.script / "a.md").write_text("# A\n\nSecond words.\n")
        checks.check("a subfolder that becomes unreadable does not end the watch", within(10, lambda: shows(client, "Second words")), studio.errors())
        checks.check("one warning names the subfolder", studio.errors().count("cannot watch the folder") == 1, studio.errors())
        notes.chmod(0o755)
        (studio.script / "a.md").write_text("# A\n\nThird words.\n")
        checks.check("a subfolder that becomes readable again does not end the watch", within(10, lambda: shows(client, "Third words")), studio.errors())


def order_files(checks, program):
    """The studio notices a change of a file that lists the documents of a folder."""
    files = {"book.toml": '[book]\ntitle = "First Title"\nsrc = "src"\n', "src/SUMMARY.md": "# Summary\n\n- [A](a.md)\n- [B](b.md)\n",
             "src/a.md": "# A\n\nWords of A.\n", "src/b.md": "# B\n\nWords of B.\n"}
    with folder(program, files) as studio:
        client = studio.client()
        (studio.script / "book.toml").write_text('[book]\ntitle = "Second Title"\nsrc = "src"\n')
        checks.check("a change of book.toml is shown", within(10, lambda: client.book()["title"] == "Second Title"), client.book()["title"])
        plan = client.book()["plan"]
        os.utime(studio.script / "book.toml")
        time.sleep(1)
        checks.check("a new modification time without new contents changes nothing", client.book()["plan"] == plan)


def histories(checks, program):
    """Many changes of a large cast take little memory."""
    cast = json.dumps({"characters": {"ANNA": "espeak://en-us"} | {f"ROLE {number}": {"note": "n" * 99000} for number in range(64)}})
    with Studio(program, cast=cast) as studio:
        client = studio.client()
        before = studio.memory()
        digest = client.digest()
        for number in range(30):
            answer = client.edit(digest, {"kind": "pause", "name": "paragraph", "value": 100 + number})
            digest = answer.json["digest"]
        checks.check("30 changes of a cast of 6 MB need less than 250 MB", studio.memory() < before + 250, f"{before:.0f} to {studio.memory():.0f} MB")
        undone = client.post("/api/undo", {"digest": digest})
        checks.check("the last change can be undone", undone.status == 200, undone)


def removed(checks, program):
    """The script and the folder of temporary files are removed; another program renders the book."""
    with Studio(program) as studio:
        client = studio.client()
        digest = client.digest()
        studio.script.unlink()
        checks.check("the studio reports that the script was removed", within(10, lambda: "cannot read" in problem(client)))
        seen = []
        stop = threading.Event()

        def look():
            while not stop.is_set():
                seen.append(problem(client))

        thread = threading.Thread(target=look)
        thread.start()
        answer = client.edit(digest, say("a", "b"))
        time.sleep(0.5)
        stop.set()
        thread.join()
        checks.check("an edit in the meantime is saved, and the message stays", answer.status == 200 and all("cannot read" in words for words in seen),
                     (answer, set(seen)))
        studio.script.write_text(SCRIPT)
        checks.check("the message disappears when the script is back", within(10, lambda: not problem(client)), problem(client))
        spaces = list(studio.temporary.glob("guion2audio-*"))
        for space in spaces:
            for path in space.iterdir():
                path.unlink()
            space.rmdir()
        answer = client.post("/api/hear", {"plan": client.book()["plan"], "line": 1})
        checks.check("a line can be played after the temporary folder was removed", len(spaces) == 1 and answer.status == 200, (spaces, answer))
        for space in spaces:
            for path in space.iterdir():
                path.unlink()
            space.rmdir()
            space.write_text("")
        answer = client.post("/api/hear", {"plan": client.book()["plan"], "line": 2})
        checks.check("an error about the temporary folder contains no path", answer.status == 502 and str(studio.temporary) not in answer.json["error"], answer)
        for space in spaces:
            space.unlink()
        state = client.get("/api/changes?seen=0").json["seen"]
        subprocess.run([program, "render", studio.script.name, "-o", str(studio.output), "--quiet"], cwd=studio.work, env=studio.environment(), check=True,
                       stdin=subprocess.DEVNULL, capture_output=True)
        news = client.get(f"/api/changes?seen={state}", seconds=25).json
        checks.check("chapters that another program has rendered are shown",
                     within(5, lambda: any(chapter["current"] for chapter in client.book()["render"]["chapters"])) and news["seen"] != state,
                     client.book()["render"])


def owners(checks, program):
    """A cast file keeps its owner and its group if the user is allowed to set them."""
    with Studio(program) as studio:
        client = studio.client()
        owner, group = (65534, 12) if os.getuid() == 0 else (-1, (os.getgroups() or [os.getgid()])[-1])
        os.chown(studio.cast, owner, group)
        studio.cast.chmod(0o664)
        before = studio.cast.stat()
        answer = client.edit(client.digest(), say("a", "b"))
        after = studio.cast.stat()
        checks.check("an edit keeps owner, group and permissions", answer.status == 200 and before.st_ino != after.st_ino
                     and (before.st_uid, before.st_gid, before.st_mode) == (after.st_uid, after.st_gid, after.st_mode), (answer, after))


def watch_pipes(checks, program):
    """`watch` continues if the script or the named cast becomes a pipe. `render` reads pipes."""
    with Studio(program) as studio:
        studio.stop()
        log = studio.folder / "watch"
        with log.open("wb") as file:
            watch = subprocess.Popen([program, "watch", studio.script.name, "--cast", "cast.json", "-o", str(studio.output)], cwd=studio.work,
                                     env=studio.environment(), stdin=subprocess.DEVNULL, stdout=file, stderr=file, start_new_session=True)
        try:
            within(60, lambda: "rendered" in log.read_text())
            for path, content in ((studio.script, SCRIPT), (studio.cast, CAST)):
                count = log.read_text().count("it is not a regular file")
                path.unlink()
                os.mkfifo(path)
                checks.check(f"watch reports a pipe instead of {path.name}", within(15, lambda: log.read_text().count("it is not a regular file") > count),
                             log.read_text())
                path.unlink()
                lines = log.read_text().count("rendered")
                path.write_text(content)
                checks.check(f"watch continues when {path.name} is back", within(20, lambda: log.read_text().count("rendered") > lines), log.read_text())
        finally:
            watch.send_signal(signal.SIGINT)
            try:
                checks.check("Ctrl-C ends the watch", watch.wait(15) == 130)
            except subprocess.TimeoutExpired:
                watch.kill()
                checks.check("Ctrl-C ends the watch", False)
        run = subprocess.run(["bash", "-c", f'"{program}" render <(cat ferry.fountain) --from fountain --cast <(cat cast.json) -o "{studio.folder}/piped" --quiet'],
                             cwd=studio.work, env=studio.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        checks.check("render reads process substitutions", run.returncode == 0, (run.returncode, run.stderr))
