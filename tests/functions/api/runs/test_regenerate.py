"""Another answer to the same message: on the draft as it was before, in the same conversation, nothing lost."""

from base64 import b64encode
from json import dumps
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, Reply, calls, say
from devkit.loop import BUILD_ERROR, LoopDriver
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.base import Files
from shared.domain.runs.run import Run
from tests.shared.domain.runs.test_attachments import PNG

FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})


def write(content: str, path: str = "src/note.ts") -> Reply:
    return calls(Call(name="write_file", arguments={"path": path, "content": content}), FINISH)


class Chat:
    """A page with useChat: what it posts, and the runs that come of it, played to their end."""

    def __init__(self, *replies: Reply, **app: Any) -> None:
        self.loop = LoopDriver(list(replies)).at_once()
        self.world = self.loop.world
        self.api = Api(self.world)
        self.app, _ = self.world.make_app(tenant_id="acme", **app)

    def post(self, text: str = "Add a note", **body: Any) -> Any:
        parts = body.pop("parts", [{"type": "text", "text": text}])
        messages = [{"id": "m1", "role": "user", "parts": parts}]
        headers = body.pop("headers", {})
        return self.api.client.post(
            f"/admin/apps/{self.app.id}/builder/chat/stream",
            headers=headers,
            json={"id": "some-chat", "trigger": "submit-message", "messages": messages, **body},
        )

    def again(self, run: Run, text: str = "Add a note", **body: Any) -> Any:
        asked = {"conversationId": run.conversation_id, "trigger": "regenerate-message"}
        return self.post(text, **(asked | body))

    def run_of(self, answer: Any) -> Run:
        assert answer.status_code == 200, answer.text
        return self.world.runs.get("acme", answer.headers["x-run-id"])

    def files(self) -> Files:
        app = self.world.apps.get("acme", self.app.id)
        draft = self.world.revisions.get("acme", app.id, app.draft_revision_id or "")
        return self.world.snapshots.get("acme", app.id, draft.tree)

    def started(self) -> int:
        return len(self.world.runs.list("acme", self.app.id, limit=50).items)


def asked(request: ModelRequest) -> str:
    return "\n".join(item.model_dump_json() for item in request.items)


def test_the_new_answer_replaces_the_old_one_and_the_old_revision_stays() -> None:
    chat = Chat(write("export const a = 1;\n"), write("export const b = 1;\n", "src/other.ts"))
    first = chat.run_of(chat.post())
    second = chat.run_of(chat.again(first, messageId=first.turn_id))
    assert "src/other.ts" in chat.files() and "src/note.ts" not in chat.files()
    assert (second.conversation_id, second.request.message) == (first.conversation_id, first.request.message)
    assert second.request.regenerates == first.turn_id
    revisions = [one.id for one in chat.world.revisions.list("acme", chat.app.id, limit=9).items]
    assert {first.outcome.revision_id, second.outcome.revision_id} <= set(revisions)
    assert chat.world.revisions.get("acme", chat.app.id, second.outcome.revision_id or "").parent_revision_id == (
        first.outcome.revision_id
    )
    assert "note.ts" not in asked(chat.loop.model.requests[1]), "the model begins without the old answer"


def test_without_an_id_the_latest_answer_is_done_again_also_twice() -> None:
    chat = Chat(*[write(f"export const n = {n};\n", f"src/n{n}.ts") for n in range(3)])
    run = chat.run_of(chat.post())
    for n in (1, 2):
        run = chat.run_of(chat.again(run))
        assert [path for path in chat.files() if path.startswith("src/n")] == [f"src/n{n}.ts"]


def test_work_of_others_stays_and_the_same_places_are_a_conflict() -> None:
    chat = Chat(write("export const a = 1;\n"), write("export const b = 1;\n", "src/other.ts"))
    first = chat.run_of(chat.post())
    chat.world.add_revision(chat.world.apps.get("acme", chat.app.id), chat.files() | {"src/mine.ts": b"export {};\n"})
    chat.run_of(chat.again(first))
    assert {"src/mine.ts", "src/other.ts"} <= chat.files().keys() and "src/note.ts" not in chat.files()
    chat = Chat(write("export const a = 1;\n"))
    first = chat.run_of(chat.post())
    chat.world.add_revision(
        chat.world.apps.get("acme", chat.app.id), chat.files() | {"src/note.ts": b"export const a = 2;\n"}
    )
    refused = chat.again(first)
    assert (refused.status_code, refused.json()["code"]) == (409, "MERGE_CONFLICT")
    assert refused.json()["paths"] == ["src/note.ts"]
    assert chat.started() == 1


def test_a_new_answer_that_fails_keeps_the_old_one_and_leaves_no_diff_that_undoes_it() -> None:
    chat = Chat(write("export const a = 1;\n"), *[Reply(status=500)] * 3)
    first = chat.run_of(chat.post())
    second = chat.run_of(chat.again(first))
    assert (second.status, second.outcome.diff_id) == ("failed", None) and "src/note.ts" in chat.files()
    chat = Chat(write("export const a = 1;\n"), *[write(f"'{BUILD_ERROR}{n}'", "src/b.ts") for n in range(5)])
    first = chat.run_of(chat.post())
    second = chat.run_of(chat.again(first))
    assert second.status == "failed" and second.outcome.diff_id and "src/note.ts" in chat.files()


def test_the_conversation_goes_on_from_the_new_answer() -> None:
    chat = Chat(say("Old words."), say("New words."), say("Yes."))
    first = chat.run_of(chat.post())
    chat.world.clock.advance(1)
    second = chat.run_of(chat.again(first))
    assert "Old words." not in asked(chat.loop.model.requests[1])
    chat.world.clock.advance(1)
    chat.post("And then?", conversationId=second.conversation_id)
    assert "New words." in asked(chat.loop.model.requests[2]) and "Old words." not in asked(chat.loop.model.requests[2])


def test_only_the_latest_answer_can_be_done_again() -> None:
    chat = Chat(say("One."), say("Two."))
    first = chat.run_of(chat.post())
    chat.world.clock.advance(1)
    chat.post("And then?", conversationId=first.conversation_id)
    for refused in (chat.again(first, messageId=first.turn_id), chat.again(first)):
        assert (refused.status_code, refused.json()["code"]) == (409, "NOT_LATEST_ANSWER")
    assert chat.started() == 2


def test_a_second_click_does_nothing_twice() -> None:
    chat = Chat(say("One."), say("Two."))
    first = chat.run_of(chat.post())
    chat.world.clock.advance(1)
    key = {"headers": {"Idempotency-Key": "click"}}
    second = chat.run_of(chat.again(first, messageId=first.turn_id, **key))
    assert chat.run_of(chat.again(first, messageId=first.turn_id, **key)).id == second.id
    without = chat.again(first, messageId=first.turn_id)
    assert (without.status_code, without.json()["code"], chat.started()) == (409, "NOT_LATEST_ANSWER", 2)


def test_an_answer_that_is_not_finished_is_cancelled_first() -> None:
    chat = Chat(write("export const a = 1;\n"))
    first = chat.run_of(chat.post(autonomy="semi_auto"))
    refused = chat.again(first, messageId=first.turn_id)
    assert (first.status, refused.status_code, refused.json()["code"]) == ("awaiting_approval", 409, "RUN_ACTIVE")
    assert "Cancel" in refused.json()["detail"]


@pytest.mark.parametrize("name", ["m1", "msg-123", "turn_" + "0" * 26, "turn_../..", ""])
def test_a_message_that_is_not_ours_is_not_found(name: str) -> None:
    chat = Chat(say("One."))
    first = chat.run_of(chat.post())
    refused = chat.again(first, messageId=name)
    assert (refused.status_code, refused.json()["code"], chat.started()) == (404, "NOT_FOUND", 1)
    assert chat.post(trigger="regenerate-message", messageId=7).status_code == 422


def test_an_answer_of_another_conversation_is_not_found() -> None:
    chat = Chat(say("One."), say("Two."))
    first = chat.run_of(chat.post())
    other = chat.run_of(chat.post(newConversation=True))
    assert chat.again(other, messageId=first.turn_id).status_code == 404


def uploads(chat: Chat) -> list[str]:
    return [key for key in chat.world.blobs.objects if key.startswith("uploads/")]


def ag_ui(part: dict[str, Any]) -> dict[str, Any]:
    content = [{"type": "text", "text": "This"}, part]
    return {"threadId": "t", "runId": "r", "messages": [{"id": "1", "role": "user", "content": content}]}


def test_a_message_that_was_never_taken_is_sent_by_a_second_try() -> None:
    """useChat's way to try again what the server refused."""
    chat = Chat(say("One."), say("Two."))
    first = chat.run_of(chat.post(trigger="regenerate-message"))
    second = chat.run_of(chat.again(first, "Something new"))
    assert (first.request.regenerates, second.request.regenerates) == (None, None)
    assert second.request.message == "Something new"


PICTURE = {"type": "file", "mediaType": "image/png", "url": "data:image/png;base64,iVBORw0KGgo="}
"""The beginning of one, and no more."""
PNG64 = b64encode(PNG).decode()
LOGO = {"type": "file", "mediaType": "image/png", "filename": "logo.png", "url": f"data:image/png;base64,{PNG64}"}
WORDS = {"type": "text", "text": "Make it look like this"}


@pytest.mark.parametrize(
    "picture", [PICTURE, {"type": "file", "mediaType": "image/png", "url": "https://example.com/a.png"},
                {"type": "file", "url": "blob:http://localhost/1"}, {"type": "file", "url": 7}, {"type": "file"},
                {"type": "file", "url": "data:image/png;base64,no!"},
                {"type": "file", "url": "data:image/png;base64,"}],
)  # fmt: skip
def test_files_that_cannot_be_read_are_refused_with_words_before_anything_starts(picture: Any) -> None:
    chat = Chat(say("One."))
    parts = [WORDS, picture]
    refused = chat.post(parts=parts)
    assert (refused.status_code, refused.json()["code"], chat.started()) == (422, "ATTACHMENTS_UNSUPPORTED", 0)
    assert uploads(chat) == []
    messages = [{"id": "m1", "role": "user", "parts": parts}, {"id": "m2", "role": "user", "parts": [WORDS]}]
    assert chat.post(messages=messages).status_code == 200, "the message that was refused stands in the page's list"


def test_files_without_words_too_many_or_for_nobodys_app_start_and_store_nothing() -> None:
    chat = Chat(say("One."))
    assert chat.post(parts=[WORDS, *[LOGO] * 7]).json()["code"] == "VALIDATION_FAILED"
    assert chat.post(parts=[LOGO]).json()["detail"].startswith("The message is empty.")
    other, _ = chat.world.make_app(tenant_id="other")
    messages = [{"id": "m1", "role": "user", "parts": [WORDS, LOGO]}]
    theirs = chat.api.client.post(f"/admin/apps/{other.id}/builder/chat/stream", json={"messages": messages})
    assert (theirs.status_code, chat.started(), uploads(chat)) == (404, 0, [])


def test_files_of_the_ai_sdk_go_with_the_message_and_with_another_answer_to_it() -> None:
    chat = Chat(say("One."), say("Two."))
    note = {"type": "file", "mediaType": "text/plain", "filename": "a.txt", "url": "data:text/plain,Be%20blue"}
    parts = [WORDS, LOGO, note]
    first = chat.run_of(chat.post(parts=parts, headers={"Idempotency-Key": "once"}))
    assert [(one.name, one.kind, one.use) for one in first.request.attachments] == [
        ("logo.png", "image", "show"),
        ("a.txt", "text", "show"),
    ]
    assert "| Be blue" in asked(chat.loop.model.requests[0])
    assert chat.run_of(chat.post(parts=parts, headers={"Idempotency-Key": "once"})).id == first.id
    changed = chat.post(parts=[WORDS, note], headers={"Idempotency-Key": "once"})
    assert changed.json()["code"] == "IDEMPOTENCY_MISMATCH"
    again = chat.run_of(chat.again(first, messageId=first.turn_id, parts=parts))
    assert (again.request.regenerates, again.request.attachments) == (first.turn_id, first.request.attachments)


def test_half_a_character_in_a_name_or_an_address_is_no_fault_of_the_server() -> None:
    chat = Chat(say("One."))
    part = {"type": "file", "filename": "a\ud800.txt", "url": "data:text/plain,Be \ud800blue"}
    messages = [{"id": "m1", "role": "user", "parts": [WORDS, part]}]
    sent = dumps({"messages": messages}).encode()
    path = f"/admin/apps/{chat.app.id}/builder/chat/stream"
    answer = chat.api.client.post(path, content=sent, headers={"Content-Type": "application/json"})
    assert answer.status_code in (200, 422), answer.text


@pytest.mark.parametrize(
    "part", [{"type": "binary", "mimeType": "image/png", "filename": "a.png", "data": PNG64},
             {"type": "binary", "mimeType": "image/png", "url": f"data:image/png;base64,{PNG64}"},
             {"type": "image", "source": {"type": "data", "mimeType": "image/png", "value": PNG64}}],
)  # fmt: skip
def test_files_by_ag_ui_are_taken_alike(part: dict[str, Any]) -> None:
    chat = Chat(say("One."))
    answer = chat.api.client.post(f"/admin/apps/{chat.app.id}/builder/chat/stream?protocol=agui", json=ag_ui(part))
    assert [(one.kind, one.width) for one in chat.run_of(answer).request.attachments] == [("image", 640)]


@pytest.mark.parametrize(
    "part", [{"type": "binary", "id": "elsewhere"}, {"type": "binary", "data": "aGk"},
             {"type": "image", "source": {"type": "url", "value": "https://example.com/a"}}],
)  # fmt: skip
def test_files_by_ag_ui_that_are_elsewhere_are_refused_alike(part: dict[str, Any]) -> None:
    chat = Chat(say("One."))
    refused = chat.api.client.post(f"/admin/apps/{chat.app.id}/builder/chat/stream?protocol=agui", json=ag_ui(part))
    assert (refused.status_code, refused.json()["code"], chat.started()) == (422, "ATTACHMENTS_UNSUPPORTED", 0)


def test_a_new_answer_of_words_alone_takes_the_place_of_an_old_one_that_left_a_diff() -> None:
    chat = Chat(write("export const a = 1;\n"), say("There is nothing to do."), say("Hello."), review="before")
    first = chat.run_of(chat.post())
    assert first.outcome.diff_id is not None
    second = chat.run_of(chat.again(first))
    assert (second.status, second.outcome.diff_id) == ("completed", None)
    third = chat.run_of(chat.post("Something else", conversationId=first.conversation_id))
    assert third.request.continues is None and third.candidate_tree == third.base_tree
    assert chat.world.diffs.get("acme", chat.app.id, first.outcome.diff_id).status == "pending_review"


def test_a_new_answer_that_fails_leaves_the_old_one_to_go_on_with() -> None:
    chat = Chat(write("export const a = 1;\n"), Reply(status=400), say("Hello."), review="before")
    first = chat.run_of(chat.post())
    assert chat.run_of(chat.again(first)).status == "failed"
    third = chat.run_of(chat.post("Go on", conversationId=first.conversation_id))
    assert third.request.continues is not None and third.request.continues.diff_id == first.outcome.diff_id
