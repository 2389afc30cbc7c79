"""The AI SDK's own client on our streams: every chunk is one it knows, and the message it builds is whole."""

from pathlib import Path
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import say
from devkit.loop import LoopDriver
from tests.clients.checked import checked
from tests.support.api.stories import STORIES

HERE = Path(__file__).parent / "ai_sdk"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the client made of each story."""
    return checked("ai-sdk", HERE / "check.mjs", tmp_path_factory.mktemp("ai-sdk"))


@pytest.mark.parametrize("name", STORIES)
def test_every_chunk_is_one_the_client_knows(seen: dict[str, Any], name: str) -> None:
    assert seen[name]["refused"] == [] and seen[name]["kinds"][0] == "start" and seen[name]["kinds"][-1] == "finish"


@pytest.mark.parametrize("way", ["first", "again"])
@pytest.mark.parametrize("name", [name for name in STORIES if name != "failed"])
def test_the_client_builds_a_whole_message_live_and_on_replay(seen: dict[str, Any], name: str, way: str) -> None:
    result = seen[name][way]
    assert (result["status"], result["thrown"]) == ("ready", [])
    open_states = {"streaming", "input-streaming"} | (set() if name == "waiting" else {"input-available"})
    assert not [part for part in result["parts"] if part.get("state") in open_states]


def test_a_failure_is_the_clients_error_and_its_reason_is_read_before(seen: dict[str, Any]) -> None:
    result = seen["failed"]["first"]
    assert result["status"] == "error" and "MODEL_UNAVAILABLE" in result["thrown"][0]
    assert [
        part["type"] for part in result["parts"] if part["type"].startswith("tool") or part["type"] == "dynamic-tool"
    ]


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
    loop = LoopDriver([say("Hello.")]).at_once()
    app, _ = loop.world.make_app(tenant_id="acme")
    posted["id"] = "some-chat"
    answer = Api(loop.world).client.post(f"/admin/apps/{app.id}/builder/chat/stream", json=posted)
    assert answer.status_code == 200 and loop.world.workflows.runs[0].request.message == "Make it blue"
