"""Many requests and connections at once, and clients that go away."""
import random
import socket
import time

from desk import read_answer, together


def pipelined(checks, studio, client):
    """A thousand requests on one connection: one after the other, and without waiting for answers."""
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
    checks.check("a hundred requests sent ahead are answered in order", got == [404] * 100 + [200], got[-3:])
    checks.check("that takes less than 4 s", time.monotonic() - begin < 4, f"{time.monotonic() - begin:.1f} s")


def ask(client, path, value=None):
    """The status and the seconds of a request; nothing but the answer counts, however long it waits for its turn."""
    begin = time.monotonic()
    answer = client.get(path, seconds=60) if value is None else client.post(path, value, seconds=60)
    return answer and (answer.status if answer.whole else "torn"), time.monotonic() - begin


def parallel(checks, studio, client):
    crowd(checks, client, "/api/book", 200, seconds=5)
    line = {"plan": client.book()["plan"], "line": 1}
    crowd(checks, client, "/api/hear", 40, seconds=10, value=line)


def long_parallel(checks, studio, client):
    crowd(checks, client, "/api/book", 1000, seconds=10)
    book = client.book()
    crowd(checks, client, "/api/hear", 200, seconds=30,
          value=lambda index: {"plan": book["plan"], "line": index % len(book["lines"])})
    crowd(checks, client, "/api/candidates?role=ANNA", 100, seconds=30)


def crowd(checks, client, path, count, seconds, value=None):
    """So many requests at once are all answered, none with anything but 200."""
    begin = time.monotonic()
    results = together(count, lambda index: ask(client, path, value(index) if callable(value) else value))
    whole = time.monotonic() - begin
    wrong = [result for result in results if not isinstance(result, tuple) or result[0] != 200]
    checks.check(f"{count} requests for {path} at once are answered", not wrong, (len(wrong), wrong[:3]))
    checks.check(f"{count} requests for {path} at once take less than {seconds} s", whole < seconds, f"{whole:.1f} s")


def gone(checks, studio, client):
    """Clients that go away: in the middle of an answer, of a request, of a long poll, and of the making of a sound."""
    begin, seen = time.monotonic(), client.get("/api/changes?seen=0").json["seen"]
    plan = client.book()["plan"]
    body = b'{"plan": %d, "line": 2}' % plan
    requests = [client.head("GET", "/api/book"), client.head("GET", f"/api/changes?seen={seen}"), client.head("GET", "/api/voices"),
                client.head("POST", "/api/hear", length=len(body)) + body, client.head("POST", "/api/hear", length=len(body)) + body[:5],
                client.head("GET", "/api/bo")[:-10]]
    for index in range(300):
        with client.open() as connection:
            if index % 3 == 0:  # a reset instead of an end
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            # Long polls that nobody waits for hold their connections until they end: few of them.
            request = requests[index % 6] if index % 6 != 1 or index < 100 else requests[0]
            connection.sendall(request)
            if index % 2:
                time.sleep(random.random() / 200)
    answer, seconds = ask(client, "/api/book")
    checks.check("300 clients that went away keep no other waiting", answer == 200 and seconds < 1, f"{seconds:.2f} s")
    checks.check("that takes less than 4 s", time.monotonic() - begin < 4, f"{time.monotonic() - begin:.1f} s")
    # The long polls that are still open end by a change.
    digest = client.digest()
    client.edit(digest, {"kind": "pause", "name": "paragraph", "value": random.randrange(1, 9000)})
    client.post("/api/undo", {"digest": client.digest()})
    time.sleep(0.2)


def idle(checks, studio, client):
    """A thousand connections at once, idle or with half a request; then all connections that the studio takes with long polls."""
    def connect(data):
        found = []
        for _ in range(1000):
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", studio.port))
            found.append(connection)
        time.sleep(0.5)
        for connection in found if data else []:
            try:
                connection.send(data)
            except OSError:
                pass
        return found

    memory = studio.memory()
    for name, data in (("idle", b""), ("half-open", client.head("GET", "/api/book")[:-2])):
        connections = connect(data)
        descriptors, threads = studio.descriptors(), studio.threads()
        checks.check(f"a thousand {name} connections take few files, threads and little memory",
                     descriptors < 150 and threads < 60 and studio.memory() < memory + 50,
                     f"{descriptors} files, {threads} threads, {studio.memory() - memory:.0f} MB")
        answer, seconds = try_ask(client, 45)
        checks.check(f"a request among a thousand {name} connections is answered within 40 s", answer == 200 and seconds < 40,
                     f"{answer}, {seconds:.1f} s")
        for connection in connections:
            connection.close()
        answer, seconds = try_ask(client, 10)
        checks.check(f"when the {name} connections are closed, a request is answered within 2 s", answer == 200 and seconds < 2,
                     f"{answer}, {seconds:.1f} s")
    seen = client.get("/api/changes?seen=0").json["seen"]
    polls = []
    for _ in range(200):
        polls.append(client.open())
        polls[-1].sendall(client.head("GET", f"/api/changes?seen={seen}"))
    for poll in polls:
        poll.close()
    answer, seconds = try_ask(client, 90)
    checks.check("after 200 long polls that nobody waits for, a request is answered within 45 s", answer == 200 and seconds < 45,
                 f"{answer}, {seconds:.1f} s")


def try_ask(client, seconds):
    """The status of a request that is tried again where it is not let in, and the seconds until then."""
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
