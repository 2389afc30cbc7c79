"""The AI SDK's own client on our streams: every chunk is one it knows, and the message it builds is whole."""

import json
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shared.domain.errors import Transient
from shared.domain.events import DataDone, DoneData, Finish, StartStep, ToolApprovalRequest
from shared.domain.run import Run, RunUsage
from shared.domain.steps import LoopState
from shared.services.event_writer import EventWriter
from shared.services.run_iteration import run_iteration
from tests.fakes.model import Call, Reply, call, calls, say
from tests.support.api import Api
from tests.support.loop import BUILD_ERROR, LoopDriver
from tests.support.npm_tool import installed, node

HERE = Path(__file__).parent / "ai_sdk"
FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def write(content: str = "export {}\n", **over: Any) -> Call:
    return Call(name="write_file", arguments={"path": "src/note.ts", "content": content}, **over)


def repaired() -> tuple[LoopDriver, Run]:
    talk = Reply(reasoning=("Let me ", "think."), text=("I add ", "a note."), calls=(write(BUILD_ERROR),))
    loop = LoopDriver([talk, calls(FINISH), calls(write(), Call(name="compile_project")), calls(FINISH)])
    return loop, loop.play()


def failed() -> tuple[LoopDriver, Run]:
    loop = LoopDriver([calls(write(), Call(name="build_project_worker")), say("x").model_copy(update={"status": 500})])
    return loop, loop.play()


def cancelled() -> tuple[LoopDriver, Run]:
    loop = LoopDriver([calls(write()), calls(FINISH)])
    loop.before_iteration = lambda number, run: number and loop.world.runs.request_cancel(run.tenant_id, run.id)
    return loop, loop.play()


def cut_and_garbled() -> tuple[LoopDriver, Run]:
    cut = Reply(text=("Half ", "a word"), calls=(write(call_id="call_0"),), cut_after=3)
    odd = calls(write(call_id="call_0"), write(call_id="call_0"), Call(name="read file\x00", arguments="{not json"))
    loop = LoopDriver([cut, odd, say("A\u2028B \ud83d", "\ude00")])
    return loop, loop.play()


def broken_off() -> tuple[LoopDriver, Run]:
    """An attempt that dies when its words are half told; the next one says them again."""
    loop = LoopDriver([], respond=lambda request: calls(write()) if len(loop.model.requests) < 3 else calls(FINISH))
    run = loop.start()
    dying = replace(loop.ports, snapshots=_Failing(loop.ports.snapshots))
    state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id)
    with pytest.raises(Transient):
        run_iteration(state, ports=dying, model=loop.model)
    return loop, loop.follow(run)


class _Failing:
    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def put(self, *args: Any) -> str:
        raise Transient("down")


def waiting_for_a_person() -> tuple[LoopDriver, Run]:
    loop = LoopDriver([call("write_file", path="src/note.ts", content="export {}\n")])
    run = loop.start()
    run_iteration(
        LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id), ports=loop.ports, model=loop.model
    )
    writer = EventWriter(run, events=loop.world.events, clock=loop.world.clock, flush_seconds=0)
    data = DoneData(status="awaiting_approval", run_id=run.id, turn_id=run.turn_id, usage=RunUsage())
    asked = ToolApprovalRequest(approval_id="appr_1", tool_call_id="call_1_0")
    writer.emit(StartStep(), asked, DataDone(data=data), Finish())
    writer.flush()
    return loop, run


STORIES: dict[str, Callable[[], tuple[LoopDriver, Run]]] = {
    "repaired": repaired,
    "failed": failed,
    "cancelled": cancelled,
    "cut and garbled": cut_and_garbled,
    "broken off": broken_off,
    "waiting": waiting_for_a_person,
}


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the client made of each story."""
    folder = tmp_path_factory.mktemp("ai-sdk")
    (folder / "node_modules").symlink_to(installed("ai-sdk"))
    shutil.copy(HERE / "check.mjs", folder)
    streams = [{"name": name, "sse": _recorded(*story())} for name, story in STORIES.items()]
    done = subprocess.run(
        [str(node().binary), "check.mjs"], cwd=folder, input=json.dumps(streams), capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]  # parsed JSON


def _recorded(loop: LoopDriver, run: Run) -> str:
    return Api(loop.world).client.get(f"/admin/apps/{run.app_id}/builder/chat/{run.id}/stream").text


@pytest.mark.parametrize("name", STORIES)
def test_every_chunk_is_one_the_client_knows(seen: dict[str, Any], name: str) -> None:
    assert seen[name]["refused"] == [] and seen[name]["kinds"][0] == "start" and seen[name]["kinds"][-1] == "finish"


@pytest.mark.parametrize("way", ["first", "again"])
@pytest.mark.parametrize("name", [name for name in STORIES if name != "failed"])
def test_the_client_builds_a_whole_message_live_and_on_replay(seen: dict[str, Any], name: str, way: str) -> None:
    told = seen[name][way]
    assert (told["status"], told["thrown"]) == ("ready", [])
    open_states = {"streaming", "input-streaming"} | (set() if name == "waiting" else {"input-available"})
    assert not [part for part in told["parts"] if part.get("state") in open_states]


def test_a_failure_is_the_clients_error_and_its_reason_is_read_before(seen: dict[str, Any]) -> None:
    told = seen["failed"]["first"]
    assert told["status"] == "error" and "MODEL_UNAVAILABLE" in told["thrown"][0]
    assert [part["type"] for part in told["parts"] if part["type"].startswith("tool") or part["type"] == "dynamic-tool"]


def test_words_and_calls_arrive_as_they_were_said(seen: dict[str, Any]) -> None:
    parts = seen["repaired"]["first"]["parts"]
    assert [part["text"] for part in parts if part["type"] == "text"] == ["I add a note."]
    assert [part["text"] for part in parts if part["type"] == "reasoning"] == ["Let me think."]
    tools = [(part["toolName"], part["state"]) for part in parts if part["type"] == "dynamic-tool"]
    assert tools == [
        ("write_file", "output-available"),
        ("finish", "output-error"),
        ("write_file", "output-available"),
        ("compile_project", "output-available"),
        ("finish", "output-available"),
    ]
    texts = [part["text"] for part in seen["cut and garbled"]["first"]["parts"] if part["type"] == "text"]
    assert texts == ["Half a word", "A\u2028B \U0001f600"]


def test_our_own_data_reaches_the_client(seen: dict[str, Any]) -> None:
    kinds = [part["type"] for part in seen["repaired"]["first"]["data"]]
    assert {"data-stage", "data-build", "data-diff", "data-revision", "data-usage", "data-done"} <= set(kinds)


def test_an_approval_is_asked_for_at_its_call(seen: dict[str, Any]) -> None:
    asked = [part for part in seen["waiting"]["first"]["parts"] if part.get("state") == "approval-requested"]
    assert [part["approval"]["id"] for part in asked] == ["appr_1"]


def test_nothing_to_resume_is_no_error(seen: dict[str, Any]) -> None:
    assert (seen["nothing"]["status"], seen["nothing"]["thrown"]) == ("ready", [])
    assert seen["nothing"]["sent"][0]["url"].endswith("/conv_00000000000000000000000000/stream")


def test_what_the_client_posts_starts_a_run(seen: dict[str, Any]) -> None:
    posted = seen["repaired"]["first"]["sent"][0]["body"]
    loop = LoopDriver([say("Hello.")])
    app, _ = loop.world.make_app(tenant_id="acme")
    start = loop.world.workflows.start_run
    loop.world.workflows.start_run = lambda run: (start(run), loop.follow(run))[0]  # type: ignore[method-assign]  # plays
    posted["id"] = "some-chat"
    answer = Api(loop.world).client.post(f"/admin/apps/{app.id}/builder/chat/stream", json=posted)
    assert answer.status_code == 200 and loop.world.workflows.runs[0].message == "Make it blue"
