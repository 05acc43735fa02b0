"""Attacks on the cast file: two pages, a page and an editor, and special files."""
import hashlib
import json
import os
import random
import subprocess
import tempfile
import threading
import time

from desk import CAST, Studio, say, together, voice

WANTED = (404, 409, 422)


def cast_with(pause):
    """Returns a cast file as an editor writes it. The length of its pause distinguishes it from other versions."""
    return CAST.replace('"version": 1,', f'"version": 1,\n  "pauses": {{ "chapterEnd": {pause} }},').encode()


def same_digest(checks, program):
    """Many pages edit with the same digest: one edit wins, the others get a conflict, and nothing is lost."""
    with Studio(program) as studio:
        client, wrong = studio.client(), []
        for round in range(20):
            digest = client.digest()
            edits = [say(f"word {round} {index}", "x") for index in range(8)]
            answers = together(8, lambda index: client.edit(digest, edits[index]))
            won = [index for index, answer in enumerate(answers) if answer.status == 200]
            lost = [answer for answer in answers if answer.status == 409 and answer.json.get("conflict") is True]
            kept = [entry["text"] for entry in json.loads(studio.cast.read_bytes())["pronunciations"]]
            if len(won) != 1 or len(lost) != 7 or kept[-1] != edits[won[0]]["text"] or len(kept) != round + 1:
                wrong.append((round, won, kept[-3:], answers))
        checks.check("one of eight edits with one digest wins, and the others get a conflict", not wrong, wrong[:2])
        for word in ("undo", "redo"):
            digest = client.digest()
            answers = together(4, lambda _: client.post(f"/api/{word}", {"digest": digest}))
            codes = sorted(answer.status for answer in answers)
            checks.check(f"one of four requests to {word} with one digest wins", codes == [200, 409, 409, 409], codes)
        for round in range(40):
            client.post("/api/undo", {"digest": client.digest()})
        checks.check("undoing everything restores the original bytes", studio.cast.read_bytes() == CAST.encode(), studio.cast.read_text()[:300])
        digest = client.digest()
        studio.cast.write_bytes(cast_with(1))
        answer = client.edit(digest, say("a", "b"))
        checks.check("an edit with an outdated digest is a conflict after an editor's change, and changes nothing",
                     answer.status == 409 and studio.cast.read_bytes() == cast_with(1), answer)
        answer = client.post("/api/redo", {"digest": client.digest()})
        checks.check("an editor's change ends undo and redo", answer.status == 422 and studio.cast.read_bytes() == cast_with(1), answer)


def special_files(checks, program):
    """Edits while the cast file is a link, a pipe, a folder, a device, huge, missing, not JSON, or read-only."""
    for kind in ("link", "link to nothing", "pipe", "folder", "device", "20 MB", "no JSON", "removed"):
        with Studio(program) as studio:
            client = studio.client()
            digest, target = client.digest(), studio.folder / "target.json"
            studio.cast.unlink()
            if kind.startswith("link"):
                studio.cast.symlink_to(target)
                if kind == "link":
                    target.write_text(CAST)
            elif kind == "pipe":
                os.mkfifo(studio.cast)
            elif kind == "folder":
                studio.cast.mkdir()
            elif kind == "device":
                studio.cast.symlink_to("/dev/zero")
            elif kind == "20 MB":
                studio.cast.write_bytes(b'{"version": 1, "x": "' + b"x" * (20 << 20) + b'"}')
            elif kind == "no JSON":
                studio.cast.write_bytes(b'{"version": 1,')
            begin = time.monotonic()
            try:
                answer = client.edit(digest, say("a", "b"))
                book = client.book()
            except TimeoutError:
                answer = book = None
            seconds = time.monotonic() - begin
            if kind == "link":
                checks.check("if the cast file is a link, the link remains and its target is changed",
                             answer and answer.status == 200 and studio.cast.is_symlink() and b'"a"' in target.read_bytes(), answer)
                continue
            checks.check(f"cast file is {kind}: an edit gets an error within 15 s, and the studio still answers",
                         answer and answer.status in WANTED and book and seconds < 15, (answer, seconds))
            if kind not in ("removed", "link to nothing"):
                same = {"pipe": studio.cast.is_fifo, "folder": studio.cast.is_dir, "device": studio.cast.is_symlink}.get(kind, studio.cast.is_file)()
                checks.check(f"cast file is {kind}: it is not changed", same and studio.memory() < 300, os.listdir(studio.work))
            elif book:
                answer = client.edit(client.digest(), say("a", "b"))
                checks.check(f"cast file is {kind}: an edit with the current digest creates a file",
                             answer.status == 200 and b'"a"' in studio.cast.read_bytes(), answer)
    refused(checks, program)


def refused(checks, program):
    """Edits without permission to write the file or folder. Root can write everything, so the studio runs as another user."""
    user = 65534 if os.getuid() == 0 else None
    with Studio(program, user=user) as studio:
        client, before = studio.client(), studio.cast.read_bytes()
        studio.cast.chmod(0o444)
        answer = client.edit(client.digest(), say("a", "b"))
        checks.check("a read-only cast file is not replaced", answer.status == 422 and studio.cast.read_bytes() == before, answer)
        studio.cast.write_bytes(before)
        studio.cast.chmod(0o640)
        answer = client.edit(hashlib.sha256(before).hexdigest(), say("a", "c"))
        checks.check("an edit keeps the permissions", answer.status == 200 and studio.cast.stat().st_mode & 0o777 == 0o640,
                     (answer, oct(studio.cast.stat().st_mode)))
        before = studio.cast.read_bytes()
        studio.work.chmod(0o555)
        answer = client.edit(client.digest(), say("a", "d"))
        checks.check("in a read-only folder an edit gets an error message", answer.status == 422 and studio.cast.read_bytes() == before, answer)
        checks.check("the error names no path of the machine", str(studio.folder) not in answer.json["error"], answer)
        studio.work.chmod(0o755)
        studio.cast.chmod(0)
        answer = client.edit(client.digest(), say("a", "e"))
        studio.cast.chmod(0o600)
        checks.check("an unreadable cast file is not replaced", answer.status in WANTED and studio.cast.read_bytes() == before, answer)
    with Studio(program, inside=False) as studio:
        client = studio.client()
        digest = client.digest()
        studio.cast.write_bytes(cast_with(2))
        answer = client.edit(digest, say("a", "b"))
        checks.check("the error of a studio that was opened with an absolute path names no path of the machine",
                     answer.status == 409 and str(studio.work) not in answer.json["error"], answer)


def full_disk(checks, program):
    """If the disk is full, the old cast is not changed, and no temporary file is left."""
    folder = tempfile.mkdtemp(prefix="studio-test.")
    if os.getuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], capture_output=True).returncode:
        os.rmdir(folder)
        print("     skipped: cannot mount a small disk here")
        return
    try:
        with Studio(program) as studio:
            # Only the cast is on the small disk, through a link, so that all other files have room.
            cast = os.path.join(folder, "cast.json")
            with open(cast, "w") as file:
                file.write(CAST)
            studio.cast.unlink()
            studio.cast.symlink_to(cast)
            client = studio.client()
            # The studio must notice the link first. Otherwise it correctly reports that the file was changed elsewhere.
            seen, end = hashlib.sha256(CAST.encode()).hexdigest(), time.monotonic() + 20
            while client.digest() != seen and time.monotonic() < end:
                time.sleep(0.05)
            filler = os.path.join(folder, "filler")
            try:
                with open(filler, "wb", buffering=0) as file:
                    while True:
                        file.write(b"x" * 4096)
            except OSError:
                pass
            answer = client.edit(client.digest(), say("a", "b"))
            with open(cast) as file:
                kept = file.read()
            checks.check("on a full disk an edit gets an error, and the old cast is not changed", answer.status == 422 and kept == CAST, answer)
            checks.check("on a full disk no temporary file is left", sorted(os.listdir(folder)) == ["cast.json", "filler"], os.listdir(folder))
            os.unlink(filler)
            answer = client.edit(client.digest(), say("a", "b"))
            checks.check("after space is freed, the edit is saved", answer.status == 200, answer)
    finally:
        subprocess.run(["umount", folder], check=True)
        os.rmdir(folder)


# An editor and the studio


def short_races(checks, program):
    raced(checks, program, 1.5, ("rename",))


def races(checks, program):
    raced(checks, program, 12, ("rename", "in place", "remove and rename"))


def raced(checks, program, seconds, ways):
    """An editor writes the file repeatedly while a page edits with the newest digest. It writes at random moments and at the
    worst moment: as soon as the studio's temporary file exists. After each write the editor must find its version, with or
    without an edit of the page. Any other version means that the editor's version was lost without a message."""
    for way in ways:
        with Studio(program) as studio:
            client, stop, codes, versions, lost = studio.client(), threading.Event(), [], 0, []
            thread = threading.Thread(target=edit_again, args=(studio, client, stop, codes), daemon=True)
            thread.start()
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                aim(studio, random.random() / 10)
                versions += 1
                put(studio, cast_with(versions), way)
                time.sleep(random.random() / 20)
                found = version(studio)
                if found != versions:
                    lost.append((versions, found))
            stop.set()
            thread.join(20)
            kept, refused = codes.count(200), codes.count(409)
            checks.check(f"an editor that writes by {way}: no version is lost without a message", not lost and kept and refused,
                         f"{versions} versions, {kept} edits saved, {refused} refused, {len(lost)} lost {lost[:5]}")
            strange = [code for code in codes if code not in (200, *WANTED)]
            checks.check(f"an editor that writes by {way}: every edit is saved, or refused with a message", not strange, strange[:5])
            names = [name for name in os.listdir(studio.work) if name not in (studio.cast.name, studio.script.name, "edited")]
            checks.check(f"an editor that writes by {way}: no temporary file is left", not names, names)


def edit_again(studio, client, stop, codes):
    """Edits repeatedly with the digest of the current file, until `stop` is set."""
    while not stop.is_set():
        try:
            digest = hashlib.sha256(studio.cast.read_bytes()).hexdigest()
        except FileNotFoundError:
            digest = "none"
        answer = client.edit(digest, voice("BERT", f"espeak://en-us+m{1 + len(codes) % 7}"))
        codes.append(answer.status)


def aim(studio, seconds):
    """Waits until the studio writes its temporary file, but at most some seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and len(os.listdir(studio.work)) < 3:
        pass


def version(studio):
    """Returns the number of the editor's version in the file, with or without edits; None if the file is missing or broken."""
    try:
        return json.loads(studio.cast.read_bytes()).get("pauses", {}).get("chapterEnd")
    except (ValueError, FileNotFoundError):
        return None


def put(studio, data, way):
    """Writes the file as editors do."""
    if way == "in place":
        studio.cast.write_bytes(data)
        return
    if way == "remove and rename":
        studio.cast.unlink(missing_ok=True)
    temporary = studio.folder / "edited"
    temporary.write_bytes(data)
    os.rename(temporary, studio.cast)
