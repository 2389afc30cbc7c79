"""The question about checks that fail, over HTTP: shown, answered once, and by nobody but its tenant."""

import json
from typing import Any

import pytest

from devkit.api.api import Api, code
from shared.domain.runs.question import QUESTION_TOOL
from tests.shared.services.agent.checks.test_ask_person import stuck, turns


class Asked:
    """An API over the world of a run that has asked its question."""

    def __init__(self, **over: Any) -> None:
        self.loop, self.run = stuck(**over)
        self.api = Api(self.loop.world)

    def answer(self, said: str, **more: Any) -> Any:
        return self.api.client.post(f"/runs/{self.run.id}/advance", json={"approval": said, **more})

    def ended(self) -> dict[str, Any]:
        """The run as it is read when it has done what it was told."""
        self.loop.follow(self.loop.world.runs.get(self.run.tenant_id, self.run.id))
        body: dict[str, Any] = self.api.client.get(f"/runs/{self.run.id}").json()
        return body


def test_the_question_is_the_step_that_waits_and_its_arguments_say_what_each_answer_does() -> None:
    asked = Asked()
    body = asked.api.client.get(f"/runs/{asked.run.id}").json()
    (waiting,) = body["waiting_steps"]
    step = next(one for one in body["steps"] if one["id"] == waiting)
    assert (body["status"], step["tool"], step["status"]) == ("awaiting_approval", QUESTION_TOOL, "needs_approval")
    answer = json.loads(step["arguments"])
    assert answer["question"].startswith("The change builds, but 2 type errors are left.")
    assert "Go on" in answer["options"]["skip"] and len(answer["findings"]) == 2
    assert "question" not in body and body["verdict"]["types"]["count"] == 2


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [("approve", "completed", None), ("skip", "completed", None), ("abort", "cancelled", "CANCELLED")],
)
def test_each_answer_ends_as_it_says(said: str, status: str, code: str | None) -> None:
    asked = Asked(more=turns(1))
    assert asked.answer(said, step_id=asked.run.waiting.question.call_id).status_code == 200
    body = asked.ended()
    while body["status"] == "awaiting_approval":  # the write of the further try
        asked.answer("approve")
        body = asked.ended()
    assert (body["status"], body["failure_code"]) == (status, code)
    assert (body["revision_id"] is None) == (said == "abort")


def test_the_same_answer_twice_is_one_and_a_late_one_is_refused() -> None:
    asked = Asked()
    first, second = asked.answer("approve"), asked.answer("approve")
    assert (first.status_code, second.status_code) == (200, 200)
    body = asked.ended()
    assert body["status"] == "completed"
    assert code(asked.answer("skip")) == (409, "NOT_AWAITING_APPROVAL")
    revisions = asked.api.client.get(f"/admin/apps/{asked.run.app_id}/builder/revisions").json()["items"]
    assert len(revisions) == 2 and revisions[0]["id"] == body["revision_id"]


def test_a_second_mind_changes_nothing_once_the_answer_is_given() -> None:
    asked = Asked(more=turns(1))
    asked.answer("approve")
    asked.answer("skip")
    assert asked.ended()["summary"].startswith("Kept by a person as it is")


def test_the_ai_sdks_answer_keeps_it_too() -> None:
    asked = Asked()
    run = asked.run
    part = {
        "type": "dynamic-tool", "toolName": QUESTION_TOOL, "toolCallId": run.waiting.question.call_id,
        "state": "approval-responded", "input": {},
        "approval": {"id": f"{run.id}:{run.waiting.question.call_id}", "approved": True},
    }  # fmt: skip
    messages = [
        {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "hi"}]},
        {"id": run.turn_id, "role": "assistant", "parts": [part]},
    ]
    world = asked.loop.world
    world.workflows.on_complete = lambda token: asked.loop.follow(world.runs.get(run.tenant_id, run.id))
    body = {"id": run.conversation_id, "messages": messages, "trigger": "submit-message"}
    answer = asked.api.client.post(f"/admin/apps/{run.app_id}/builder/chat/stream", json=body)
    assert answer.status_code == 200
    assert world.runs.get(run.tenant_id, run.id).status == "completed"
