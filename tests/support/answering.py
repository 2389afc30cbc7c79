"""A server of HTTP on loopback whose every answer is what one function says."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Asked(NamedTuple):
    """One request."""

    path: str
    headers: Message
    body: bytes


class Answer(NamedTuple):
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = {}


@contextmanager
def answering(answer: Callable[[Asked], Answer]) -> Iterator[str]:
    """Its address, without a slash, while the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            said = answer(Asked(self.path, self.headers, body))
            self.send_response(said.status)
            for name, value in {**said.headers, "Content-Length": str(len(said.body))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(said.body)

        do_POST = do_GET

        def log_message(self, *_: Any) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
