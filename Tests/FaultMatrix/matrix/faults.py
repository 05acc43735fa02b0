"""The faults: how the server simulates each, and the documented result."""
import json
import random
import time
from dataclasses import dataclass, replace
from typing import Callable

from . import sound
from .wire import Reply, chunk


@dataclass(frozen=True)
class Row:
    """A row of the table "When something fails" in Documentation/providers.md."""

    name: str
    codes: tuple
    """The exit codes of a build in which no chapter is complete."""
    tries: int
    """How often a line that never succeeds is sent."""
    falls_back: bool | None
    """Whether the cast's fallback speaks; None if the table allows both."""


ROWS = {row.name: row for row in [
    Row("no failure", (0,), 1, False),
    Row("key refused", (77,), 1, False),
    Row("plan refuses", (77,), 1, False),
    Row("nothing left to pay with", (77,), 1, True),
    Row("request refused", (1,), 1, False),
    Row("too many requests", (69,), 3, True),
    Row("server fails", (69,), 3, True),
    Row("connection", (69,), 3, True),
    Row("redirection", (69,), 1, True),
    Row("no sound", (69,), 3, False),
    # A client cannot distinguish a truncated answer from a broken connection.
    Row("cut off", (69,), 3, None),
    Row("too large", (69,), 1, False),
    Row("unusable kind", (69,), 1, False),
    Row("words in place of sound", (69,), 1, False),
    Row("bad take", (1,), 2, False),
]}


@dataclass(frozen=True)
class Fault:
    """One kind of failure. `play(play)` answers a request and returns its fate (see `server.Entry`)."""

    name: str
    play: Callable
    rows: dict
    """The names of rows by service; "" is for all other services."""
    services: tuple = ("elevenlabs", "priced", "free")
    bad_sound: bool = False
    """Whether `verify` may report findings in a book with this fault."""
    lasts: bool = False
    """Whether the fault is a property of the account, so that it never ends."""
    closes: bool = False
    """Whether the server refuses connections instead of answering."""
    positions: tuple = ()
    """The positions to test; empty for the usual positions."""

    def row(self, service):
        return ROWS[self.rows.get(service.name, self.rows.get("", ""))]


# Refusals

def refuse(status, headers=(), code=None, repeats=1):
    def play(play):
        reply = play.service.refusal(status, code, play.service.complaint(status) * repeats)
        play.wire.answer(replace(reply, headers=list(headers)))
        return "refused"
    return play


def refuse_samples(play):
    """Simulates a subscription without PCM: only requests for PCM are refused."""
    if not play.order.format.startswith("pcm"):
        return play.succeed()
    message = f"Output format '{play.order.format}' is only available on the Pro tier and above"
    play.wire.answer(play.service.refusal(403, "subscription_required", message))
    return "refused"


def redirect(status):
    def play(play):
        target = f"{play.elsewhere}/{play.service.key}"
        play.wire.answer(Reply(b"moved", "text/plain", status, [("Location", target)]))
        return "redirected"
    return play


# Connections

def reset(play):
    play.wire.reset()
    return "lost"


def no_answer(play):
    play.wire.close()
    return "lost"


def cut_off(play):
    reply = replace(play.right(), chunked=False)
    play.wire.send(reply.head() + reply.body[: len(reply.body) // 2])
    play.wire.close()
    return "lost"


def without_end(play):
    reply = replace(play.right(), chunked=True)
    play.wire.send(reply.head() + chunk(reply.body[: len(reply.body) // 2]))
    play.wire.close()
    return "lost"


def stalled(play):
    play.wire.wait_for_end(90)
    play.wire.close()
    return "lost"


def stalled_in_body(play):
    reply = replace(play.right(), chunked=False)
    play.wire.send(reply.head() + reply.body[: len(reply.body) // 2])
    play.wire.wait_for_end(90)
    play.wire.close()
    return "lost"


def dripping(play):
    """Sends the complete right answer slowly, within about a second."""
    reply = replace(play.right(), chunked=False)
    play.wire.send(reply.head())
    step = len(reply.body) // 24 + 1
    for start in range(0, len(reply.body), step):
        time.sleep(0.04)
        play.wire.send(reply.body[start:start + step])
    return "good"


def endless(play):
    """Sends more than a client should accept: up to 96 MiB."""
    play.wire.send(replace(play.right(), chunked=True).head())
    data = chunk(bytes(1 << 20))
    try:
        for _ in range(96):
            play.wire.send(data)
    except OSError:
        pass
    play.wire.close()
    return "bad"


def refused_connection(play):
    """Closes the connection without an answer. New connections are refused."""
    play.wire.close()
    return "lost"


# Answers

def answer(make):
    """Sends a useless answer with the status 200; `make` creates it from the right answer."""
    def play(play):
        play.wire.answer(make(play))
        return "bad"
    return play


def cut_sample(play):
    """Returns audio that ends in the middle of a sample."""
    return play.right(sound.odd)


def take(make):
    """Sends audio that is complete and valid, but not the requested audio."""
    def play(play):
        play.wire.answer(play.right(make))
        return "spoilt"
    return play


def noise(play):
    """Sends random bytes, which no client can distinguish from samples without a header."""
    if play.order.format == "wav":
        data = sound.noise(play.order.text, play.service.rate)
        play.wire.answer(replace(play.right(), body=data))
        return "bad"
    play.wire.answer(play.right(sound.noise))
    return "odd"


def echo(play):
    """Sends the right audio with headers that repeat the key."""
    key = play.service.key
    headers = [(name, key) for name in ("request-id", "x-request-id", "x-trace-id", "etag")]
    reply = play.right()
    play.wire.answer(replace(reply, type=f"{reply.type}; name={key}", headers=headers))
    return "good"


def wrong_label(play):
    play.wire.answer(replace(play.right(), type="text/html; charset=utf-8"))
    return "good"


def page(play):
    text = f"<!DOCTYPE html><html><body>Service of {play.service.key} is busy</body></html>"
    return Reply(text.encode(), "text/html")


def error_as_answer(play):
    members = {"error": {"message": f"Try later, {play.service.key}", "code": "busy"}}
    return Reply(json.dumps(members).encode())


def empty(play):
    return replace(play.right(), body=b"")


def broken_gzip(play):
    reply = play.right()
    data = random.Random(1).randbytes(2000)
    return replace(reply, body=data, headers=reply.headers + [("Content-Encoding", "gzip")])


def huge_line(play):
    """Returns an answer with a header line that is longer than clients read."""
    reply = play.right()
    return replace(reply, headers=reply.headers + [("X-Padding", "p" * 200_000)])


def not_http(play):
    play.wire.send(b"SSH-2.0-OpenSSH_9.2\r\n")
    play.wire.close()
    return "lost"


def huge_head(play):
    reply = play.right()
    lines = [(f"X-Padding-{n}", "p" * 8000) for n in range(48)]
    return replace(reply, headers=reply.headers + lines)


KEYED = ("elevenlabs", "priced")

STATUSES = {
    400: {"": "request refused"}, 401: {"": "key refused"},
    402: {"elevenlabs": "plan refuses", "": "nothing left to pay with"},
    403: {"elevenlabs": "plan refuses", "": "key refused"},
    404: {"": "request refused"}, 408: {"": "server fails"}, 409: {"": "server fails"},
    413: {"": "request refused"}, 422: {"": "request refused"}, 425: {"": "server fails"},
    429: {"": "too many requests"}, 500: {"": "server fails"}, 502: {"": "server fails"},
    503: {"": "server fails"}, 504: {"": "server fails"}, 529: {"": "server fails"},
}


def waits(seconds):
    return [("Retry-After", str(seconds))]


def all_faults():
    faults = [Fault(str(status), refuse(status), rows) for status, rows in STATUSES.items()]
    faults += [
        Fault("429-wait-0", refuse(429, waits(0)), {"": "too many requests"}),
        Fault("429-wait-1", refuse(429, waits(1)), {"": "too many requests"}),
        Fault("503-wait-1", refuse(503, waits(1)), {"": "server fails"}),
        Fault(
            "quota-401", refuse(401, code="quota_exceeded"), {"": "nothing left to pay with"},
            services=("elevenlabs",)),
        Fault(
            "quota-429", refuse(429, code="insufficient_quota"), {"": "nothing left to pay with"},
            services=("priced", "free")),
        Fault(
            "no-samples", refuse_samples, {"": "no failure"}, services=("elevenlabs",), lasts=True,
            positions=("first",) * 6),
        Fault(
            "long-message", refuse(400, repeats=30), {"": "request refused"}, services=KEYED,
            positions=("first", "once")),
        Fault("echo", echo, {"": "no failure"}, services=KEYED, positions=("first", "first")),
        Fault(
            "refused", refused_connection, {"": "connection"}, closes=True,
            positions=("first", "second", "middle", "last", "once")),
        Fault("reset", reset, {"": "connection"}),
        Fault("no-answer", no_answer, {"": "connection"}),
        Fault("cut-off", cut_off, {"": "cut off"}),
        Fault("without-end", without_end, {"": "cut off"}),
        Fault(
            "stalled", stalled, {"": "connection"}, services=("elevenlabs",), positions=("once",)),
        Fault(
            "stalled-in-body", stalled_in_body, {"": "connection"}, services=("elevenlabs",),
            positions=("once",)),
        Fault("dripping", dripping, {"": "no failure"}),
        Fault("endless", endless, {"": "too large"}),
        Fault("redirect-302", redirect(302), {"": "redirection"}),
        Fault("redirect-307", redirect(307), {"": "redirection"}),
        Fault("empty", answer(empty), {"": "no sound"}),
        Fault("page", answer(page), {"": "no sound"}),
        Fault(
            "json-200", answer(error_as_answer),
            {"elevenlabs": "no sound", "": "words in place of sound"}),
        Fault("odd-length", answer(cut_sample), {"": "no sound"}),
        Fault("gzip", answer(broken_gzip), {"": "cut off"}),
        Fault("huge-head", answer(huge_head), {"": "too large"}),
        Fault(
            "huge-line", answer(huge_line), {"": "cut off"}, positions=("first", "once", "last")),
        Fault("not-http", not_http, {"": "connection"}, positions=("first", "once", "last")),
        Fault("wrong-label", wrong_label, {"": "no failure"}),
        Fault(
            "noise", noise, {"priced": "unusable kind", "": "no failure"}, bad_sound=True),
        Fault("silent", take(sound.silence), {"": "bad take"}, bad_sound=True),
        Fault("tenth", take(sound.tenth), {"": "bad take"}, bad_sound=True),
    ]
    return faults
