"""AG-UI over HTTP: its own stream of a run, cut anywhere and gone on with, and the body its clients post."""

import json
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, Reply, calls, say
from devkit.fakes.rates import BottomlessRates
from devkit.loop import LoopDriver
from functions.api.runs.agui import Seen, read_seen

WRITE = Call(name="write_file", arguments={"path": "src/new.ts", "content": "export const made = 1;\n"})
FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})
NOTHING = {"messages": [], "tools": [], "context": [], "state": {}, "forwardedProps": {}}
Frame = tuple[str, dict[str, Any]]


class Stage:
    """An API whose runs are played as soon as they start or are answered."""

    def __init__(self, *replies: Reply) -> None:
        self.loop = LoopDriver(list(replies)).at_once()
        self.client = Api(self.loop.world, {"rates": BottomlessRates()}).client
        self.app, _ = self.loop.world.make_app(tenant_id="acme")
        self.post_to = f"/admin/apps/{self.app.id}/builder/chat/stream"
        self.loop.world.workflows.on_complete = lambda token: self.loop.follow(self.run())

    def run(self) -> Any:
        (run,) = self.loop.world.workflows.runs
        return self.loop.world.runs.get(run.tenant_id, run.id)

    def post(self, body: Any, protocol: str = "agui") -> list[Frame]:
        answer = self.client.post(self.post_to, json=body, params={"protocol": protocol})
        assert answer.status_code == 200, answer.text
        return frames(answer.text)

    def read(self, seen: str = "", **params: Any) -> list[Frame]:
        answer = self.client.get(
            f"/admin/apps/{self.app.id}/builder/chat/{self.run().id}/stream",
            params={"protocol": "agui", **params},
            headers={"Last-Event-ID": seen} if seen else {},
        )
        assert answer.status_code in (200, 204)
        return frames(answer.text)


def frames(text: str) -> list[Frame]:
    result = []
    for block in text.split("\n\n")[:-1]:
        name, data = block.split("\n")
        result.append((name.removeprefix("id: "), json.loads(data.removeprefix("data: "))))
    return result


def asked(*messages: dict[str, Any], **over: Any) -> dict[str, Any]:
    return {**NOTHING, "threadId": "their-thread", "runId": "their-run", "messages": list(messages), **over}


def user(text: Any) -> dict[str, Any]:
    return {"id": "m", "role": "user", "content": text}


def test_a_turn_is_told_as_ag_ui_from_its_beginning_to_its_end() -> None:
    stage = Stage(Reply(reasoning=("hm",), text=("I ", "write."), calls=(WRITE,)), calls(FINISH))
    found = [body for _, body in stage.post(asked(user("Change it")))]
    assert (found[0]["type"], found[-1]["type"]) == ("RUN_STARTED", "RUN_FINISHED")
    assert (found[0]["runId"], found[0]["threadId"]) == (stage.run().id, stage.run().conversation_id)
    assert found[-1]["result"]["revision_id"] == stage.run().outcome.revision_id
    assert "".join(one["delta"] for one in found if one["type"] == "TEXT_MESSAGE_CONTENT") == "I write."
    assert [one["toolCallName"] for one in found if one["type"] == "TOOL_CALL_START"] == ["write_file", "finish"]
    assert {"data-revision", "data-done"} <= {one["name"] for one in found if one["type"] == "CUSTOM"}


def test_it_is_no_ai_sdk_stream() -> None:
    stage = Stage(say("Hello."))
    answer = stage.client.post(stage.post_to, json={"message": "Hi"}, params={"protocol": "agui"})
    assert "x-vercel-ai-ui-message-stream" not in answer.headers and "[DONE]" not in answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert {"x-run-id", "x-conversation-id"} <= answer.headers.keys()


@pytest.fixture(scope="module")
def played() -> tuple[Stage, list[Frame]]:
    stage = Stage(Reply(reasoning=("a", "b"), text=("Hi ", "you."), calls=(WRITE,)), calls(WRITE), calls(FINISH))
    return stage, stage.post(asked(user("Change it")))


def test_the_last_frame_of_each_event_has_its_number(played: tuple[Stage, list[Frame]]) -> None:
    stage, whole = played
    numbers = [int(name) for name, _ in whole if "." not in name]
    assert numbers == sorted(set(numbers)) and numbers[-1] == len(stage.loop.chunks(stage.run()))
    assert any("." in name for name, _ in whole) and len({name for name, _ in whole}) == len(whole)


def test_cut_behind_any_frame_the_rest_is_told_and_nothing_twice(played: tuple[Stage, list[Frame]]) -> None:
    stage, whole = played
    for count in range(len(whole)):
        assert stage.read(whole[count - 1][0] if count else "") == whole[count:]
        if count and "." not in whole[count - 1][0]:
            assert stage.read(after=whole[count - 1][0]) == whole[count:]
    assert stage.read(whole[-1][0]) == []


@pytest.mark.parametrize("seen", ["x", "1.", ".1", "1.x", "-1", "1.2.3", "1" * 30, "1." + "1" * 30])
def test_an_id_we_never_told_replays_everything(played: tuple[Stage, list[Frame]], seen: str) -> None:
    stage, whole = played
    assert stage.read(seen) == whole


def test_a_stream_says_behind_which_event_it_begins(played: tuple[Stage, list[Frame]]) -> None:
    stage, whole = played
    for seen in ("", whole[0][0], whole[3][0]):
        answer = stage.client.get(
            f"/admin/apps/{stage.app.id}/builder/chat/{stage.run().id}/stream",
            params={"protocol": "agui"},
            headers={"Last-Event-ID": seen},
        )
        assert answer.headers["x-last-event-id"] == (seen or "0")


def test_of_an_event_that_was_never_said_no_part_was_seen() -> None:
    seen = read_seen("9.3", parts=True)
    assert (seen.at_most(9), seen.at_most(8), seen.at_most(10)) == (Seen(9, 3), Seen(8), Seen(9, 3))


def test_an_id_behind_the_end_is_the_end(played: tuple[Stage, list[Frame]]) -> None:
    assert played[0].read("99999.3") == []


def test_an_interrupt_is_answered_by_resume_and_the_thread_goes_on() -> None:
    stage = Stage(calls(WRITE), calls(FINISH), say("More."))
    first = stage.post(asked(user("Change it"), forwardedProps={"autonomy": "semi_auto", "their": "own"}))
    (interrupt,) = first[-1][1]["outcome"]["interrupts"]
    assert interrupt["toolCallId"] in {one.get("toolCallId") for _, one in first[:-1]}
    resume = [{"interruptId": interrupt["id"], "status": "resolved", "payload": {"approved": True}}]
    second = stage.post(asked(user("Change it"), resume=resume))
    assert (second[0][1]["type"], second[-1][1]["outcome"]) == ("RUN_STARTED", {"type": "success"})
    assert int(second[0][0].split(".")[0]) >= int(first[-1][0])
    assert stage.read() == first + second


def test_a_conversation_that_waits_for_a_person_says_so_to_a_reloaded_page() -> None:
    stage = Stage(calls(WRITE), calls(FINISH))
    first = stage.post(asked(user("Change it"), forwardedProps={"autonomy": "semi_auto"}))
    where = f"/admin/apps/{stage.app.id}/builder/chat/{stage.run().conversation_id}/stream"
    assert frames(stage.client.get(where, params={"protocol": "agui"}).text) == first
    assert stage.client.get(where, params={"protocol": "agui", "after": first[-1][0]}).status_code == 204
    stage.client.post(f"/runs/{stage.run().id}/advance", json={"approval": "approve"})
    assert stage.run().status == "completed"
    assert stage.client.get(where, params={"protocol": "agui"}).status_code == 204


@pytest.mark.parametrize(
    ("entry", "approved", "feedback"),
    [
        ({"status": "resolved"}, "approve", None),
        ({"status": "resolved", "payload": True}, "approve", None),
        ({"status": "resolved", "payload": {"approved": False, "reason": "No."}}, "skip", "No."),
        ({"status": "resolved", "payload": {"approved": "yes"}}, "skip", None),
        ({"status": "resolved", "payload": "yes"}, "skip", None),
        ({"status": "cancelled"}, "skip", None),
    ],
)
def test_only_a_clear_yes_is_one(entry: dict[str, Any], approved: str, feedback: str | None) -> None:
    stage = Stage(calls(WRITE), say("Then not."))
    first = stage.post(asked(user("Change it"), forwardedProps={"autonomy": "semi_auto"}))
    (interrupt,) = first[-1][1]["outcome"]["interrupts"]
    decided: list[tuple[Any, Any]] = []
    follow = stage.loop.follow
    stage.loop.world.workflows.on_complete = lambda token: (
        decided.extend((held.decision, held.feedback) for held in stage.run().waiting.held if held.waits),
        follow(stage.run()),
    )
    stage.post(asked(resume=[{"interruptId": interrupt["id"], **entry}]))
    assert decided == [(approved, feedback)]


def test_a_thread_of_ours_is_continued() -> None:
    stage = Stage(say("One."), say("Two."))
    stage.post(asked(user("First")))
    thread = stage.run().conversation_id
    parts = [{"type": "text", "text": "Sec"}, {"type": "text", "text": "ond"}]
    again = stage.post(asked(user("First"), {"id": "a", "role": "assistant"}, user(parts), threadId=thread))
    assert again[0][1]["threadId"] == thread
    assert [run.request.message for run in stage.loop.world.workflows.runs] == ["First", "Second"]


BAD: list[tuple[Any, str]] = [
    (asked(), "agui"),
    (asked({"id": "a", "role": "assistant", "content": "x"}), "agui"),
    (asked(user("")), "agui"),
    (asked(user(None)), "agui"),
    (asked(user("x"), threadId=7), "agui"),
    (asked(user("x"), messages="x"), "agui"),
    (asked(user("x"), forwardedProps={"autonomy": "wild"}), "agui"),
    (asked(user("x"), resume=[{"interruptId": "nobody", "status": "resolved"}]), "agui"),
    (asked(user("x"), resume=[{"interruptId": "run_1:c", "status": "maybe"}]), "agui"),
    ({"message": "x"}, "ag-ui"),
    ({"message": "x"}, ""),
]


@pytest.mark.parametrize(("body", "protocol"), BAD)
def test_what_cannot_be_understood_is_refused_and_starts_nothing(body: Any, protocol: str) -> None:
    stage = Stage()
    answer = stage.client.post(stage.post_to, json=body, params={"protocol": protocol})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert stage.loop.world.workflows.runs == []


def test_an_unknown_protocol_is_refused_on_resuming_too() -> None:
    stage = Stage(say("Hello."))
    stage.post(asked(user("Hi")))
    answer = stage.client.get(
        f"/admin/apps/{stage.app.id}/builder/chat/{stage.run().id}/stream", params={"protocol": "AGUI"}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


def test_a_run_input_may_be_answered_with_an_ai_sdk_stream() -> None:
    stage = Stage(say("Hello."))
    answer = stage.client.post(stage.post_to, json=asked(user("Hi")))
    assert answer.headers["x-vercel-ai-ui-message-stream"] == "v1" and answer.text.endswith("data: [DONE]\n\n")
