"""Sessions and their messages are found behind any number of other conversations."""

from typing import Any

from devkit.fakes.model import calls
from devkit.fakes.samples import a_conversation, a_run, a_turn
from shared.domain.ids import new_run_id
from tests.functions.api.sessions.test_sessions import FINISH, Stage


def chatted(stage: Stage, times: int) -> None:
    """Conversations of the app's chat with a turn each, later than all sessions."""
    world = stage.loop.world
    for _ in range(times):
        run = a_run(stage.app, id=new_run_id(), created_at=world.clock.now())
        world.turns.create_conversation(a_conversation(run))
        world.write_turn(a_turn(run))


def all_of(stage: Stage, path: str, limit: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = None
    while True:
        page = stage.client.get(path, params={"limit": limit} | ({"cursor": cursor} if cursor else {})).json()
        assert len(page["items"]) <= limit
        found, cursor = found + page["items"], page["next_cursor"]
        if cursor is None:
            return found


def test_a_session_is_listed_behind_hundreds_of_chats() -> None:
    stage = Stage()
    node = stage.open_of_node()
    chatted(stage, 230)
    path = f"/projects/{stage.app.id}/sessions"
    mine = {stage.session["id"], node["id"]}
    assert {one["id"] for one in stage.client.get(path).json()["items"]} == mine
    assert {one["id"] for one in all_of(stage, path, 1)} == mine


def test_what_was_said_is_told_behind_a_page_of_chats_and_from_the_clearing_on() -> None:
    stage = Stage(calls(FINISH), calls(FINISH))
    stage.send("First")
    chatted(stage, 60)
    assert [one["content"] for one in stage.messages() if one["role"] == "user"] == ["First"]
    stage.loop.world.clock.sleep(1)
    stage.client.delete(f"/sessions/{stage.session['id']}").raise_for_status()
    stage.loop.world.clock.sleep(1)
    chatted(stage, 60)
    stage.send("Second")
    chatted(stage, 60)
    assert [one["content"] for one in stage.messages() if one["role"] == "user"] == ["Second"]
