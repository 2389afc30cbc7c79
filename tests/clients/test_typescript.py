"""Our TypeScript client: made from the document, strictly typed, and at work against the application."""

import json
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from devkit.api.api import Api
from devkit.api.typescript_client import FOLDER, generated, modules, run
from devkit.fakes.model import say
from devkit.loop import LoopDriver

PROGRAMS = sorted((Path(__file__).parent / "typescript").glob("*.ts"))


@contextmanager
def served(app: Any) -> Iterator[str]:
    """The application at an address of this machine."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", lifespan="off"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [found]}, daemon=True)
        thread.start()
        until = time.monotonic() + 60
        while not server.started and time.monotonic() < until:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{found.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(60)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client beside the programs that use it, compiled; an error of types fails here."""
    folder = tmp_path_factory.mktemp("typescript")
    shutil.copytree(FOLDER / "src", folder / "src")
    for file in (FOLDER / "package.json", FOLDER / "tsconfig.json", *PROGRAMS):
        shutil.copy(file, folder)
    (folder / "node_modules").symlink_to(modules())
    settings = {"extends": "./tsconfig.json", "compilerOptions": {"rootDir": "."}, "include": ["src", "*.ts"]}
    (folder / "tsconfig.test.json").write_text(json.dumps(settings))
    done = run("node_modules/typescript/bin/tsc", "-p", "tsconfig.test.json", cwd=folder)
    assert done.returncode == 0, done.stdout
    return folder


def test_its_types_are_the_documents() -> None:
    assert (FOLDER / "src" / "schema.d.ts").read_text("utf-8") == generated(), "run `make openapi`"


def test_it_works_and_tells_problems_by_their_code(built: Path) -> None:
    loop = LoopDriver([say("Hello there.")]).at_once()
    app, _ = loop.world.make_app(tenant_id="acme")
    api = Api(loop.world)
    answer = api.client.post(f"/admin/apps/{app.id}/builder/chat/stream", json={"message": "Hello"})
    token = loop.world.sign_in("acme")
    with served(api.app) as url:
        done = run("dist/use.js", url, token, app.id, answer.headers["x-run-id"], cwd=built)
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout)
    assert body["made"] == "typed" and body["id"].startswith("app_") and len(body["listed"]) == 1
    assert (body["code"], body["thrown"]) == ("NOT_FOUND", "UNAUTHENTICATED")
    assert body["seqs"] == list(range(1, len(body["seqs"]) + 1)) and body["later"] == body["seqs"][2:]
    assert (body["whole"], body["asked"]) == (body["seqs"], 2)  # cut midway, it went on after what it had received
    assert (body["said"], body["status"]) == ("Hello there.", "completed")


def test_a_keyed_request_that_is_pending_is_sent_again_as_it_was(built: Path) -> None:
    done = run("dist/pending.js", cwd=built)
    assert done.returncode == 0, done.stderr
    ready, never, other, keyless = json.loads(done.stdout).values()
    assert (ready["status"], ready["keys"], ready["waits"]) == (201, ["one"] * 3, [2000, 1000])
    assert ready["bodies"] == ['{"name":"Rosa"}'] * 3
    assert (never["code"], len(never["keys"]), never["waits"]) == ("REQUEST_PENDING", 6, [10_000] * 5)
    assert (other["code"], len(other["keys"]), other["waits"]) == ("REVISION_CONFLICT", 1, [])
    assert (keyless["code"], len(keyless["keys"]), keyless["waits"]) == ("REQUEST_PENDING", 1, [])
