"""AG-UI's own client on our streams: none is refused by its checks, and each ends as the run did."""

from pathlib import Path
from typing import Any

import pytest

from tests.clients.checked import checked
from tests.support.api.stories import STORIES

HERE = Path(__file__).parent / "ag_ui"


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the client made of each story."""
    return checked("ag-ui", HERE / "check.mjs", tmp_path_factory.mktemp("ag-ui"), protocol="agui")


@pytest.mark.parametrize("name", STORIES)
def test_every_event_is_legal_in_its_place(seen: dict[str, Any], name: str) -> None:
    assert (seen[name]["thrown"], seen[name]["warnings"]) == (None, [])
    assert seen[name]["events"][0]["type"] == "RUN_STARTED"


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("repaired", "success"),
        ("cancelled", "cancelled"),
        ("cut and garbled", "success"),
        ("broken off", "success"),
        ("waiting", "interrupt"),
    ],
)
def test_it_ends_as_the_run_did(seen: dict[str, Any], name: str, outcome: str) -> None:
    last = seen[name]["events"][-1]
    assert (last["type"], last["outcome"]["type"]) == ("RUN_FINISHED", outcome)


def test_a_failure_is_an_error_with_its_code(seen: dict[str, Any]) -> None:
    last = seen["failed"]["events"][-1]
    assert (last["type"], last["code"]) == ("RUN_ERROR", "MODEL_UNAVAILABLE")


def test_the_messages_are_what_was_said_and_done(seen: dict[str, Any]) -> None:
    messages = seen["repaired"]["messages"]
    assert [one["content"] for one in messages if one["role"] == "reasoning"] == ["Let me think."]
    assert [one["content"] for one in messages if one["role"] == "assistant" and one.get("content")] == [
        "I add a note."
    ]
    named = [call["function"]["name"] for one in messages for call in one.get("toolCalls", [])]
    assert named == ["write_file", "finish", "write_file", "compile_project", "finish"]
    assert len([one for one in messages if one["role"] == "tool"]) == len(named)


def test_an_approval_is_a_pending_interrupt(seen: dict[str, Any]) -> None:
    (interrupt,) = seen["waiting"]["pending"]
    assert (interrupt["id"], interrupt["reason"]) == ("appr_1", "tool_call")
