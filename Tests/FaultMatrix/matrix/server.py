"""A server that runs one case after another. In a case it is healthy or fails at a position. It counts requests."""
import threading
import time
from dataclasses import dataclass

from . import services, sound
from .cases import POSITIONS
from .services import Order
from .wire import Door, Reply, Wire


@dataclass
class Entry:
    """A request for speech and its fate.

    - `good`: the complete right audio
    - `odd`: noise that no client can distinguish from audio
    - `spoilt`: valid audio that is silent or ends early
    - `bad`: a useless answer with the status 200
    - `lost`: no complete answer
    - `refused`: a status of 400 and above
    - `redirected`: a status of 300 and above
    """

    order: Order
    number: int
    fate: str | None = None

    @property
    def characters(self):
        return len(self.order.text)

    @property
    def is_usable(self):
        return self.fate in ("good", "odd")

    @property
    def may_be_charged(self):
        return self.fate not in ("refused", "redirected")


class Play:
    """A request before its answer."""

    def __init__(self, server, wire, order, listed=None):
        self.service, self.elsewhere = server.service, server.elsewhere
        self.wire, self.order, self.listed = wire, order, listed

    def right(self, make=sound.tone):
        """Returns the right answer: audio created by `make`, or a list."""
        return self.listed or self.service.speak(self.order, make)

    def succeed(self):
        self.wire.answer(self.right())
        return "good"


class Elsewhere:
    """Another host, to which the program must send no request."""

    def __init__(self):
        self.visits = 0
        self.door = Door(self.visit, host="127.0.0.2")
        self.door.open(start)

    def visit(self, connection):
        self.visits += 1
        wire = Wire(connection)
        wire.answer(Reply(b"elsewhere", "text/plain"), closing=True)


def start(work):
    threading.Thread(target=work, daemon=True).start()


class Server:
    """All services, one at a time, at one address."""

    def __init__(self):
        self.trap = Elsewhere()
        self.elsewhere = self.trap.door.address
        self.services = {name: make() for name, make in services.SERVICES.items()}
        self.service = None
        self.door = Door(self.visit)
        self.lock = threading.Lock()
        self.begin("free")

    def begin(self, service, fault=None, position=None):
        """Forgets all requests, and begins a case. Without a fault, the server is healthy."""
        with self.lock:
            self.service = self.services[service]
            self.fault, self.position = fault, position
            self.entries, self.requests = [], 0
            self.trap.visits = 0
        if self.closes_at(1):
            self.close_door()
        else:
            self.door.open(start)

    def settle(self):
        """Waits until each request has its fate, and returns the requests."""
        end = time.monotonic() + 5
        while any(entry.fate is None for entry in self.entries) and time.monotonic() < end:
            time.sleep(0.01)
        return list(self.entries)

    # Requests

    def visit(self, connection):
        wire = Wire(connection)
        try:
            while wire.is_open:
                request = wire.request()
                if request is None:
                    break
                self.answer(wire, request)
        except OSError:
            pass
        finally:
            if wire.is_open:
                wire.close()

    def answer(self, wire, request):
        with self.lock:
            self.requests += 1
        if not self.service.is_speech(request):
            return self.list(wire, self.service.list(request))
        order = self.service.order(request)
        if isinstance(order, Reply):
            return wire.answer(order)
        entry = self.note(order)
        try:
            entry.fate = self.speak(wire, entry)
        finally:
            entry.fate = entry.fate or "lost"

    def list(self, wire, reply):
        if self.fault and self.position == "lists":
            self.fault.play(Play(self, wire, None, listed=reply))
        else:
            wire.answer(reply)

    def note(self, order):
        with self.lock:
            entry = Entry(order, len(self.entries) + 1)
            self.entries.append(entry)
            return entry

    def speak(self, wire, entry):
        play = Play(self, wire, entry.order)
        if self.fails_at(entry.number):
            return self.fault.play(play)
        if self.closes_at(entry.number + 1):
            # The client gets this answer, but its next attempt to connect is refused.
            self.close_door()
            wire.answer(play.right(), closing=True)
            return "good"
        return play.succeed()

    def fails_at(self, number):
        if not self.fault or not POSITIONS[self.position](number):
            return False
        return not self.fault.closes or self.door.listener is None

    # The door

    def closes_at(self, number):
        return bool(self.fault and self.fault.closes and POSITIONS[self.position](number))

    def close_door(self):
        self.door.close()
        if self.position == "once":
            # The door opens again before the second attempt, which comes after three quarters of a second or more.
            entries = self.entries
            start(lambda: self.reopen(entries))

    def reopen(self, entries):
        time.sleep(0.4)
        if entries is self.entries:
            self.door.open(start)
