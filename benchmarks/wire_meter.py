"""A proxy before the emulator that counts what passes to DynamoDB and S3, in the units that AWS bills."""

import json
import math
import threading
from collections import Counter
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

_WRITES = ("PutItem", "UpdateItem", "DeleteItem")
_KEPT = {"host", "content-length", "connection", "transfer-encoding", "accept-encoding"}


class Count:
    """What has passed since it was made."""

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        self.units: Counter[str] = Counter()
        self.bytes: Counter[str] = Counter()

    def add(self, target: str, method: str, sent: bytes, answer: bytes) -> None:
        """Count one request and its answer."""
        if target:
            self._dynamodb(target.rpartition(".")[2], sent, answer)
            return
        kind = "s3_write" if method in ("PUT", "POST") else "s3_read"
        self.requests[f"S3 {method}"] += 1
        self.units[kind] += 0 if method == "DELETE" else 1
        self.bytes[kind] += len(sent) if kind == "s3_write" else len(answer)

    def _dynamodb(self, operation: str, sent: bytes, answer: bytes) -> None:
        self.requests[f"DynamoDB {operation}"] += 1
        body = json.loads(sent)
        if operation == "TransactWriteItems":
            parts = [part for item in body["TransactItems"] for part in item.values()]
            self._wrote([item_bytes(part) for part in parts], times=2)
        elif operation in _WRITES:
            self._wrote([item_bytes(body)], times=1)
        else:
            size = len(answer)
            self.bytes["dynamodb_read"] += size
            rate = 1 if body.get("ConsistentRead", True) else 0.5
            self.units["dynamodb_read_unit"] += rate * max(1, math.ceil(size / 4096))

    def _wrote(self, sizes: list[int], times: int) -> None:
        self.bytes["dynamodb_written"] += sum(sizes)
        self.units["dynamodb_write_unit"] += times * sum(max(1, math.ceil(size / 1024)) for size in sizes)


def item_bytes(part: dict[str, Any]) -> int:
    """The size of what is written, from above: the item, or the key and the values of an update, as JSON."""
    told = part.get("Item") or {**part.get("Key", {}), **part.get("ExpressionAttributeValues", {})}
    return len(json.dumps(told, separators=(",", ":")))


class WireMeter:
    """`with WireMeter(address of the emulator) as meter:` listens at `meter.url`; `count` may be started anew."""

    def __init__(self, upstream: str) -> None:
        self.upstream = upstream
        self.count = Count()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        meter = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _pass_on(self) -> None:
                sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                status, headers, answer = meter.ask(self.command, self.path, dict(self.headers), sent)
                meter.count.add(self.headers.get("X-Amz-Target", ""), self.command, sent, answer)
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                length = next((v for n, v in headers if n.lower() == "content-length"), None)
                if self.command != "HEAD" or length is None:
                    self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = _pass_on

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing."""

        return Handler

    def ask(
        self, method: str, path: str, headers: dict[str, str], sent: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """The emulator's answer."""
        place = urlsplit(self.upstream)
        connection = HTTPConnection(place.hostname or "", place.port, timeout=60)
        try:
            kept = {name: value for name, value in headers.items() if name.lower() not in _KEPT - {"host"}}
            connection.request(method, path, body=sent, headers=kept)
            answer = connection.getresponse()
            body = answer.read()
            told = [
                (n, v)
                for n, v in answer.getheaders()
                if n.lower() not in _KEPT or (method == "HEAD" and n.lower() == "content-length")
            ]
            return answer.status, told, body
        finally:
            connection.close()
