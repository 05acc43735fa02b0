"""Attacks on access control: cookies, tokens, hosts, origins, methods; and the headers of every answer."""
import os
import re
import socket

from desk import Client, Studio, say

POLICY = {
    "default-src": ["'none'"], "script-src": ["'self'"], "style-src": ["'self'"], "img-src": ["'self'", "data:"],
    "media-src": ["'self'", "blob:"], "connect-src": ["'self'"], "base-uri": ["'none'"], "form-action": ["'none'"],
    "frame-ancestors": ["'none'"], "require-trusted-types-for": ["'script'"], "trusted-types": ["'none'"]}
HEADERS = {"x-content-type-options": "nosniff", "x-frame-options": "DENY", "referrer-policy": "no-referrer",
           "cache-control": "no-store", "cross-origin-opener-policy": "same-origin",
           "cross-origin-resource-policy": "same-origin"}


def status(answer):
    """Returns the status; None if the connection was closed without an answer."""
    return answer and answer.status


def wrong(answers, *allowed):
    """Returns the requests whose status is not allowed."""
    return [f"{str(name)[:60]}: {status(answer)}" for name, answer in answers if status(answer) not in allowed]


def cookies(checks, studio, client):
    name, value = client.cookie.split("=")
    digit = "0" if value[-1] != "0" else "1"
    foreign = {
        "none": None, "empty": f"{name}=", "shorter": f"{name}={value[:-1]}", "longer": f"{name}={value}0",
        "one digit off": f"{name}={value[:-1]}{digit}", "capitals": f"{name}={value.upper()}",
        "the token": f"{name}={studio.token}", "another port": f"guion2audio-{studio.port + 1}={value}",
        "no name": value, "another name": f"x{name}={value}", "quoted": f'{name}="{value}"',
        "not ASCII": f"{name}={value[:-1]}\u0663", "surrogate": f"{name}={value[:-1]}\udcff",
        "comma": f"a=b,{name}={value}"}
    answers = [(case, Client(studio.port, cookie).get("/api/book")) for case, cookie in foreign.items()]
    checks.check("foreign cookies are refused", not wrong(answers, 400, 401), wrong(answers, 400, 401))
    long = Client(studio.port, f"{name}={'0' * 30_000}").get("/api/book")
    checks.check("a cookie of 30 KB is refused", status(long) in (None, 400, 401, 413, 431), long)
    twice = client.get("/api/book", ("Cookie", f"{name}=0; {client.cookie}"))
    checks.check("a second cookie of the same name does not invalidate the right one", status(twice) == 200, twice)
    with Studio(studio.program) as other:
        answer = Client(other.port, client.cookie).get("/api/book")
        renamed = Client(other.port, f"guion2audio-{other.port}={value}").get("/api/book")
        token = Client(other.port).get(f"/?token={studio.token}")
    checks.check("another run's cookie and token are refused",
                 [status(a) for a in (answer, renamed, token)] == [401] * 3, (answer, renamed, token))


def tokens(checks, studio, client):
    token, nobody = studio.token, Client(studio.port)
    digit = "0" if token[-1] != "0" else "1"
    bad = ["", token[:-1], token + "0", token[:-1] + digit, token.upper() + "G", token[:-1] + "%00", "%00" + token,
           token[:-1] + "%D9%A3", token[:-1] + "%ff", "0" * 10_000, value(client.cookie)]
    answers = [(text, nobody.get(f"/?token={text}")) for text in bad]
    answers += [(text, nobody.get(f"/?ticket={text}")) for text in (*bad, token)]
    answers += [("no name", nobody.get(f"/?{token}")), ("array", nobody.get(f"/?token[]={token}")),
                ("in a fragment", nobody.get(f"/#?token={token}")), ("other path", nobody.get(f"/api/book?token={token}")),
                ("wrong one first", nobody.get(f"/?token=0&token={token}")),
                ("in a body", nobody.post("/", f"token={token}".encode())),
                ("as a header", nobody.get("/", ("Authorization", f"Bearer {token}")))]
    checks.check("wrong tokens and tickets are refused", not wrong(answers, 400, 401, 414, 431),
                 wrong(answers, 400, 401, 414, 431))
    told = [case for case, answer in answers if answer and any(key == "set-cookie" for key, _ in answer.headers)]
    checks.check("a refused visitor gets no cookie", not told, told)
    good = nobody.get(f"/?token={token}")
    parts = {part.strip().lower() for part in (good.header("set-cookie") or "").split(";")[1:]}
    checks.check("the cookie is HttpOnly, SameSite=Strict and for all paths of this host only",
                 parts == {"httponly", "samesite=strict", "path=/"} and good.header("location") == "/", good.headers)
    checks.check("no answer contains the token", token.encode() not in good.body + repr(good.headers).encode(), good)


def value(cookie):
    return cookie.split("=")[1]


def hosts(checks, studio, client):
    port, text = studio.port, f"GET {{}} HTTP/1.{{}}\r\n{{}}Cookie: {client.cookie}\r\nConnection: close\r\n\r\n"
    names = ["evil.example", f"evil.example:{port}", f"127.0.0.1.evil.example:{port}", f"localhost.evil:{port}",
             f"[::1]:{port}", f"0.0.0.0:{port}", f"127.1:{port}", f"{socket.gethostname()}:{port}", f"127.0.0.2:{port}",
             f"2130706433:{port}", f"0x7f000001:{port}", "127.0.0.1", "localhost", "127.0.0.1:80",
             f"127.0.0.1:{port + 1}", f"127.0.0.1:0{port}", f"127.0.0.1:{port}.", f"localhost.:{port}",
             f"user@127.0.0.1:{port}", f"127.0.0.1:{port}@evil.example", f"127.0.0.1:{port}, evil.example", "",
             f"127.0.0.1:{port}\tx", f"127.0.0.1:{port}/", "x" * 20_000]
    sent = [(name, "/api/book", 1, f"Host: {name}\r\n") for name in names]
    own = f"Host: 127.0.0.1:{port}\r\n"
    sent += [("none in 1.1", "/api/book", 1, ""), ("none in 1.0", "/api/book", 0, ""),
             ("two", "/api/book", 1, own + "Host: evil.example\r\n"), ("twice the same", "/api/book", 1, own + own),
             ("two, foreign first", "/api/book", 1, "Host: evil.example\r\n" + own),
             ("blank before the colon", "/api/book", 1, own.replace(":", " :", 1)),
             ("folded", "/api/book", 1, f"Host:\r\n 127.0.0.1:{port}\r\nHost: evil.example\r\n"),
             ("absolute form", "http://evil.example/api/book", 1, own),
             ("absolute form, foreign Host", f"http://127.0.0.1:{port}/api/book", 1, "Host: evil.example\r\n"),
             ("X-Forwarded-Host", "/api/book", 1, f"X-Forwarded-Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n"),
             ("with the token", f"/?token={studio.token}", 1, f"Host: evil.example:{port}\r\n")]
    answers = [(case, client.send(text.format(path, minor, header).encode())) for case, path, minor, header in sent]
    checks.check("foreign hosts are refused", not wrong(answers, None, 400, 404, 413, 421, 431),
                 wrong(answers, None, 400, 404, 413, 421, 431))
    shown = [case for case, answer in answers if answer and (b"roles" in answer.body or b"ANNA" in answer.body)]
    checks.check("foreign hosts get no content of the book", not shown, shown)
    local = client.get("/api/book", ("Host", f"localhost:{port}"))
    checks.check("localhost is a name of the studio", status(local) == 200, local)


def origins(checks, studio, client):
    own, port = f"http://127.0.0.1:{studio.port}", studio.port
    before, digest = studio.cast.read_bytes(), client.digest()
    edit = {"digest": digest, "edits": [say("foreign", "page")]}
    foreign = ["null", "http://evil.example", f"http://evil.example:{port}", f"http://127.0.0.1:{port + 1}",
               "http://127.0.0.1", f"https://127.0.0.1:{port}", f"http://localhost:{port}", f"{own} http://evil.example",
               f"{own}.evil.example", f"{own}/", "", "file://", f"http://[::1]:{port}", None]
    answers = [(f"POST {origin}", client.post("/api/edit", edit, ("Origin", origin))) for origin in foreign]
    answers += [(f"GET {origin}", client.get("/api/book", ("Origin", origin))) for origin in foreign[:-1]]
    answers += [(f"Sec-Fetch-Site {site}", client.post("/api/edit", edit, ("Sec-Fetch-Site", site)))
                for site in ("cross-site", "same-site", "", "SAME-ORIGIN", "x")]
    answers += [("Sec-Fetch-Site on GET", client.get("/api/book", ("Sec-Fetch-Site", "cross-site"))),
                ("cross-site to the token", client.get(f"/?token={studio.token}", ("Sec-Fetch-Site", "cross-site"))),
                ("two origins", client.post("/api/edit", edit, ("Origin", own), ("Origin", "http://evil.example")))]
    checks.check("requests of foreign pages are refused", not wrong(answers, 400, 403), wrong(answers, 400, 403))
    types = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", None,
             "text/plain; application/json", "application/jsonx", "application/json, text/plain"]
    forms = [(f"{kind}", client.post("/api/edit", edit, ("Content-Type", kind))) for kind in types]
    checks.check("content types that forms can send are refused", not wrong(forms, 400, 415, 422), wrong(forms, 400, 415, 422))
    checks.check("foreign pages change nothing", studio.cast.read_bytes() == before)
    preflight = client.send(client.head("OPTIONS", "/api/edit", [
        ("Origin", "http://evil.example"), ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "content-type"), ("Connection", "close")]))
    allowed = [key for _, answer in [("", preflight), *answers] if answer for key, _ in answer.headers if "access-control" in key]
    checks.check("no answer has CORS headers; OPTIONS is refused", not allowed and status(preflight) in (403, 405), preflight)


def briefly(client, data):
    """Sends bytes and returns the answer. None if the server waits for more bytes and sends no answer within two seconds."""
    try:
        return client.send(data, 2)
    except TimeoutError:
        return None


def methods(checks, studio, client):
    names = ["HEAD", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "OPTIONS", "get", "Post", "G", "GETGET", "PROPFIND",
             "X" * 5000, "G\xc3\x9cT", "*", "\x16\x03\x01"]
    answers = [(name, briefly(client, client.head(name, path, [("Connection", "close")])))
               for name in names for path in ("/api/book", "/")]
    refused = (None, 400, 405, 413, 414, 431, 501)
    checks.check("other methods are refused", not wrong(answers, *refused), wrong(answers, *refused))
    answers = [(path, client.post(path, {})) for path in ("/", "/api/book", "/sound/s1", "/chapter/1", "/api/voices")]
    answers += [(path, client.get(path)) for path in ("/api/edit", "/api/undo", "/api/hear", "/api/render", "/api/settings/login")]
    checks.check("a method that a path does not accept is refused", not wrong(answers, 404, 405), wrong(answers, 404, 405))
    garbage = [b"\r\n\r\n", b"\0" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\n\n", b"GET  / HTTP/1.1\r\n\r\n",
               b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)), b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
               b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 9000 + b"\r\n"]
    answers = [(data[:20], briefly(client, data + b"\r\n\r\n")) for data in garbage]
    refused = (None, 400, 401, 413, 414, 421, 431, 505)
    checks.check("bytes that are not HTTP get no page", not wrong(answers, *refused), wrong(answers, *refused))


def headers(checks, studio, client):
    """Checks one answer of each status. Answers from the library itself (to malformed requests) have only text."""
    digest, plan = client.digest(), client.book()["plan"]
    sound = client.post("/api/hear", {"plan": plan, "line": 0}).json["sound"]
    nobody = Client(studio.port)
    asked = {
        200: client.get("/api/book"), 206: client.get(f"/sound/{sound}", ("Range", "bytes=0-9")),
        303: nobody.get(f"/?token={studio.token}"), 400: client.post("/api/edit", b"{"), 401: nobody.get("/api/book"),
        403: client.get("/api/book", ("Origin", "null")), 404: client.get("/nothing"), 405: client.send(client.head("PUT", "/api/book")),
        409: client.edit("0", say("a", "b")), 413: client.send(client.head("POST", "/api/edit", length=10 << 20)),
        416: client.get(f"/sound/{sound}", ("Range", "bytes=999999999-")), 421: client.get("/api/book", ("Host", "evil.example")),
        422: client.edit(digest, say("", ""))}
    pages = {path: client.get(path) for path in ("/", "/settings", "/style.css", "/main.js", "/api/voices", "/api/settings")}
    checks.check("every status occurs", not [code for code, answer in asked.items() if status(answer) != code],
                 {code: status(answer) for code, answer in asked.items()})
    lacking = [f"{name}: {key}" for name, answer in (asked | pages).items() if answer
               for key, wanted in HEADERS.items() if answer.header(key) != wanted]
    lacking += [f"{name}: policy" for name, answer in (asked | pages).items() if answer and policy(answer) != POLICY]
    checks.check("every answer has the security headers", not lacking, lacking)
    named = [code for code, answer in asked.items() if answer and code >= 400 and (
        str(studio.folder).encode() in answer.body or re.search(rb"/(tmp|home|root|usr|work)\b", answer.body))]
    checks.check("errors name no path of the machine", not named, [asked[code] for code in named])
    plain = [code for code, answer in asked.items() if answer and code >= 400 and code != 416
             and not (answer.header("content-type") == "application/json" and "error" in answer.json)]
    checks.check("every error of a request under /api/ is JSON with a message", not plain, plain)
    secrets = [name for name, answer in (asked | pages).items() if answer and (
        studio.token.encode() in answer.body or value(client.cookie).encode() in answer.body)]
    checks.check("no body contains the token or the session", not secrets, secrets)


def policy(answer):
    """Returns the parts of an answer's content security policy."""
    text = answer.header("content-security-policy") or ""
    return {name: rest for name, *rest in (part.split() for part in text.split(";") if part.strip())}


def bound(checks, studio, client):
    """The studio listens only at 127.0.0.1."""
    own = set(sockets(studio.process.pid))
    found = []
    for table in ("tcp", "tcp6", "udp", "udp6"):
        for line in open(f"/proc/net/{table}").read().splitlines()[1:]:
            fields = line.split()
            if fields[9] in own and (fields[3] == "0A" or table.startswith("udp")):
                found.append((table, fields[1]))
    checks.check("the studio listens only at 127.0.0.1", found == [("tcp", f"0100007F:{studio.port:04X}")], found)


def sockets(pid):
    """Yields the numbers of a process's sockets, as in /proc/net."""
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            link = os.readlink(f"/proc/{pid}/fd/{name}")
        except OSError:
            continue
        if link.startswith("socket:["):
            yield link[8:-1]
