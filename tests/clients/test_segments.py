"""Real clients over connections that end every moment: each shows the whole run once, and none fights for its place."""

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from devkit.api.api import Api, open_streams
from devkit.api.typescript_client import FOLDER, modules, run
from devkit.fakes.rates import BottomlessRates
from devkit.loop import LoopDriver
from devkit.node.npm_tool import installed, node
from functions.api.http.viewing import Pace
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.chunks import Finish, Start, TextDelta, TextEnd, TextStart
from shared.domain.runs.data_chunks import DataDone, DoneData
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import RunUsage
from shared.domain.runs.run_status import RunStatus
from shared.services.runs.log.event_writer import EventWriter
from tests.clients.test_typescript import served

HERE = Path(__file__).parent / "segments"
DOCS = Path(__file__).parents[2] / "docs" / "clients"
PROXY = Path(__file__).parents[1] / "e2e" / "clients" / "proxy.mjs"
WORDS = [f"word {number} " for number in range(60)]
SHORT = Pace(check=0.05, segment=0.3)


@contextmanager
def speaking(loop: LoopDriver, work: Run) -> Iterator[None]:
    """Once somebody watches, the run says its words over some seconds, then ends."""
    stop = threading.Event()

    def speak() -> None:
        writer = EventWriter(work, events=loop.world.events, clock=loop.world.clock, flush_seconds=0)
        while not loop.world.leases.opened_since(work.tenant_id, 0) and not stop.wait(0.01):
            pass
        writer.emit(Start(message_id=work.turn_id), TextStart(id="t"))
        for word in WORDS:
            writer.emit(TextDelta(id="t", delta=word))
            writer.flush()
            stop.wait(0.04)
        done = DoneData(status="completed", run_id=work.id, turn_id=work.turn_id, usage=RunUsage())
        writer.emit(TextEnd(id="t"), DataDone(data=done), Finish())
        writer.flush()
        ended = loop.world.runs.get(work.tenant_id, work.id)
        loop.world.runs.update(ended.change(status=RunStatus.COMPLETED))

    thread = threading.Thread(target=speak, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(60)


def scene() -> tuple[LoopDriver, Run, Api]:
    loop = LoopDriver([])
    work = loop.start()
    api = Api(loop.world, {"pace": SHORT, "poll_seconds": 0.01, "rates": BottomlessRates()})
    return loop, work, api


def played(script: str, package: str, folder: Path) -> Any:
    """What the script told of a run that is said while it watches."""
    loop, work, api = scene()
    (folder / "node_modules").symlink_to(installed(package))
    for source in (HERE / script, DOCS / "resuming_fetch.mjs", PROXY):
        shutil.copy(source, folder)
    with served(api.app) as url, speaking(loop, work):
        token, chat = loop.world.sign_in(work.tenant_id), f"/admin/apps/{work.app_id}/builder/chat"
        settings = json.dumps({"url": url, "token": token, "chat": chat, "run": work.id})
        done = subprocess.run(
            [str(node().binary), script], cwd=folder, env={**os.environ, "SCENE": settings}, capture_output=True,
            text=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def ai_sdk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return played("ai_sdk.mjs", "ai-sdk", tmp_path_factory.mktemp("ai-sdk"))


def test_the_ai_sdk_with_our_fetch_builds_one_whole_message(ai_sdk: Any) -> None:
    assert ai_sdk["resuming"] == {"status": "ready", "thrown": [], "text": "".join(WORDS), "done": True}
    assert ai_sdk["connections"] > 1


def test_the_ai_sdk_as_it_is_gets_one_connection_for_the_whole_run(ai_sdk: Any) -> None:
    """It names no viewer, so its connection is not ended."""
    assert ai_sdk["plain"] == {"status": "ready", "thrown": [], "text": "".join(WORDS), "done": True}


def test_the_ai_sdk_takes_the_end_of_a_segment_for_the_end_of_the_message(ai_sdk: Any) -> None:
    """Why segments are only for clients that announce that they connect again."""
    assert (ai_sdk["bare"]["status"], ai_sdk["bare"]["thrown"], ai_sdk["bare"]["done"]) == ("ready", [], False)
    assert ai_sdk["bare"]["text"] != "".join(WORDS)


def test_ag_uis_agent_hears_a_legal_whole(tmp_path: Path) -> None:
    result = played("ag_ui.mjs", "ag-ui", tmp_path)
    assert (result["text"], result["last"]) == ("".join(WORDS), "RUN_FINISHED")
    assert result["cuts"] == 3 and result["connections"] > 4, "cut three times, and ended by segments besides"


def test_our_client_goes_on_and_stops_when_its_place_is_taken(tmp_path: Path) -> None:
    shutil.copytree(FOLDER / "src", tmp_path / "src")
    for file in (FOLDER / "package.json", FOLDER / "tsconfig.json"):
        shutil.copy(file, tmp_path)
    shutil.copy(HERE / "typescript.ts", tmp_path / "use.ts")
    (tmp_path / "node_modules").symlink_to(modules())
    settings = {"extends": "./tsconfig.json", "compilerOptions": {"rootDir": "."}, "include": ["src", "use.ts"]}
    (tmp_path / "tsconfig.test.json").write_text(json.dumps(settings))
    compiled = run("node_modules/typescript/bin/tsc", "-p", "tsconfig.test.json", cwd=tmp_path)
    assert compiled.returncode == 0, compiled.stdout
    loop, work, api = scene()
    with served(api.app) as url, speaking(loop, work):
        done = run("dist/use.js", url, loop.world.sign_in(work.tenant_id), work.app_id, work.id, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout)
    stored = loop.chunks(work)
    assert body["seqs"] == list(range(1, len(stored) + 1)) and body["connections"] > 1
    assert body["ended"].startswith("STREAM_SUPERSEDED") and body["asked"] == 1


def signed_in(app: Any, token: str) -> Any:
    """The application for a client that cannot send a header."""

    async def asked(scope: Any, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        if scope["type"] == "http":
            scope["headers"] = [*scope["headers"], (b"authorization", f"Bearer {token}".encode())]
        await app(scope, receive, send)

    return asked


def test_an_event_source_goes_on_over_segments_and_gives_up_its_place_for_good() -> None:
    loop, work, _ = scene()
    limits = DEFAULT_LIMITS.model_copy(update={"streams_person": 1})
    over = {"streams": open_streams(loop.world, limits), "pace": SHORT, "rates": BottomlessRates()}
    api = Api(loop.world, over)
    with served(signed_in(api.app, loop.world.sign_in(work.tenant_id))) as url:
        settings = json.dumps({"url": url, "feed": f"/projects/{work.app_id}/events"})
        command = [str(node().binary), "--experimental-eventsource", "--no-warnings", str(HERE / "event_source.mjs")]
        with subprocess.Popen(
            command, env={**os.environ, "SCENE": settings}, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
        ) as watching:
            try:
                assert watching.stdout is not None and watching.stdout.readline() == "ready\n"
                take_its_place(loop, work)
                seen = json.loads(watching.communicate(timeout=60)[0])
            finally:
                watching.kill()
    endings = [event["reason"] for event in seen["heard"] if event["name"] == "ended"]
    assert endings[-1] == "superseded" and set(endings[:-1]) == {"segment"} and seen["opened"] == len(endings)
    asked = [event["content"] for event in seen["heard"] if event["name"] == "conversation_message"]
    assert asked.count(work.request.message) == 1, "once over all its connections"


def take_its_place(loop: LoopDriver, work: Run) -> None:
    """After some segments another viewer, always the newest, opens the same feed."""
    deadline = threading.Event()
    connections: set[str] = set()
    for _ in range(3000):
        connections |= {lease.nonce for lease in loop.world.leases.opened_since(work.tenant_id, 0)}
        if len(connections) >= 3:
            break
        deadline.wait(0.01)
    later = loop.world.clock.now().timestamp() * 1000 + 60_000
    newest = next(iter(loop.world.leases.opened_since(work.tenant_id, 0)), None)
    assert newest is not None
    fields = {"opened_ms": round(later), "nonce": "newest", "until_ms": round(later) * 2}
    loop.world.leases.open(newest.model_copy(update=fields))
