"""Attacks with paths, names in JSON and voices: no request reaches a file or a program."""
import os
import time
from urllib.parse import quote

from desk import Client, Studio, voice

SECRET = "the secret of another file"


def paths(checks, studio, client):
    (studio.folder / "secret").write_text(SECRET)
    (studio.work / "secret").write_text(SECRET)
    ups = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "%252e%252e%252f", "..%c0%af", "..%ef%bc%8f", "..;/", ".%00./"]
    asked = []
    for up in ups:
        for depth in (1, 2, 8):
            for base in ("/", "/sound/", "/chapter/", "/export/", "/listen/", "/own/", "/api/", "/sound/s1/", "/chapter/1/"):
                asked += [base + up * depth + name for name in ("secret", "etc/passwd", "cast.json", "ferry.fountain")]
    asked += ["//etc/passwd", "///etc/passwd", "/etc/passwd", "/secret", "/cast.json", "/ferry.fountain", "/folder/secret",
              "/sound/%2fetc%2fpasswd", "/sound/", "/sound/s", "/sound/s1%00", "/sound/*", "/export/", "/export/0", "/export/-1", "/export/all/", "/export/cast.json", "/listen/", "/listen/0", "/listen/all", "/own/", "/own/script", "/own/all", "/chapter/", "/chapter/-1",
              "/chapter/0", "/chapter/+1x", "/chapter/1%2f..", "/chapter/1.mp3", "/chapter/" + "9" * 21, "/chapter/1e0",
              "/chapter/9223372036854775807", "/chapter/-9223372036854775808", "/chapter/%d9%a1", "/chapter/1/",
              "/chapter/1;x", "/chapter/ 1", "file:///etc/passwd", "http://127.0.0.1/../secret", "/.git/config",
              "/index.html/", "/INDEX.HTML", "/api", "/api/", "/api/book/", "/api/book%2f", "/API/BOOK", "/api//book",
              "/api/./book", "/sound/../api/book", "/%", "/%zz", "/%f"]
    begin, shown, odd, silent = time.monotonic(), [], [], []
    for path in asked:
        try:
            answer = client.get(path, seconds=1)
        except (TimeoutError, ConnectionError):
            silent.append(path[:60])
            if studio.process.poll() is not None:
                break
            continue
        if not answer:
            continue
        if SECRET.encode() in answer.body or b"root:" in answer.body or b'"version": 1' in answer.body:
            shown.append(path)
        if answer.status not in (400, 404, 413, 414, 431):
            odd.append(f"{path[:60]}: {answer.status}")
    checks.check(f"{len(asked)} paths lead to no file", not shown, shown)
    checks.check("no other path is accepted as a request of the page", not odd, odd)
    checks.check("every path is answered within a second", not silent, silent)
    (studio.work / "secret").unlink()
    checks.check("all paths are refused within 6 s", time.monotonic() - begin < 6, f"{time.monotonic() - begin:.1f} s")


def fields(checks, studio, client):
    """Hostile values in every field of every request get an error message, and the cast is not changed."""
    before, digest, plan = studio.cast.read_bytes(), client.digest(), client.book()["plan"]
    names = ["../../x", "/etc/passwd", "__proto__", "constructor", "command://touch", "\0", "a\0b", "\n", "\u2028", "\u202e",
             "'; DROP TABLE", "$(touch x)", "`id`", "%s%n", "*", "ANNA\0", "anna ", " ", "\ufeff", "x" * 100_000]
    wrong = []
    for name in names:
        edits = [voice(name, "espeak://en-us"), {"kind": "setting", "role": name, "name": "rate", "value": 1},
                 {"kind": "setting", "role": "ANNA", "name": name, "value": 1}, {"kind": "pause", "name": name, "value": 1},
                 voice("ANNA", name), {"kind": name}, {"kind": "say", "text": "x", "ipa": name + "\0"},
                 {"kind": "say", "text": "x", "say": "y", "character": name}, {"kind": "unsay", "text": name},
                 {"kind": "unsay", "text": "x", "character": name}]
        asked = [("/api/edit", {"digest": digest, "edits": [edit], "try": True}) for edit in edits]
        asked += [("/api/edit", {"digest": name, "edits": edits[:1]}), ("/api/undo", {"digest": name}), ("/api/voices/give", {"digest": name}),
                  ("/api/hear", {"plan": plan, "line": 0, "edits": edits[:1]}), ("/api/settings/provider", {"id": name}),
                  ("/api/settings/login", {"id": name, "key": "k", "verify": False}), ("/api/settings/logout", {"id": name})]
        asked += [("/api/shape", {"plan": plan, "line": 0, "settings": settings}) for settings in (
            {"voice": name}, {"stress": [name]}, {"words": [{"text": name, "say": "x"}]}, {"words": [{"text": "x", "ipa": name}]},
            {"rate": name}, {"rate": 1e308}, {"before": -1}, {"after": 1e18}, {name: 1})]
        asked += [("/api/speaker", {"plan": plan, "turn": -1, "name": name}), ("/api/speaker", {"plan": plan, "turn": 1 << 40, "name": name}),
                  ("/api/words", {"plan": plan, "block": 1, "from": name, "to": "x"}),
                  ("/api/words", {"plan": plan, "block": -(1 << 60), "from": "", "to": name}),
                  ("/api/render", {"export": {"preset": name}}), ("/api/render", {"export": {"preset": "phone", "format": name}})]
        for path, value in asked:
            answer = client.post(path, value)
            if not answer or answer.status not in (200, 400, 404, 409, 422) or "error" not in answer.json and answer.status != 200:
                wrong.append(f"{path} {str(value)[:90]}: {answer}")
    for query in ("", "?plan=0&from=0&to=1", f"?plan={plan}", f"?plan={plan}&from=-1&to=1", f"?plan={plan}&from=1&to=0",
                  f"?plan={plan}&from=0&to={1 << 62}", f"?plan={plan}&from=0&to={1 << 70}", f"?plan={plan}&from=../x&to=1"):
        answer = client.get("/api/peaks" + query)
        if not answer or answer.status not in (404, 409):
            wrong.append(f"/api/peaks{query}: {answer}")
    checks.check("hostile names get an error message", not wrong, wrong[:5])
    scripts = sorted(file.name for file in studio.work.iterdir() if file.suffix in (".voices", ".audiobook"))
    checks.check("hostile names write no settings of lines and start no export", not scripts, scripts)
    checks.check("the cast is not changed", studio.cast.read_bytes() == before, studio.cast.read_bytes()[:500])
    for key in ("k", "secret-key-of-the-test"):
        answer = client.post("/api/settings/login", {"id": "espeak", "key": key, "verify": False})
        checks.check("no answer contains the key", answer.status == 422 and b"secret-key" not in answer.body, answer)


def voices(checks, studio, client):
    """A cast cannot name a program. Voices reach only programs of the user's configuration, with plain names."""
    before, made = studio.cast.read_bytes(), studio.work / "made"
    uris = [f"{provider}://{name}" for provider in
            ("command", "sh", "exec", "file", "http", "https", "javascript", "data", "flite", "piper", "kokoro", "PIPER", "../command")
            for name in (f"touch%20{made}", f"/bin/sh?-c=touch%20{made}", f"{made}", "../../../bin/sh", "127.0.0.1:1/x")]
    uris += [f"espeak://en-us?{key}={made}" for key in ("program", "command", "path", "data", "voices", "model", "helper")]
    uris += ["espeak:///etc/passwd", "espeak://../../etc/passwd", "espeak://en-us%00x", "espeak://-h", "hibari://../../x", "espeak://"]
    kept = [uri for uri in uris for answer in [client.edit(client.digest(), voice("ANNA", uri))] if answer.status != 422]
    checks.check(f"{len(uris)} invalid voices are refused", not kept and studio.cast.read_bytes() == before, kept)
    checks.check("no program ran", not made.exists())
    with configured(studio.program) as other:
        client, record = other.client(), other.folder / "record"
        names = ["-h", "--option", "a;touch x", "$(touch x)", "`touch x`", "a b", "../x", "/etc/passwd", "a|b", "%2dh",
                 "a%00b", "a%0ab", "@file", "", "%24HOME", "~"]
        for name in names:
            answer = client.edit(client.digest(), voice("ANNA", f"recorder://{name}"))
            for line in range(len(client.book()["lines"]) if answer.status == 200 else 0):
                client.post("/api/hear", {"plan": client.book()["plan"], "line": line})
        answer = client.edit(client.digest(), voice("ANNA", "recorder://plain"))
        lines = client.book()["lines"]
        said = next(index for index, line in enumerate(lines) if line["text"] == "Who is there?")
        heard = client.post("/api/hear", {"plan": client.book()["plan"], "line": said})
        calls = record.read_text().splitlines() if record.exists() else []
        checks.check("a program of the configuration gets only plain names of voices", set(calls) == {"plain"}, (calls, answer, heard))
        with_config = client.edit(client.digest(), voice("ANNA", f"other://{made}"))
        checks.check("a provider that is not configured is refused", with_config.status == 422, with_config)


def configured(program):
    """Returns a studio whose configuration has a program that records the requested voice and fails."""
    studio = Studio(program, config={})
    record = studio.folder / "record"
    tool = studio.folder / "recorder"
    tool.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> "{record}"\nexit 1\n')
    tool.chmod(0o755)
    (studio.folder / "config/guion2audio/config.json").write_text(
        f'{{"providers": {{"recorder": {{"enabled": true, "type": "command", "command": ["{tool}", "{{voice}}", "{{output}}"]}}}}}}')
    return studio


def rendered(client, seconds=40):
    """Renders the book and waits for the end. Returns the state of the render."""
    answer = client.post("/api/render", {})
    end = time.monotonic() + seconds
    while answer.status == 202 and time.monotonic() < end:
        render = client.book()["render"]
        if not render["running"]:
            return render
        time.sleep(0.1)
    return answer.json


def output_files(checks, program):
    """If a finished chapter is missing, or is replaced by a link, a pipe or a folder, the studio reads no other file and does
    not block."""
    cast = '{"narrator": "espeak://en-us", "characters": {"ANNA": "espeak://en-us", "BERT": "espeak://en-us", "CARLA": "espeak://en-us"}}'
    with Studio(program, cast=cast) as studio:
        client = studio.client()
        done = rendered(client)
        checks.check("the book is rendered", len(done.get("chapters", [])) == 3, done)
        number = done["chapters"][0]["number"]
        whole = client.get(f"/chapter/{number}")
        checks.check("a chapter is sent completely", whole.status == 200 and whole.whole and whole.header("content-type") == "audio/mpeg", whole.headers)
        ranges = {"bytes=0-0": 206, "bytes=-1": 206, "bytes=0-999999999": 206, "bytes=5-2": 200, "bytes=-0": 416, "bytes=99999999-": 416,
                  "bytes=0-1,3-4": 200, "bytes=" + "9" * 30 + "-": 200, "bytes=--1": 200, "lines=1-2": 200, "bytes=\u0661-2": 200, "bytes=-": 200}
        wrong = [f"{value}: {answer}" for value, code in ranges.items()
                 for answer in [client.get(f"/chapter/{number}", ("Range", value))] if not answer or answer.status != code or not answer.whole]
        checks.check("unusual ranges are answered", not wrong, [text[:80] for text in wrong])
        path = sorted(studio.output.glob("*.mp3"))[0]
        keep = path.with_suffix(".kept")
        path.rename(keep)
        for kind, make in (("link to another file", lambda: path.symlink_to("/etc/passwd")), ("folder", path.mkdir),
                           ("missing file", lambda: None), ("pipe", lambda: os.mkfifo(path))):
            make()
            try:
                answer = client.get(f"/chapter/{number}", seconds=3)
            except TimeoutError:
                answer = None
            checks.check(f"{kind} instead of a chapter: 404", answer and answer.status == 404 and b"root:" not in answer.body, answer)
            try:
                again = client.get("/api/book", seconds=3)
            except TimeoutError:
                again = None
            checks.check(f"{kind} instead of a chapter: the studio still answers", again and again.status == 200, again)
            if os.path.lexists(path):
                if kind == "pipe" and not again:
                    os.close(os.open(path, os.O_RDWR))  # frees a server that waits for a writer
                (path.rmdir if path.is_dir() and not path.is_symlink() else path.unlink)()


def books(checks, program):
    """A script reaches the disk only if it can be read, under limits and a safe name. Requests name books by ids of the server."""
    with Studio(program) as studio:
        client, root = studio.client(), studio.folder / "data/guion2audio/books"
        known = client.get("/api/books").json
        checks.check("the open book is in the list, without its path",
                     [book["name"] for book in known["books"]] == ["ferry.fountain"] and str(studio.folder) not in str(known), known)

        def post(name, body=b"INT. ROOM - DAY\n\nHello.\n", kind="application/octet-stream", length=None):
            head = client.head("POST", "/api/books/add?name=" + quote(name, safe=""), [("Content-Type", kind)], length=len(body) if length is None else length)
            return client.send(head + body)

        binary = bytes(range(256)) * 20
        refused = {
            "binary": post("a.fountain", binary), "program": post("a.md", b"\x7fELF" + binary), "empty": post("a.txt", b""),
            "no ending": post("a"), "unknown ending": post("a.exe"), "no archive": post("a.docx"), "no PDF": post("a.pdf"),
            "broken archive": post("a.epub", b"PK\x03\x04" + binary), "as JSON": post("a.md", kind="application/json"),
            "as a form": post("a.md", kind="multipart/form-data"), "too long": post("a.md", bytes(65 << 20)),
            "far too long": post("a.md", b"", length=1 << 62), "no name": client.send(client.head(
                "POST", "/api/books/add", [("Content-Type", "application/octet-stream")], length=1) + b"x")}
        wrong = [f"{case}: {answer}" for case, answer in refused.items() if not answer or answer.status not in (400, 413, 422)]
        checks.check("files that are no documents are refused", not wrong, wrong)
        checks.check("a refused file leaves nothing", not any(root.rglob("*")) if root.exists() else True, list(root.rglob("*")))
        checks.check("a client that sends a script above the limit gets the reason", refused["too long"] and refused["too long"].status == 413
                     and "too long" in refused["too long"].json["error"], refused["too long"])
        told = [case for case, answer in refused.items() if answer and (str(studio.folder).encode() in answer.body or b"/tmp" in answer.body)]
        checks.check("refusals name no path", not told, [refused[case] for case in told])
        ids = ["", "../../x", "/etc/passwd", str(studio.script), "0" * 32, "\0", "x" * 100_000, known["books"][0]["id"].upper() + "0"]
        answers = [(name[:40], client.post("/api/books/open", {"id": name})) for name in ids]
        wrong = [f"{name}: {answer}" for name, answer in answers if not answer or answer.status not in (400, 404)]
        checks.check("ids that the server did not give open nothing", not wrong, wrong)
        checks.check("the open book is the same", client.book()["input"] == "ferry.fountain")
        named = post("n" * 300 + ".fountain")
        stems = [path.name for path in root.iterdir()]
        checks.check("a name of 300 letters is cut, and keeps its ending", named and named.status == 200 and stems == ["n" * 100]
                     and (root / stems[0] / (stems[0] + ".fountain")).is_file(), (named, stems))
        ending = post("n" * 300 + ".exe")
        checks.check("a long name with another ending is refused for its ending", ending and "end in" in ending.json["error"], ending)
        names = ["../../../up.fountain", "..\\..\\up.fountain", "/etc/passwd.md", "..", ".hidden.md", "a\0b.md", "a\nb.md", "\u202egpj.md",
                 "x" * 5000 + ".md", "con.fountain", "-rf.md", "a:b*?.md", "cast.json.md", "\ud7ff.md"]
        answers = [(name[:30], post(name)) for name in names]
        odd = [f"{name}: {answer}" for name, answer in answers if not answer or answer.status not in (200, 422)]
        checks.check("hostile names are made safe or refused", not odd, odd)
        inside = [path for path in studio.folder.rglob("*") if path.suffix in (".md", ".fountain") and path != studio.script]
        outside = [path for path in inside if len(path.relative_to(root).parts) != 2 or path.name.startswith(".")]
        checks.check("every script is in a folder of its own in the folder of books", len(inside) > 8 and not outside, (len(inside), outside))
        end = time.monotonic() + 3  # a file is removed when its connection ends
        while (stay := [path for path in studio.temporary.rglob("*") if path.is_file()]) and time.monotonic() < end:
            time.sleep(0.05)
        checks.check("no temporary file stays", not stay, stay)
        target = studio.folder / "elsewhere"
        target.mkdir()
        for path in sorted(root.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        root.rmdir()
        root.symlink_to(target)
        answer = post("a.md")
        checks.check("a link in place of the folder of books is refused", answer.status == 422 and not any(target.iterdir()), answer)
        listing = studio.folder / "data/guion2audio/recent-books.json"
        for content in (b"", b"{", b"[]", b'{"version": 1, "books": [{"path": "cast.json"}]}', b"\0" * (2 << 20), b'{"version": 1, "books": [{"path": "/dev/zero"}, {"path": "/proc/self/mem"}]}'):
            listing.write_bytes(content)
            shown = client.get("/api/books")
            opened = [client.post("/api/books/open", {"id": book["id"]}, seconds=20) for book in shown.json["books"]]
            checks.check(f"a wrong list of recent books opens nothing: {content[:20]!r}", shown.status == 200
                         and all(answer and answer.status in (404, 422) for answer in opened), (shown, opened))
        checks.check("the studio still answers", client.get("/api/books").status == 200)


def shared(checks, program):
    """The address of a shared book answers only its exported files, only below its random path, and changes nothing."""
    with Studio(program, options=["--host", "127.0.0.1"]) as studio:
        client = studio.client()
        first = client.get("/api/share").json
        asked = client.post("/api/share/start", {})
        checks.check("before an export nothing can be shared", "address" not in first and first["isPossible"] and asked.status == 404, (first, asked))
        client.post("/api/render", {"export": {"preset": "archive"}})
        end = time.monotonic() + 60
        while time.monotonic() < end and not client.book()["render"].get("exported"):
            time.sleep(0.1)
        files = [file["name"] for file in client.book()["render"]["exported"]]
        checks.check("an export is shared only if a page asks", "address" not in client.get("/api/share").json and not client.book()["render"]["isShared"])
        address = client.post("/api/share/start", {}).json["address"]
        port, base = int(address.split(":")[2].split("/")[0]), "/" + address.split("/", 3)[3]
        other = Client(port)
        checks.check("the shared address has 128 random bits and a port of its own", len(base) == 34 and port != studio.port, address)
        early = other.get("/" + "0" * 32 + "/")
        listed = other.get(base)
        checks.check("the export is listed", listed.status == 200 and b"ferry" in listed.body.lower(), (files, listed))
        secret = base.strip("/")
        digit = "0" if secret[-1] != "0" else "1"
        ups = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "%252e%252e%252f", "..%c0%af", "./", "/", "//", "%00"]
        asked = [base + up * depth + name for up in ups for depth in (1, 2, 8)
                 for name in ("cast.json", "ferry.fountain", "work/cast.json", "etc/passwd", "manifest.json")]
        asked += ["/", "/" + secret, f"/{secret[:-1]}/", f"/{secret}0/", f"/{secret[:-1]}{digit}/", f"/{secret.upper()}x/", f"//{secret}/", f"/x/../{secret}/",
                  "/api/book", "/api/books", base + "api/book", f"/?token={studio.token}", "/main.js", "/export/0", base + "manifest.json",
                  base + files[0] + "/", base + files[0] + "%00", base + files[0].upper() + "x", "http://127.0.0.1/etc/passwd"]
        answers = [(path, other.get(path, seconds=5)) for path in asked]
        wrong = [f"{path}: {answer}" for path, answer in answers if answer and (answer.status not in (400, 404) or b"root:" in answer.body)]
        checks.check(f"{len(asked)} other paths of the shared address lead to no file", not wrong, wrong[:5])
        name = next(file for file in files if file.endswith(".flac"))
        before = sorted((path.name, path.stat().st_mtime_ns) for path in studio.output.parent.rglob("*"))
        methods = [(method, other.send(other.head(method, base + quote(name), [("Connection", "close")], length=0), 5))
                   for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND")]
        large = other.send(other.head("POST", "/api/books/add?name=a.md", [("Content-Type", "application/octet-stream")], length=1 << 30), 5)
        wrong = [f"{method}: {answer}" for method, answer in [*methods, ("a large body", large)] if answer and answer.status not in (400, 404, 405, 413, 501)]
        checks.check("the shared address takes no other method", not wrong, wrong)
        after = sorted((path.name, path.stat().st_mtime_ns) for path in studio.output.parent.rglob("*"))
        checks.check("requests to the shared address change no file", before == after)
        whole = other.get(base + quote(name))
        part = other.get(base + quote(name), ("Range", "bytes=0-3"))
        checks.check("the sound is sent, whole and in parts", whole.status == 200 and whole.whole and part.status == 206 and part.body == b"fLaC", (whole, part))
        wanted = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "x-frame-options": "DENY", "cache-control": "no-store"}
        lacking = [key for answer in (listed, whole, early) for key, value in wanted.items() if answer.header(key) != value]
        told = [key for answer in (listed, whole, early) for key, _ in answer.headers if key == "set-cookie"]
        checks.check("its answers have the security headers, and give no access to the studio", not lacking and not told
                     and studio.token.encode() not in listed.body, (lacking, told))
        checks.check("the studio still refuses its own requests without a cookie", Client(studio.port).get("/api/book").status == 401)
        stopped = client.post("/api/share/stop", {}).json
        gone = [other.get(base), other.get(base + quote(name))]
        again = client.post("/api/share/start", {}).json["address"]
        checks.check("a book that is not shared any more is gone, and its next address is another one", "address" not in stopped
                     and [answer.status for answer in gone] == [404, 404] and again != address and other.get(base).status == 404, (stopped, gone, again))
        with Studio(program) as closed:
            checks.check("without --host nothing is shared", closed.client().post("/api/share/start", {}).status == 422)
