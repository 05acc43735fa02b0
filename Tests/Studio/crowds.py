"""Attacks with many requests and connections at once, and clients that disconnect."""
import random
import socket
import time

from desk import Studio, read_answer, together


def pipelined(checks, studio, client):
    """Sends a thousand requests on one connection, and then a hundred requests without waiting for answers."""
    wrong, begin = [], time.monotonic()
    with client.open() as connection, connection.makefile("rb") as file:
        for index in range(1000):
            path = ("/api/book", "/style.css", "/nothing", "/sound/x")[index % 4]
            connection.sendall(client.head("GET", path))
            answer = read_answer(file)
            if not answer or answer.status != (200, 200, 404, 404)[index % 4] or not answer.whole:
                wrong.append(f"{index}: {answer}")
                break
    checks.check("a thousand requests on one connection are answered", not wrong, wrong)
    got = []
    with client.open(5) as connection, connection.makefile("rb") as file:
        connection.sendall(client.head("GET", "/nothing") * 100 + client.head("GET", "/api/settings", [("Connection", "close")]))
        while answer := read_answer(file):
            got.append(answer.status)
    checks.check("a hundred pipelined requests are answered in order", got == [404] * 100 + [200], got[-3:])
    checks.check("all these requests take less than 15 s", time.monotonic() - begin < 15, f"{time.monotonic() - begin:.1f} s")


def ask(client, path, value=None):
    """Returns the status and the seconds of a request, with a long time limit so that it can wait for its turn."""
    begin = time.monotonic()
    answer = client.get(path, seconds=60) if value is None else client.post(path, value, seconds=60)
    return answer and (answer.status if answer.whole else "torn"), time.monotonic() - begin


def parallel(checks, studio, client):
    crowd(checks, client, "/api/book", 200, seconds=30)
    line = {"plan": client.book()["plan"], "line": 1}
    crowd(checks, client, "/api/hear", 40, seconds=30, value=line)


def long_parallel(checks, studio, client):
    crowd(checks, client, "/api/book", 1000, seconds=60)
    book = client.book()
    crowd(checks, client, "/api/hear", 200, seconds=60,
          value=lambda index: {"plan": book["plan"], "line": index % len(book["lines"])})
    crowd(checks, client, "/api/candidates?role=ANNA", 100, seconds=60)


def crowd(checks, client, path, count, seconds, value=None):
    """Sends `count` requests at once. All must get an answer with the status 200."""
    begin = time.monotonic()
    results = together(count, lambda index: ask(client, path, value(index) if callable(value) else value))
    whole = time.monotonic() - begin
    wrong = [result for result in results if not isinstance(result, tuple) or result[0] != 200]
    checks.check(f"{count} requests for {path} at once are answered", not wrong, (len(wrong), wrong[:3]))
    checks.check(f"{count} requests for {path} at once take less than {seconds} s", whole < seconds, f"{whole:.1f} s")


def polls(checks, studio, client):
    """Opens 160 long polls that stay connected. Other requests are answered soon."""
    seen = client.get("/api/changes?seen=0").json["seen"]
    connections = []
    try:
        for _ in range(160):
            connection = client.open(5)
            connections.append(connection)
            connection.sendall(client.head("GET", f"/api/changes?seen={seen}"))
        answer, seconds = ask(client, "/api/book")
        checks.check("with 160 long polls, another request gets an answer within 3 s", answer == 200 and seconds < 3, f"{seconds:.2f} s")
    finally:
        for connection in connections:
            connection.close()
    # A change ends the long polls that are still open.
    client.edit(client.digest(), {"kind": "pause", "name": "paragraph", "value": random.randrange(1, 9000)})
    client.post("/api/undo", {"digest": client.digest()})


def gone(checks, studio, client):
    """Clients disconnect in the middle of an answer, a body, a long poll, and while a line is rendered."""
    begin, seen = time.monotonic(), client.get("/api/changes?seen=0").json["seen"]
    body = b'{"plan": %d, "line": 2}' % client.book()["plan"]
    requests = [client.head("GET", "/api/book"), client.head("GET", "/api/voices"), client.head("GET", "/api/settings"),
                client.head("POST", "/api/hear", length=len(body)) + body, client.head("POST", "/api/hear", length=len(body)) + body[:5]]
    poll = client.head("GET", f"/api/changes?seen={seen}")
    for index in range(300):
        leave(client, poll if index % 30 == 0 else requests[index % 5], index)
    answer, seconds = ask(client, "/api/book")
    checks.check("after 300 clients have disconnected, another gets an answer within 10 s", answer == 200 and seconds < 10, f"{seconds:.2f} s")
    checks.check("300 clients connect and disconnect within 15 s", time.monotonic() - begin < 15, f"{time.monotonic() - begin:.1f} s")
    # A change ends the long polls that are still open.
    client.edit(client.digest(), {"kind": "pause", "name": "paragraph", "value": random.randrange(1, 9000)})
    client.post("/api/undo", {"digest": client.digest()})


def leave(client, data, index):
    """Connects, sends, and disconnects: at once or a little later, with an orderly end or a reset."""
    with client.open() as connection:
        if index % 3 == 0:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        connection.sendall(data)
        if index % 2:
            time.sleep(random.random() / 200)


def idle(checks, program):
    """Opens a thousand connections at once. They send nothing, or half of a request's head."""
    for name in ("idle", "half-open"):
        with Studio(program) as studio:
            client = studio.client()
            data = client.head("GET", "/api/book")[:-2] if name == "half-open" else b""
            memory, connections = studio.memory(), []
            for _ in range(1000):
                connections.append(socket.socket())
                connections[-1].setblocking(False)
                connections[-1].connect_ex(("127.0.0.1", studio.port))
            time.sleep(0.3)
            for connection in connections if data else []:
                try:
                    connection.send(data)
                except OSError:
                    pass
            descriptors, threads = studio.descriptors(), studio.threads()
            checks.check(f"a thousand {name} connections need few files and threads, and little memory",
                         descriptors < 150 and threads < 60 and studio.memory() < memory + 50,
                         f"{descriptors} files, {threads} threads, {studio.memory() - memory:.0f} MB")
            answered(checks, client, f"a request among a thousand {name} connections", 15)
            for connection in connections:
                connection.close()
            answered(checks, client, f"a request after a thousand {name} connections were closed", 15)


def half(checks, program):
    """If clients disconnect after half of a request's head, or during a long poll, other clients do not have to wait."""
    for name in ("half a head", "long poll"):
        with Studio(program) as studio:
            client = studio.client()
            seen = client.get("/api/changes?seen=0").json["seen"]
            data = client.head("GET", "/api/bo")[:-10] if name == "half a head" else client.head("GET", f"/api/changes?seen={seen}")
            for index in range(200):
                leave(client, data, index)
            answered(checks, client, f"a request after 200 clients disconnected with {name}", 15)


def answered(checks, client, what, seconds):
    answer, took = try_ask(client, seconds)
    checks.check(f"{what} is answered within {seconds} s", answer == 200, f"{answer}, {took:.1f} s")


def try_ask(client, seconds):
    """Retries a request until it gets an answer. Returns the status and the seconds until then."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        try:
            answer = client.get("/api/book", seconds=max(1, seconds - (time.monotonic() - begin)))
            if answer:
                return answer.status, time.monotonic() - begin
        except OSError:
            pass
        time.sleep(0.1)
    return None, time.monotonic() - begin
