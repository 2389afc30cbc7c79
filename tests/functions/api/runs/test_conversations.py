"""A message without a conversation joins the app's latest, which is named in the first event and in a list."""

from typing import Any

from devkit.api.api import Api
from devkit.fakes.model import say
from devkit.loop import LoopDriver
from shared.domain.runs.run import Run


def answered(loop: LoopDriver, run: Run) -> Run:
    loop.model.push(say("Yes."))
    return loop.follow(run)


def test_a_message_without_a_conversation_joins_the_latest() -> None:
    loop = LoopDriver([])
    first = answered(loop, loop.start("One"))
    second = loop.start("Two", app_id=first.app_id)
    assert second.conversation_id == first.conversation_id
    answered(loop, second)
    request = [str(item) for item in loop.model.requests[-1].items]
    assert any("One" in item for item in request)
    assert loop.world.apps.get("acme", first.app_id).conversation_id == first.conversation_id


def test_a_new_conversation_is_one_word_and_becomes_the_latest() -> None:
    loop = LoopDriver([])
    first = answered(loop, loop.start("One"))
    other = answered(loop, loop.start("Two", app_id=first.app_id, new_conversation=True))
    assert other.conversation_id != first.conversation_id
    third = answered(loop, loop.start("Three", app_id=first.app_id))
    assert third.conversation_id == other.conversation_id
    back = answered(loop, loop.start("Four", app_id=first.app_id, conversation_id=first.conversation_id))
    assert loop.world.apps.get("acme", first.app_id).conversation_id == back.conversation_id == first.conversation_id


def test_both_at_once_are_refused() -> None:
    loop = LoopDriver([])
    first = answered(loop, loop.start("One"))
    asked = {"message": "Two", "conversation_id": first.conversation_id, "new_conversation": True}
    refused = Api(loop.world).client.post(f"/admin/apps/{first.app_id}/builder/chat/stream", json=asked)
    assert (refused.status_code, refused.json()["code"]) == (422, "VALIDATION_FAILED")


def test_the_first_event_names_the_conversation() -> None:
    loop = LoopDriver([])
    run = loop.start("One")
    start = loop.chunks(run)[0]
    assert start["type"] == "start"
    assert start["messageMetadata"] == {"run_id": run.id, "conversation_id": run.conversation_id}


def test_a_list_has_the_titles_and_says_which_is_the_latest() -> None:
    loop = LoopDriver([])
    first = answered(loop, loop.start("Make a shop"))
    answered(loop, loop.start("Another thing", app_id=first.app_id, new_conversation=True))
    answered(loop, loop.start("Again", app_id=first.app_id, conversation_id=first.conversation_id))
    listed: list[dict[str, Any]] = Api(loop.world).client.get(f"/projects/{first.app_id}/conversations").json()["items"]
    assert [(one["title"], one["latest"]) for one in listed] == [("Another thing", False), ("Make a shop", True)]
    assert "tenant_id" not in listed[0]


def test_a_turn_that_a_person_stopped_is_called_as_its_run_is() -> None:
    loop = LoopDriver([])
    run = loop.start("One")
    client = Api(loop.world).client
    assert client.post(f"/admin/apps/{run.app_id}/builder/chat/{run.id}/cancel").status_code == 202
    loop.follow(run)
    (turn,) = client.get(f"/admin/apps/{run.app_id}/builder/conversations").json()["items"]
    assert (turn["status"], client.get(f"/runs/{run.id}").json()["status"]) == ("cancelled", "cancelled")
