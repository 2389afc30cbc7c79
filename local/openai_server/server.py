"""A small OpenAI-compatible HTTP server: both wires, streaming, over one `Responder`."""

import contextlib
import hmac
import json
import secrets
import socket
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Protocol

from local.front.asgi import is_foreign
from local.openai_server.chat import ChatWire
from local.openai_server.frames import Cut, End, paced
from local.openai_server.parse import BadRequest, Wire, parse
from local.openai_server.reply import Reply
from local.openai_server.responses import ResponsesWire
from shared.domain.agent.model_messages import ModelRequest

WIRES: dict[str, Wire] = {"/v1/chat/completions": "chat", "/v1/responses": "responses"}
MAX_BODY = 32 * 1024 * 1024


class Responder(Protocol):
    """The author behind the server."""

    name: str

    def respond(self, request: ModelRequest) -> Reply:
        """The answer; BadRequest is told to the client as OpenAI tells it."""

    def control(self, method: str, path: str, body: Any) -> Any:
        """The answer of an own endpoint (any path outside `/v1`), or None when there is none."""


@dataclass(frozen=True)
class Received:
    """A request as it came, for a responder that keeps them."""

    wire: Wire
    body: dict[str, Any]
    at_ns: int


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], responder: Responder, api_key: str | None) -> None:
        self.responder = responder
        self.api_key = api_key
        self.stopping = threading.Event()
        self._sockets: set[socket.socket] = set()
        super().__init__(address, _Handler)

    def server_bind(self) -> None:
        """Without the name look-up of the base class, which can take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        self._sockets.add(request)
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._sockets.discard(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is not news."""

    def drop_all(self) -> None:
        self.stopping.set()
        for each in list(self._sockets):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


class RunningServer:
    """A server in a thread. `url` is a base URL for the OpenAI client, `control_url` the root for own endpoints."""

    def __init__(self, server: _Server) -> None:
        self._server = server
        self._thread = threading.Thread(target=server.serve_forever, args=(0.1,), name="openai-server", daemon=True)
        self._thread.start()
        self.port = server.server_port
        self.control_url = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.control_url}/v1"

    def stop(self) -> None:
        self._server.drop_all()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(timeout=5)

    def __enter__(self) -> "RunningServer":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def start(responder: Responder, *, port: int = 0, host: str = "127.0.0.1", api_key: str | None = None) -> RunningServer:
    """Serve `responder` from a thread; port 0 takes a free one. OSError when the port is taken."""
    return RunningServer(_Server((host, port), responder, api_key))


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_GET(self) -> None:
        self._admit(lambda: self._control("GET"))

    def do_DELETE(self) -> None:
        self._admit(lambda: self._control("DELETE"))

    def do_POST(self) -> None:
        wire = WIRES.get(self.path)
        self._admit(lambda: self._answer(wire) if wire else self._control("POST"))

    def _admit(self, answer: Callable[[], None]) -> None:
        """No page of a browser has business here, whatever key it has."""
        if is_foreign(self.headers.get("Host"), self.headers.get("Origin")):
            self._refuse(403, "Only programs of this machine are answered.", "forbidden")
        elif not self._authorised():
            self._refuse(401, "Incorrect API key provided.", "invalid_api_key")
        else:
            answer()

    def _refuse(self, status: int, message: str, code: str) -> None:
        """The body was not read, so the connection cannot go on."""
        self.close_connection = True
        self._error(status, message, code, None)

    def _answer(self, wire: Wire) -> None:
        try:
            body = self._read_json()
            request = parse(wire, body)
            self._hand_over(Received(wire, body, time.monotonic_ns()))
            reply = self.server.responder.respond(request)
        except BadRequest as error:
            return self._error(400, error.message, "invalid_request_error", error.param)
        if reply.status != 200:
            return self._error(reply.status, reply.error_message, reply.error_code, reply.error_param, reply)
        if reply.html:
            return self._send(200, "text/html", b"<!doctype html><title>Not an API</title>")
        return self._play(wire, reply, body)

    def _hand_over(self, received: Received) -> None:
        listener = getattr(self.server.responder, "received", None)
        if listener:
            listener(received)

    def _play(self, wire: Wire, reply: Reply, body: dict[str, Any]) -> None:
        response_id = secrets.token_hex(8)
        call_ids = [each.call_id or f"call_{response_id}_{index}" for index, each in enumerate(reply.calls)]
        player = (ChatWire if wire == "chat" else ResponsesWire)(reply, body, response_id, call_ids)
        if not body.get("stream"):
            return self._json(200, player.whole())
        return self._stream(paced(player.frames(), reply, self.server.stopping.wait, player.failure))

    def _stream(self, frames: Iterator[str]) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            for frame in frames:
                self._write_chunk(frame.encode())
        except Cut:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        except End:
            pass  # the connection stays: a client that keeps it may be sending its next request already
        self.wfile.write(b"0\r\n\r\n")

    def _write_chunk(self, text: bytes) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(text), text))

    def _control(self, method: str) -> None:
        if self.path == "/v1/models":
            return self._json(200, {"object": "list", "data": [{"id": self.server.responder.name, "object": "model"}]})
        if self.path == "/health":
            return self._json(200, {"status": "ok"})
        try:
            body = self._read_json() if self.headers.get("Content-Length") else None
            answer = self.server.responder.control(method, self.path, body)
        except BadRequest as error:
            return self._error(400, error.message, "invalid_request_error", error.param)
        if answer is None:
            return self._error(404, f"no {method} {self.path} here", "not_found", None)
        return self._json(200, answer)

    def _authorised(self) -> bool:
        expected = self.server.api_key
        given = self.headers.get("Authorization", "")
        return expected is None or hmac.compare_digest(given.encode(), f"Bearer {expected}".encode())

    def _read_json(self) -> Any:
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAX_BODY:
            self.close_connection = True
            raise BadRequest("the body is too large")
        try:
            return json.loads(self.rfile.read(length) or b"null")
        except ValueError as error:
            raise BadRequest("the body is not JSON") from error

    def _error(self, status: int, message: str, code: str, param: str | None, reply: Reply | None = None) -> None:
        body = {"error": {"message": message, "type": code, "code": code, "param": param}}
        extra = {"Retry-After": reply.retry_after} if reply and reply.retry_after else {}
        self._json(status, body, extra)

    def _json(self, status: int, body: Any, headers: dict[str, str] | None = None) -> None:
        self._send(status, "application/json", json.dumps(body, ensure_ascii=False).encode(), headers)

    def _send(self, status: int, kind: str, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: the responder records what matters."""
