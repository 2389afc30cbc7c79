"""What tests of the worker share: a store that is only HTTP, small projects, and a toolchain of nothing but Node."""

import io
import json
import shutil
import tarfile
import threading
from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any

import zstandard

from toolchain.node import Node, find_node
from worker.toolchain import WRITABLE_MODULE_DIRS, InstalledToolchain

PAGE = "<!doctype html><title>page</title>"


def node_toolchain(directory: Path) -> InstalledToolchain:
    """A toolchain whose catalog is empty: enough for every build script that only needs Node."""
    node = _reachable(find_node(), directory / "node")
    modules = directory / "node_modules"
    modules.mkdir()
    (modules / ".bin").mkdir()
    for name in WRITABLE_MODULE_DIRS:
        (modules / name).mkdir()
    return InstalledToolchain(node.root, node.binary, node.npm, modules, "test", directory / "compile-cache")


def _reachable(node: Node, directory: Path) -> Node:
    """The same Node where every user may enter: a checkout below a closed directory hides its own from builds."""
    if all(folder.stat().st_mode & 0o001 for folder in node.binary.resolve().parents):
        return node
    shutil.copytree(node.root, directory, symlinks=True, ignore=shutil.ignore_patterns("include", "share"))
    binary, npm = (directory / path.relative_to(node.root) for path in (node.binary, node.npm))
    return replace(node, root=directory, binary=binary, npm=npm)


def project(script: str, **files: str) -> dict[str, bytes]:
    """A project whose build script is `node build.mjs` with this text; other files by path."""
    package = json.dumps({"name": "t", "private": True, "type": "module", "scripts": {"build": "node build.mjs"}})
    return {"package.json": package.encode(), "build.mjs": script.encode()} | {
        path: text.encode() for path, text in files.items()
    }


def pack(files: Mapping[str, bytes]) -> bytes:
    """A source archive as the snapshot store writes it."""
    return zstandard.compress(tar_of([(tarfile.TarInfo(path), content) for path, content in sorted(files.items())]))


def tar_of(members: list[tuple[tarfile.TarInfo, bytes]]) -> bytes:
    """A plain tar of exactly these members."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as tar:
        for member, content in members:
            member.size = len(content) if member.isreg() else 0
            tar.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


class Uploaded:
    """A result archive taken apart."""

    def __init__(self, archive: bytes) -> None:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            self.names = tar.getnames()
            self.content = {member.name: tar.extractfile(member).read() for member in tar}  # type: ignore[union-attr]  # all are files
        self.result: dict[str, Any] = json.loads(self.content["result.json"])
        self.log = self.content["logs/build.log"].decode()


class HttpStore(AbstractContextManager["HttpStore"]):
    """A store reached as the worker reaches S3: GET hands out `sources`, a multipart POST lands in `uploads`."""

    def __init__(self) -> None:
        self.sources: dict[str, bytes] = {}
        self.uploads: dict[str, bytes] = {}
        self.forms: dict[str, dict[str, str]] = {}
        self.answers: list[int] = []
        self.requests: list[str] = []
        handler = type("Handler", (_StoreHandler,), {"store": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "HttpStore":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def job(self, build_id: str, archive: bytes, **changes: Any) -> dict[str, Any]:
        """A job document for a source archive put into this store."""
        self.sources[f"/sources/{build_id}"] = archive
        return {
            "version": 1,
            "build_id": build_id,
            "tenant_id": "tenant",
            "app_id": "app_1",
            "kind": "revision",
            "task": "build",
            "source": {"url": f"{self.url}/sources/{build_id}?signature=secret-of-the-url"},
            "upload": {"url": f"{self.url}/bucket?signature=secret-of-the-url", "fields": {"key": build_id}},
            "toolchain": {"digest": "test"},
            "env": {},
            "build_args": [],
            "limits": {"wall_seconds": 60},
        } | changes

    def uploaded(self, build_id: str) -> Uploaded:
        return Uploaded(self.uploads[build_id])


class _StoreHandler(BaseHTTPRequestHandler):
    store: HttpStore
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.store.requests.append("GET")
        status = self.store.answers.pop(0) if self.store.answers else 200
        body = self.store.sources.get(self.path.split("?")[0])
        self._send(status if body is not None else 404, body or b"")

    def do_POST(self) -> None:
        self.store.requests.append("POST")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = self.store.answers.pop(0) if self.store.answers else 204
        if status == 204:
            self._keep(body, self.headers["Content-Type"].partition("boundary=")[2])
        self._send(status, b"")

    def _keep(self, body: bytes, boundary: str) -> None:
        fields: dict[str, bytes] = {}
        for part in body.split(f"--{boundary}".encode())[1:-1]:
            head, _, content = part[2:-2].partition(b"\r\n\r\n")
            fields[head.split(b'name="')[1].split(b'"')[0].decode()] = content
        archive = fields.pop("file")
        form = {name: value.decode() for name, value in fields.items()}
        self.store.uploads[form["key"]] = archive
        self.store.forms[form["key"]] = form

    def log_message(self, *_: object) -> None:
        pass

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
