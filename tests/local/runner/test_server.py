"""The runner's HTTP face."""

import http.client
import json
import queue
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from devkit.stack.worker_jobs import PAGE, HttpStore, pack, project
from local.runner.queue import Runner
from local.runner.server import BODY_BYTES, RunnerServer
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain

SECRET = {"Authorization": "Bearer the-secret"}
WRITE_PAGE = f"import fs from 'node:fs'; fs.mkdirSync('dist'); fs.writeFileSync('dist/index.html', '{PAGE}')"


@pytest.fixture
def done() -> "queue.SimpleQueue[str]":
    return queue.SimpleQueue()


@pytest.fixture
def server(tmp_path: Path, toolchain: InstalledToolchain, done: "queue.SimpleQueue[str]") -> Iterator[RunnerServer]:
    runner = Runner(tmp_path / "work", toolchain, lambda _tenant, _app, build: done.put(build), Process())
    server = RunnerServer(runner, "the-secret")
    runner.start()
    server.start()
    yield server
    server.close()
    runner.stop()


def ask(
    server: RunnerServer, method: str, path: str, body: Any = None, headers: dict[str, str] = SECRET
) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection(str(urlsplit(server.endpoint).netloc), timeout=60)
    content = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
    connection.request(method, path, body=content, headers=headers)
    response = connection.getresponse()
    answer = response.status, json.loads(response.read())
    connection.close()
    return answer


@pytest.mark.parametrize("foreign", [{"Host": "evil.test"}, {"Origin": "http://evil.test"}, {"Origin": "null"}])
def test_a_page_is_refused_even_with_the_secret(server: RunnerServer, foreign: dict[str, str]) -> None:
    for method, path in (("GET", "/health"), ("POST", "/jobs"), ("POST", "/jobs/bld_1/cancel")):
        assert ask(server, method, path, {} if method == "POST" else None, SECRET | foreign)[0] == 403


def test_a_job_goes_in_and_its_end_is_told(
    server: RunnerServer, store: HttpStore, done: "queue.SimpleQueue[str]"
) -> None:
    job = store.job("bld_1", pack(project(WRITE_PAGE)))
    assert ask(server, "POST", "/jobs", {"job": job}) == (202, {"build_id": "bld_1", "accepted": True})
    assert done.get(timeout=120) == "bld_1"
    assert store.uploaded("bld_1").result["status"] == "succeeded"


def test_a_running_job_is_not_started_again_and_can_be_cancelled(
    server: RunnerServer, store: HttpStore, done: "queue.SimpleQueue[str]"
) -> None:
    job = store.job("bld_1", pack(project("setInterval(() => {}, 1000)")), limits={"wall_seconds": 300})
    assert ask(server, "POST", "/jobs", {"job": job})[1]["accepted"]
    assert ask(server, "POST", "/jobs", {"job": job}) == (202, {"build_id": "bld_1", "accepted": False})
    assert ask(server, "GET", "/health") == (200, {"status": "ok", "sandbox": "process", "active": 1})
    assert ask(server, "POST", "/jobs/bld_1/cancel")[0] == 202
    assert done.get(timeout=120) == "bld_1"
    assert store.uploaded("bld_1").result["reason"] == "cancelled"
    assert ask(server, "POST", "/jobs/bld_1/cancel")[0] == 404


@pytest.mark.parametrize(
    "headers", [{}, {"Authorization": "Bearer other"}, {"Authorization": "the-secret"}, {"Authorization": "ü"}]
)
@pytest.mark.parametrize(("method", "path"), [("POST", "/jobs"), ("GET", "/health"), ("POST", "/jobs/bld_1/cancel")])
def test_nothing_is_answered_without_the_secret(
    server: RunnerServer, headers: dict[str, str], method: str, path: str
) -> None:
    assert ask(server, method, path, {} if method == "POST" else None, headers)[0] == 401


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"job": 1}', b"\xff", b"[" * 100_000])
def test_what_is_no_job_is_refused(server: RunnerServer, body: bytes) -> None:
    assert ask(server, "POST", "/jobs", body)[0] == 400


def test_a_body_too_large_is_refused_unread(server: RunnerServer) -> None:
    headers = {**SECRET, "Content-Length": str(BODY_BYTES + 1)}
    assert ask(server, "POST", "/jobs", b"{}", headers)[0] == 413


def test_other_routes_do_not_exist(server: RunnerServer) -> None:
    assert ask(server, "GET", "/jobs")[0] == 404
    assert ask(server, "POST", "/jobs/a/b/cancel")[0] == 404


def test_it_listens_on_this_machine_only(server: RunnerServer) -> None:
    assert server.endpoint.startswith("http://127.0.0.1:")
