"""Chats of an app: listed, named, found, removed and brought back."""

from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.model import say
from devkit.fakes.samples import a_turn
from devkit.loop import USER, LoopDriver
from shared.adapters.dynamo.turns import conversation_item
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.run import Run
from shared.domain.work_budget import TURNS_SEARCHED


class Chats:
    """An app with what was said in it, and a client of its API."""

    def __init__(self) -> None:
        self.loop = LoopDriver([])
        self.world = self.loop.world
        self.api = Api(self.world)
        self.client = self.api.client
        self.app = self.world.make_app(tenant_id=USER.tenant_id)[0].id

    def say(self, message: str, answer: str = "Done.", **where: Any) -> Run:
        self.world.clock.advance(60)
        self.loop.model.push(say(answer))
        return self.loop.follow(self.loop.start(message, app_id=self.app, **where))

    def place(self, *parts: str) -> str:
        return "/".join((f"/admin/apps/{self.app}/builder/threads", *parts))

    def listed(self, **query: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client.get(self.place(), params=query).json()["items"]
        return found

    def turns(self, **query: Any) -> list[str]:
        body = self.client.get(f"/admin/apps/{self.app}/builder/conversations", params=query).json()
        return [turn["prompt"] for turn in body["items"]]


@pytest.fixture
def chats() -> Chats:
    return Chats()


def test_a_list_says_what_each_chat_is_about(chats: Chats) -> None:
    first = chats.say("Make a shop\nwith three   shelves and a till")
    chats.say("Another thing", new_conversation=True)
    last = chats.say("Paint it\n\nblue", conversation_id=first.conversation_id)
    other, shop = chats.listed()
    assert (shop["title"], shop["turns"]) == ("Make a shop with three shelves and a till", 2)
    assert (shop["last_message"], shop["latest"], shop["active"]) == ("Paint it blue", True, False)
    assert shop["created_at"] < other["created_at"] < shop["updated_at"]
    assert shop["updated_at"] == last.model_dump(mode="json")["created_at"]
    assert (other["title"], other["latest"]) == ("Another thing", False)
    assert "tenant_id" not in shop


def test_a_long_first_message_ends_at_a_word(chats: Chats) -> None:
    chats.say("word " * 100)
    (one,) = chats.listed()
    assert one["title"].endswith("word…")
    assert len(one["title"]) <= 80
    assert len(one["last_message"]) == 160


def test_pages_follow_one_another(chats: Chats) -> None:
    for number in range(5):
        chats.say(f"Chat {number}", new_conversation=True)
    result, cursor = list[str](), None
    while True:
        page = chats.client.get(chats.place(), params={"limit": 2} | ({"cursor": cursor} if cursor else {})).json()
        result += [one["title"] for one in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert result == [f"Chat {number}" for number in (4, 3, 2, 1, 0)]


def test_the_turns_of_one_chat(chats: Chats) -> None:
    first = chats.say("One")
    chats.say("Two", new_conversation=True)
    chats.say("Three", conversation_id=first.conversation_id)
    assert chats.turns(conversation_id=first.conversation_id) == ["Three", "One"]
    assert chats.turns() == ["Three", "Two", "One"]


def test_a_chat_of_an_older_release_shows_its_turns_and_no_count(chats: Chats) -> None:
    first = chats.say("One")
    chats.say("Two", new_conversation=True)
    stored = chats.world.turns.conversation("acme", chats.app, first.conversation_id)
    older = Conversation.model_validate(stored.model_dump(exclude={"counted", "turns", "last_message", "last_turn_at"}))
    chats.world.write(conversation_item(older))
    _, known = chats.listed()
    assert (known["title"], known["turns"], known["last_message"]) == ("One", None, "")
    assert chats.turns(conversation_id=first.conversation_id) == ["One"]
    chats.say("Three", conversation_id=first.conversation_id)
    assert [one["last_message"] for one in chats.listed()] == ["Two", "Three"]
    assert chats.turns(conversation_id=first.conversation_id) == ["Three", "One"]


def test_a_chat_is_renamed(chats: Chats) -> None:
    run = chats.say("Make a shop")
    named = chats.client.patch(chats.place(run.conversation_id), json={"title": "  The shop  "})
    assert (named.status_code, named.json()["title"]) == (200, "The shop")
    chats.say("And more")
    assert chats.client.get(chats.place(run.conversation_id)).json()["title"] == "The shop"


@pytest.mark.parametrize(
    "body", [{}, {"title": ""}, {"title": "  "}, {"title": "x" * 101}, {"title": "a\u202eb"}, {"title": "a", "by": 1}]
)
def test_what_is_no_name_is_refused(chats: Chats, body: dict[str, Any]) -> None:
    run = chats.say("Make a shop")
    assert code(chats.client.patch(chats.place(run.conversation_id), json=body)) == (422, "VALIDATION_FAILED")
    assert chats.client.get(chats.place(run.conversation_id)).json()["title"] == "Make a shop"


def test_a_removed_chat_is_seen_nowhere_and_told_to_no_model(chats: Chats) -> None:
    run = chats.say("The password of the door is heron", "It is noted.")
    kept = chats.say("Two", new_conversation=True)
    gone = chats.place(run.conversation_id)
    assert [chats.client.delete(gone).status_code for _ in "ab"] == [204, 204]
    assert [one["title"] for one in chats.listed()] == ["Two"]
    assert chats.turns() == ["Two"]
    assert chats.turns(conversation_id=run.conversation_id) == []
    assert [one["title"] for one in chats.client.get(f"/projects/{chats.app}/conversations").json()["items"]] == ["Two"]
    assert chats.client.get(f"/sessions/{run.conversation_id}/messages").status_code == 404
    assert chats.client.get(chats.place("search"), params={"q": "heron"}).json()["items"] == []
    asked = {"project_id": chats.app, "query": "heron"}
    assert chats.client.post("/search/messages", json=asked).json()["data"]["results"] == []
    chats.say("Three", conversation_id=kept.conversation_id)
    assert "heron" not in str(chats.loop.model.requests[-1])
    assert chats.client.get(f"/runs/{run.id}").status_code == 200


def test_a_message_to_a_removed_chat_begins_another_or_is_refused_where_it_is_named(chats: Chats) -> None:
    run = chats.say("One")
    chats.client.delete(chats.place(run.conversation_id))
    named = {"message": "Two", "conversation_id": run.conversation_id}
    assert chats.client.post(f"/projects/{chats.app}/runs", json=named).status_code == 404
    assert chats.say("Two").conversation_id != run.conversation_id


def test_a_removed_chat_is_brought_back_whole(chats: Chats) -> None:
    run = chats.say("One")
    chats.client.delete(chats.place(run.conversation_id))
    (removed,) = chats.listed(archived="true")
    assert removed["archived_at"] is not None
    back = chats.client.patch(chats.place(run.conversation_id), json={"archived": False}).json()
    assert (back["archived_at"], back["title"], back["turns"]) == (None, "One", 1)
    assert chats.turns(conversation_id=run.conversation_id) == ["One"]
    assert chats.listed(archived="true") == []


def test_a_chat_whose_run_is_under_way_stays(chats: Chats) -> None:
    run = chats.loop.start("One", app_id=chats.app)
    assert [one["active"] for one in chats.listed()] == [True]
    refused = chats.client.delete(chats.place(run.conversation_id))
    assert (refused.status_code, refused.json()["code"]) == (409, "RUN_ACTIVE")
    assert refused.json()["active_run_id"] == run.id
    chats.loop.model.push(say("Done."))
    chats.loop.follow(run)
    assert chats.client.delete(chats.place(run.conversation_id)).status_code == 204


def test_a_removed_session_is_opened_anew(chats: Chats) -> None:
    session = chats.client.post(f"/projects/{chats.app}/sessions").json()["id"]
    chats.say("Old words", conversation_id=session)
    chats.client.delete(chats.place(session))
    assert chats.client.get(f"/sessions/{session}").status_code == 404
    assert chats.client.post(f"/projects/{chats.app}/sessions").json()["id"] == session
    assert chats.turns(conversation_id=session) == []
    assert [(one["title"], one["turns"]) for one in chats.listed()] == [("Project", 0)]


def test_a_search_finds_titles_messages_and_answers(chats: Chats) -> None:
    first = chats.say("Make a shop", "I drew a Heron on the door.")
    second = chats.say("Something else", new_conversation=True)
    chats.say("Where do herons sleep at night? " + "x" * 300, conversation_id=second.conversation_id)
    chats.client.patch(chats.place(first.conversation_id), json={"title": "Birds"})

    def found(query: str, **more: Any) -> list[tuple[str, str | None]]:
        body = chats.client.get(chats.place("search"), params={"q": query} | more).json()
        assert body["complete"] is True
        return [(one["title"], one["text"]) for one in body["items"]]

    (question, shown), (birds, drawn) = found("HERON")
    assert (question, birds, drawn) == ("Something else", "Birds", "I drew a Heron on the door.")
    assert shown is not None and shown.startswith("Where do herons") and shown.endswith("…")
    assert found("night herons") == [("Something else", shown)]
    assert found("bird") == [("Birds", None)]
    assert found("heron", limit=1) == [("Something else", shown)]
    assert found("zebra") == []


@pytest.mark.parametrize("query", ["", "   ", "x" * 201, "x" * 2000])
def test_a_search_for_nothing_or_too_much_is_refused(chats: Chats, query: str) -> None:
    assert code(chats.client.get(chats.place("search"), params={"q": query})) == (422, "VALIDATION_FAILED")


def test_a_search_that_did_not_see_all_says_so(chats: Chats) -> None:
    run = chats.say("One")
    for number in range(TURNS_SEARCHED):
        turn = a_turn(run, id=f"turn_7{number:025d}", prompt="More")
        chats.world.write_turn(turn)
    body = chats.client.get(chats.place("search"), params={"q": "one"}).json()
    assert (body["items"][0]["title"], body["items"][0]["text"], body["complete"]) == ("One", None, False)
