"""A web server for the tests. It supports byte ranges, as most servers do, or not, as Python's own server."""
import functools
import http.server
import pathlib
import re
import threading
import time


class Ranges(http.server.SimpleHTTPRequestHandler):
    """Answers requests for ranges, which browsers need to seek."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        match = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range", ""))
        path = pathlib.Path(self.translate_path(self.path))
        if not match or not path.is_file():
            return super().do_GET()
        everything = path.read_bytes()
        first, last = int(match[1]), min(int(match[2] or len(everything) - 1), len(everything) - 1)
        self.send_response(206)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(everything)}")
        self.send_header("Content-Length", str(last - first + 1))
        self.send_header("Accept-Ranges", "bytes")
        self.end_headers()
        try:
            self.wfile.write(everything[first : last + 1])
        except ConnectionError:
            pass  # a browser closes the connection if it no longer needs the range


class Whole(http.server.SimpleHTTPRequestHandler):
    """Sends only whole files, and audio slowly."""

    def log_message(self, *_):
        pass

    def copyfile(self, source, target):
        try:
            while part := source.read(16_384):
                target.write(part)
                time.sleep(0.05 if self.path.endswith((".mp3", ".wav", ".ogg")) else 0)
        except ConnectionError:
            pass


class Quiet(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        pass  # a browser closes connections that it no longer needs


class Server:
    """Serves a folder as a context manager."""

    def __init__(self, folder, handler=Ranges):
        made = functools.partial(handler, directory=str(folder))
        self.server = Quiet(("127.0.0.1", 0), made)
        self.url = f"http://127.0.0.1:{self.server.server_port}/index.html"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
