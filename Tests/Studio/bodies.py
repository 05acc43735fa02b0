"""Attacks with bodies that are slow, endless, ambiguous, too long, or not JSON."""
import json
import time

from desk import read_answer, say, together, voice

STATUSES = (400, 404, 409, 413, 422)


def smuggled(checks, studio, client):
    """If the end of a body is ambiguous, the studio refuses the request and closes the connection."""
    hidden = client.head("GET", "/api/book")
    lines = {
        "negative": ["Content-Length: -1"], "not a number": ["Content-Length: x"], "hexadecimal": ["Content-Length: 0x10"],
        "plus": ["Content-Length: +5"], "huge": ["Content-Length: 99999999999999999999999"],
        "2^63": ["Content-Length: 9223372036854775808"], "2^64": ["Content-Length: 18446744073709551616"],
        "two values": ["Content-Length: 5, 6"], "twice": ["Content-Length: 5", "Content-Length: 500"],
        "with chunks": ["Content-Length: 5", "Transfer-Encoding: chunked"],
        "chunks first": ["Transfer-Encoding: chunked", "Content-Length: 5"],
        "unknown coding": ["Transfer-Encoding: gzip"], "coding twice": ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
        "odd coding": ["Transfer-Encoding: xchunked"], "blank before colon": ["Content-Length : 5"],
        "vertical tab": ["Transfer-Encoding: \x0bchunked"], "folded": ["Transfer-Encoding:\r\n chunked"]}
    start = f"POST /api/undo HTTP/1.1\r\nHost: 127.0.0.1:{studio.port}\r\nOrigin: http://127.0.0.1:{studio.port}\r\n" \
            f"Content-Type: application/json\r\nCookie: {client.cookie}\r\n"
    through = []
    for name, extra in lines.items():
        data = (start + "\r\n".join(extra) + "\r\n\r\n").encode("latin-1") + b"0\r\n\r\n" + hidden
        answers = all_answers(client, data)
        if any(answer.status == 200 for answer in answers):
            through.append(f"{name}: {answers}")
    checks.check("no request is hidden after an ambiguous length", not through, through)
    wrong = []
    for name, body in {"wrong size": b"zz\r\n{}\r\n0\r\n\r\n", "negative size": b"-1\r\n{}\r\n0\r\n\r\n",
                       "huge size": b"ffffffffffffffff0\r\n{}\r\n0\r\n\r\n", "extension": b"2;a=b\r\n{}\r\n0\r\n\r\n",
                       "long extension": b"2;" + b"a" * 100_000 + b"\r\n{}\r\n0\r\n\r\n", "no end": b"2\r\n{}xx\r\n0\r\n\r\n"}.items():
        head = client.head("POST", "/api/undo", [("Transfer-Encoding", "chunked")])
        answers = all_answers(client, head + body)
        # If a chunk extension is longer than the limit for all headers, the library answers with 500.
        if any(answer.status not in (*STATUSES, 500) for answer in answers):
            wrong.append(f"{name}: {answers}")
    checks.check("malformed chunks get an error, or the connection is closed", not wrong, wrong)
    body = json.dumps({"digest": client.digest(), "edits": [say("x", "y")], "try": True}).encode()
    parts = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:7], body[7:])) + b"0\r\n\r\n"
    answer = client.send(client.head("POST", "/api/edit", [("Transfer-Encoding", "chunked")]) + parts)
    checks.check("a body in chunks is read", answer and answer.status == 200, answer)


def all_answers(client, data, seconds=0.4):
    """Sends bytes, and returns the answers. Stops when no answer has come for some time."""
    answers = []
    with client.open(seconds) as connection, connection.makefile("rb") as file:
        try:
            connection.sendall(data)
            while answer := read_answer(file):
                answers.append(answer)
        except (ConnectionError, TimeoutError):
            pass
    return answers


def odd(checks, studio, client):
    """The studio refuses bodies that are not JSON, or are JSON with unexpected contents."""
    before, digest = studio.cast.read_bytes(), client.digest()
    plan = client.book()["plan"]

    def edit(text):
        return b'{"digest": "%b", "edits": [%b]}' % (digest.encode(), text)

    setting = b'{"kind": "setting", "role": "ANNA", "name": "rate", "value": %b}'
    pause = b'{"kind": "pause", "name": "paragraph", "value": %b}'
    deep = 100_000
    bodies = [
        b"", b" ", b"null", b"[]", b'"x"', b"0", b"true", b"{}", b"{", b'{"digest"', b"\xff\xfe{\x00}\x00", b"\xef\xbb\xbf", b"\0" * 1000,
        b"[" * deep, b"[" * deep + b"]" * deep, b'{"a":' * (deep // 4), b'{"digest":' + b"[" * deep + b"]" * deep + b"}",
        b'{"digest": "\xff\xfe", "edits": []}', b'{"digest": "\xed\xa0\x80", "edits": []}', b'{"digest": "\\ud800", "edits": []}',
        b'{"digest": "\\udc00\\ud800", "edits": [{"kind": "unsay", "text": "\\ud83d"}]}', b'{"digest": [], "edits": {}}',
        b'{"digest": {"a": 1}, "edits": "x"}', b'{"digest": null, "edits": null}', b"{'digest': 'x'}", b"{digest: 1}",
        b'{"digest": "x", "edits": []} trailing', b'{"digest": "x", "edits": [], }', b"<xml/>", b"digest=x",
        edit(b"null"), edit(b"[]"), edit(b'"voice"'), edit(b"{}"), edit(b'{"kind": "voice"}'), edit(b'{"kind": 1}'), edit(b'{"kind": "nothing"}')]
    bodies += [edit(form % value) for form in (setting, pause) for value in (
        b"1e999", b"-1e999", b"NaN", b"Infinity", b"1e308", b"-1e308", b"0x10", b"01", b"1" + b"0" * 400, b'"1"', b"[1]", b"true", b"{}")]
    bodies += [b'{"plan": %b, "line": 0}' % value for value in (b"1e999", b"1e18", b"99999999999999999999", b"-1", b"1.5", b"null", b'"1"')]
    bodies += [b'{"plan": %d, "line": %b}' % (plan, value) for value in (
        b"-1", b"-9223372036854775808", b"9223372036854775807", b"9223372036854775808", b"1e18", b"0.5", b"1e999", b"999999")]
    wrong, begin = [], time.monotonic()
    for body in bodies:
        for path in ("/api/edit", "/api/hear", "/api/undo", "/api/settings/login"):
            answer = client.post(path, body)
            if not answer or answer.status not in STATUSES or "error" not in answer.json:
                wrong.append(f"{path} {body[:80]}: {answer}")
    checks.check(f"{4 * len(bodies)} malformed bodies get an error message", not wrong, wrong[:5])
    checks.check("malformed bodies are refused within 6 s", time.monotonic() - begin < 6, f"{time.monotonic() - begin:.1f} s")
    checks.check("malformed bodies change nothing", studio.cast.read_bytes() == before)
    twice = client.post("/api/edit", b'{"digest": "0", "digest": "%b", "edits": [], "edits": [{"kind": "unsay", "text": "x"}], "try": true}' % digest.encode())
    checks.check("a duplicate key does no harm", twice.status in (200, *STATUSES), twice)
    exact = client.post("/api/hear", {"plan": plan, "line": 0, "edits": [say("Ferry", "\U0001f600 fairy \u202e")]})
    checks.check("characters outside the first plane are read", exact.status in (200, 422), exact)
    queries = ["-1", "0", "x", "", "9" * 30, "-9223372036854775808", "9223372036854775807", "1e3", "%00", "\u0661".encode().hex("%")]
    wrong = [f"{query}: {answer}" for query in queries
             for answer in [client.get(f"/api/changes?seen={query}")] if not answer or answer.status != 200]
    checks.check("unusual numbers in the query get an answer", not wrong, wrong)
    for role in ("../x", "%00", "%ff", "x" * 5000, "%E2%80%AE"):
        answer = client.get(f"/api/candidates?role={role}")
        if not answer or answer.status not in (200, 404, 422):
            wrong.append(f"{role}: {answer}")
    checks.check("unusual roles in the query get an answer", not wrong, wrong)


def long(checks, studio, client):
    """Ten megabytes are refused before they are read. A body of the maximum length is accepted."""
    big = b'{"digest": "' + b"x" * (10 << 20) + b'"}'
    memory = studio.memory("VmHWM")
    begin = time.monotonic()
    answers = [client.post(path, big) for path in ("/api/edit", "/api/hear", "/nothing") for _ in range(3)]
    seconds = time.monotonic() - begin
    checks.check("10 MB of JSON are refused", all(answer is None or answer.status == 413 for answer in answers), answers[:2])
    checks.check("a client that sends 10 MB gets the reason", all(answer and answer.status == 413 for answer in answers), answers[:2])
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    endless = all_answers(client, client.head("POST", "/api/edit", [("Transfer-Encoding", "chunked")]) + chunk * 160 + b"0\r\n\r\n", 2)
    checks.check("10 MB in chunks are refused with the reason", [answer.status for answer in endless] == [413], endless)
    checks.check("long bodies need little memory and time", studio.memory("VmHWM") < memory + 60 and seconds < 15,
                 f"{seconds:.1f} s, {memory:.0f} to {studio.memory('VmHWM'):.0f} MB")
    digest = client.digest()
    edits = [say(f"word {number} " + "x" * 100, "y" * 100) for number in range(700)]
    begin = time.monotonic()
    answer = client.edit(digest, *edits, **{"try": True})
    checks.check("700 edits in one request take less than 20 s", answer and answer.status in (200, 422) and time.monotonic() - begin < 20,
                 f"{answer and answer.status}, {time.monotonic() - begin:.1f} s")
    many = client.post("/api/edit", {"digest": digest, "edits": [voice("ANNA", "espeak://en-us")] * 3500, "try": True})
    seconds = time.monotonic() - begin
    checks.check("3,500 edits of one role take less than 30 s", many and many.status in (200, 413, 422) and seconds < 30, f"{seconds:.1f} s")


def slow(checks, studio, client):
    """Clients that send almost nothing are disconnected. Other clients get answers during that time."""
    head = client.head("POST", "/api/edit", length=1000)
    cases = {
        "a byte of the body each 2 s": (head, b"x"), "no body": (head, b""), "a byte of the head each 2 s": (b"", head[:1]),
        "half of a head": (head[:60], b""), "nothing at all": (b"", b""), "endless head": (head[:-2], b"a: b\r\n"),
        "chunks without end": (client.head("POST", "/api/edit", [("Transfer-Encoding", "chunked")]), b"1\r\nx\r\n"),
        "a body of a refused request": (client.head("POST", "/api/edit", [("Cookie", "x=y")], length=1000), b"x"),
        "a query of 5,000 fields": (client.head("GET", "/?" + "a=b&" * 5000), b""),
        "an answer that the client does not read": (client.head("GET", "/api/voices") * 200, b"")}

    def put_out(index):
        """Returns the seconds until the server closes the connection; None if it does not."""
        begin, part = time.monotonic(), list(cases.values())[index]
        with client.open(2) as connection:
            try:
                connection.sendall(part[0])
                while time.monotonic() - begin < 45:
                    if index == len(cases) - 1:
                        time.sleep(2)
                        connection.sendall(b"")
                        if time.monotonic() - begin > 40:
                            connection.settimeout(1)
                            while connection.recv(1 << 20):
                                pass
                            return time.monotonic() - begin
                        continue
                    try:
                        if not connection.recv(65536):
                            return time.monotonic() - begin
                    except TimeoutError:
                        connection.sendall(part[1])
            except (ConnectionError, TimeoutError):
                return time.monotonic() - begin
        return None

    def others(_):
        """Returns the longest time of a normal request during the attack."""
        longest, end = 0, time.monotonic() + 40
        while time.monotonic() < end:
            begin = time.monotonic()
            if client.get("/api/book").status != 200:
                return None
            longest = max(longest, time.monotonic() - begin)
            time.sleep(0.2)
        return longest

    results = together(len(cases) + 1, lambda index: put_out(index) if index < len(cases) else others(index))
    for name, seconds in zip(cases, results):
        checks.check(f"disconnected within 42 s: {name}", isinstance(seconds, float) and seconds < 44,
                     f"{seconds:.0f} s" if isinstance(seconds, float) else [seconds])
    checks.check("other clients get answers meanwhile", isinstance(results[-1], float) and results[-1] < 10, f"at most {results[-1]} s")


def files(checks, studio, client):
    """A file reaches the disk only under limits, for a sound of the script, with a name that the server makes."""
    before, digest, plan = studio.cast.read_bytes(), client.digest(), client.book()["plan"]

    def post(query, body=b"RIFF" + b"x" * 5000, kind="application/octet-stream", length=None):
        answer = client.send(client.head("POST", "/api/sound" + query, [("Content-Type", kind)], length=length or len(body)) + body)
        return answer.status if answer else 0

    query = f"?plan={plan}&sound=0&digest={digest}"
    wrong = []
    for name, status in {
            "no file for no sound": post(query), "hostile number": post(f"?plan={plan}&sound=../../x&digest={digest}"),
            "huge number": post(f"?plan={plan}&sound={1 << 70}&digest={digest}"), "other plan": post(f"?plan=0&sound=0&digest={digest}"),
            "no digest": post(f"?plan={plan}&sound=0"), "as JSON": post(query, kind="application/json"),
            "as a form": post(query, kind="multipart/form-data"), "empty": post(query, b""),
            "too long": post(query, bytes(129 << 20)), "far too long": post(query, b"", length=1 << 62)}.items():
        if status not in STATUSES:
            wrong.append(f"{name}: {status}")
    checks.check("no file is taken for a sound that the script does not ask for", not wrong, wrong)
    long = client.send(client.head("POST", "/api/cover" + query, [("Content-Type", "application/octet-stream")], length=11_000_000) + bytes(11_000_000))
    checks.check("a client that sends a picture above the limit gets the reason", long and long.status == 413 and "too long" in long.json["error"], long)
    odd = client.send(client.head("POST", "/api/cover" + query, [("Content-Type", "application/octet-stream")], length=5000) + b"\x89PNG" + bytes(4996))
    checks.check("a file that is no picture is refused, without its path", odd and odd.status == 422 and "/tmp" not in odd.json["error"], odd)
    # Chunks have no stated length, so the limit is found while they arrive.
    head = client.head("POST", "/api/sound" + query, [("Transfer-Encoding", "chunked"), ("Content-Type", "application/octet-stream")])
    part = b"%x\r\n" % (1 << 20) + b"\0" * (1 << 20) + b"\r\n"
    memory = studio.memory()
    answers = all_answers(client, head + part * 132 + b"0\r\n\r\n", 5)
    checks.check("an endless file is cut off, and stays out of the memory",
                 not any(answer.status == 200 for answer in answers) and studio.memory() < memory + 60, (answers, memory, studio.memory()))
    # Two files may arrive at once; others are told so, and the room is free again when the connections end.
    open_ends = [client.open(5) for _ in range(6)]
    try:
        for connection in open_ends:
            connection.sendall(client.head("POST", "/api/sound" + query, [("Content-Type", "application/octet-stream")], length=100_000) + b"RIFF")
        time.sleep(0.5)
        checks.check("the studio answers while files arrive", client.get("/api/book").status == 200)
    finally:
        for connection in open_ends:
            connection.close()
    free = False
    end = time.monotonic() + 20
    while not free and time.monotonic() < end:
        free = post(query) in (404, 422)
        time.sleep(0.2)
    checks.check("broken files make room for others", free)
    left = [file.name for file in studio.work.rglob("*") if file.name.endswith((".upload", ".tmp")) or file.name == "sounds"]
    checks.check("no file stays, and the cast is the same", not left and studio.cast.read_bytes() == before, left)
    for path in ("/bound/0", f"/bound/0?plan={plan}", f"/bound/../cast.json?plan={plan}", f"/bound/%2e%2e?plan={plan}", f"/bound/-1?plan={plan}"):
        answer = client.get(path)
        if not answer or answer.status not in (404, 409):
            wrong.append(f"{path}: {answer}")
    checks.check("only sounds of the script are sent", not wrong, wrong)

