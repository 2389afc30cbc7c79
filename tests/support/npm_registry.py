"""A registry of npm on this machine, with the packages that a test makes, and the npm that is set up with it."""

import base64
import gzip
import hashlib
import io
import json
import tarfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

OLD = "2024-01-02T03:04:05.000Z"


def archive_of(manifest: Mapping[str, Any], files: Mapping[str, str]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for path, text in {"package.json": json.dumps(manifest), **files}.items():
            member = tarfile.TarInfo(f"package/{path}")
            member.size, member.mode = len(text.encode()), 0o644
            tar.addfile(member, io.BytesIO(text.encode()))
    return gzip.compress(buffer.getvalue(), mtime=0)


def integrity_of(archive: bytes) -> str:
    return f"sha512-{base64.b64encode(hashlib.sha512(archive).digest()).decode()}"


class NpmRegistry:
    """`served` names each path that was asked for. `away`: everything is answered with 503; `moved` leads elsewhere."""

    def __init__(self) -> None:
        self.documents: dict[str, dict[str, Any]] = {}
        self.archives: dict[str, bytes] = {}
        self.served: list[str] = []
        self.advisories: dict[str, Any] | None = None
        self.away = False
        self.moved: dict[str, str] = {}
        handler = type("Handler", (_Handler,), {"registry": self})
        self._server = _Quiet(("127.0.0.1", 0), handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @contextmanager
    def running(self) -> Iterator["NpmRegistry"]:
        self._thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()

    def publish(
        self,
        name: str,
        version: str = "1.0.0",
        *,
        at: str = OLD,
        tarball: str = "",
        files: Mapping[str, str] | None = None,
        **manifest: Any,
    ) -> dict[str, Any]:
        """A version of a package, as a lockfile has it. `tarball` is an address of its archive elsewhere."""
        content = {"name": name, "version": version, "license": "MIT", "main": "index.js", **manifest}
        archive = archive_of(content, {"index.js": f"export default '{name} {version}';\n", **(files or {})})
        path = f"/{name}/-/{name.rpartition('/')[2]}-{version}.tgz"
        self.archives[path] = archive
        known = self.documents.setdefault(name, {"name": name, "dist-tags": {}, "versions": {}, "time": {}})
        dist = {"tarball": tarball or self.url + path, "integrity": integrity_of(archive)}
        known["versions"][version] = content | {"dist": dist}
        if (content.get("scripts") or {}).keys() & {"preinstall", "install", "postinstall"}:
            known["versions"][version]["hasInstallScript"] = True
        known["dist-tags"]["latest"], known["time"][version] = version, at
        return {"version": version, "integrity": integrity_of(archive), "license": content["license"]}


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """npm hangs up when it has what it wants."""


class _Handler(BaseHTTPRequestHandler):
    registry: NpmRegistry
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = unquote(self.path.partition("?")[0])
        self.registry.served.append(path)
        document = self.registry.documents.get(path.removeprefix("/"))
        if self.registry.away:
            self._send(503, b"{}")
        elif path in self.registry.moved:
            self._send(302, b"", location=self.registry.moved[path])
        elif path in self.registry.archives:
            self._send(200, self.registry.archives[path], "application/octet-stream")
        else:
            self._send(200 if document else 404, json.dumps(document or {"error": "not found"}).encode())

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        answer = self.registry.advisories
        self._send(404 if answer is None else 200, json.dumps(answer or {}).encode())

    def log_message(self, *_: object) -> None:
        """Silent."""

    def _send(self, status: int, body: bytes, kind: str = "application/json", location: str = "") -> None:
        self.send_response(status)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
