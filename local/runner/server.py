"""The runner's HTTP face on this machine: hand a job in, cancel one, ask how it is."""

import hmac
import json
import re
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from local.front.asgi import is_foreign
from local.runner.queue import QueueFull, Runner
from shared.domain.builds.worker_contract import JobInvalid, parse_job

BODY_BYTES = 1024 * 1024
_CANCEL = re.compile(r"/jobs/([A-Za-z0-9_-]{1,64})/cancel\Z")

Answer = tuple[HTTPStatus, dict[str, object]]


class RunnerServer:
    """Serves one runner on 127.0.0.1 until `close`; callers show the secret as a bearer token."""

    def __init__(self, runner: Runner, secret: str, port: int = 0) -> None:
        handler = type("Handler", (_Handler,), {"runner": runner, "secret": secret})
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), name="runner-http", daemon=True
        )

    @property
    def endpoint(self) -> str:
        """The value of WORKER_ENDPOINT."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Stop listening; the runner is stopped by its maker."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    runner: Runner
    secret: str
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two writes
    server_version = "chatbuilder-runner"
    timeout = 30

    def do_GET(self) -> None:
        self._answer(self._health if self.path == "/health" else _not_found)

    def do_POST(self) -> None:
        body = self._body()
        if body is None:
            return self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"error": "the body is too large or has no length"})
        cancelled = _CANCEL.match(self.path)
        if cancelled:
            return self._answer(lambda: self._cancel(cancelled[1]))
        return self._answer((lambda: self._submit(body)) if self.path == "/jobs" else _not_found)

    def log_message(self, *_: object) -> None:
        """No access log: the jobs are logged by the queue."""

    def _answer(self, call: Callable[[], Answer]) -> None:
        given = self.headers.get("Authorization", "").encode()
        if is_foreign(self.headers.get("Host"), self.headers.get("Origin")):
            self._send(HTTPStatus.FORBIDDEN, {"error": "only programs of this machine are answered"})
        elif not hmac.compare_digest(given, f"Bearer {self.secret}".encode()):
            self._send(HTTPStatus.UNAUTHORIZED, {"error": "the runner's secret is required"})
        else:
            self._send(*call())

    def _health(self) -> Answer:
        return HTTPStatus.OK, self.runner.state()

    def _submit(self, body: bytes) -> Answer:
        try:
            document = json.loads(body)
            job = parse_job(document.get("job") if isinstance(document, dict) else None)
            accepted = self.runner.submit(job)
        except (JobInvalid, ValueError, RecursionError) as error:
            return HTTPStatus.BAD_REQUEST, {"error": str(error)}
        except QueueFull:
            return HTTPStatus.SERVICE_UNAVAILABLE, {"error": "the runner takes no more jobs"}
        return HTTPStatus.ACCEPTED, {"build_id": job.build_id, "accepted": accepted}

    def _cancel(self, build_id: str) -> Answer:
        if not self.runner.cancel(build_id):
            return HTTPStatus.NOT_FOUND, {"error": "no such job is queued or running"}
        return HTTPStatus.ACCEPTED, {"build_id": build_id}

    def _body(self) -> bytes | None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > BODY_BYTES:
            self.close_connection = True
            return None
        return self.rfile.read(int(length))

    def _send(self, status: HTTPStatus, document: dict[str, object]) -> None:
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)


def _not_found() -> Answer:
    return HTTPStatus.NOT_FOUND, {"error": "no such route"}
