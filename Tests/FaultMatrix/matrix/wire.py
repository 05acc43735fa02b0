"""HTTP/1.1 over sockets, with faults on purpose."""
import json
import select
import socket
import struct
import time
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

MAXIMUM_HEAD = 1 << 16


@dataclass
class Request:
    method: str
    path: str
    query: dict
    headers: dict
    body: bytes

    @property
    def fields(self):
        """The members of the JSON body; empty if the body is not a JSON object."""
        try:
            members = json.loads(self.body)
        except ValueError:
            return {}
        return members if isinstance(members, dict) else {}


@dataclass
class Reply:
    body: bytes = b""
    type: str = "application/json"
    status: int = 200
    headers: list = field(default_factory=list)
    chunked: bool = False

    def head(self, *, closing=False):
        lines = [f"HTTP/1.1 {self.status} Answer", f"Content-Type: {self.type}"]
        if self.chunked:
            lines.append("Transfer-Encoding: chunked")
        else:
            lines.append(f"Content-Length: {len(self.body)}")
        if closing:
            lines.append("Connection: close")
        lines += [f"{name}: {value}" for name, value in self.headers]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()


def chunk(data):
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


class Wire:
    """One connection of a client."""

    def __init__(self, connection):
        self.connection = connection
        self.buffer = b""
        self.is_open = True
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    # Requests

    def request(self):
        """Returns the next request; None at the end of the connection."""
        head = self.head()
        if head is None:
            return None
        first, *lines = head.decode("latin-1").split("\r\n")
        method, target, _ = first.split(" ", 2)
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.strip().lower()] = value.strip()
        if headers.get("expect", "").lower() == "100-continue":
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = self.bytes(int(headers.get("content-length", 0)))
        parts = urlsplit(target)
        return Request(method, parts.path, dict(parse_qsl(parts.query)), headers, body)

    def head(self):
        while b"\r\n\r\n" not in self.buffer:
            data = self.connection.recv(65536)
            if not data or len(self.buffer) > MAXIMUM_HEAD:
                return None
            self.buffer += data
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        return head

    def bytes(self, count):
        while len(self.buffer) < count:
            data = self.connection.recv(65536)
            if not data:
                raise ConnectionError("the request is incomplete")
            self.buffer += data
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    # Answers

    def send(self, data):
        self.connection.sendall(data)

    def answer(self, reply, *, closing=False):
        """Sends a complete answer."""
        if reply.chunked:
            pieces = [reply.body[i:i + 8192] for i in range(0, len(reply.body), 8192)]
            body = b"".join(chunk(piece) for piece in pieces) + b"0\r\n\r\n"
        else:
            body = reply.body
        self.send(reply.head(closing=closing) + body)
        if closing:
            self.close()

    def close(self):
        self.is_open = False
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.connection.close()

    def reset(self):
        """Ends the connection with a reset instead of an orderly end."""
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.is_open = False
        self.connection.close()

    def wait_for_end(self, seconds):
        """Waits until the client has closed the connection."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            ready, _, _ = select.select([self.connection], [], [], 1)
            if ready and not self.connection.recv(65536):
                return


class Door:
    """A listening socket that can refuse connections for a while without losing its port."""

    def __init__(self, visit, host="127.0.0.1"):
        self.visit = visit
        self.holder = self.bound(host, 0)
        self.host, self.port = self.holder.getsockname()
        self.listener = None

    @staticmethod
    def bound(host, port):
        door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        door.bind((host, port))
        return door

    @property
    def address(self):
        return f"http://{self.host}:{self.port}"

    def open(self, start):
        """Accepts connections; `start` runs a function in a new thread."""
        if self.listener:
            return
        listener = self.bound(self.host, self.port)
        listener.listen(64)
        self.listener = listener
        start(lambda: self.serve(listener, start))

    def serve(self, listener, start):
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            start(lambda connection=connection: self.visit(connection))

    def close(self):
        listener, self.listener = self.listener, None
        if listener:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
