"""Runs over HTTP: steps, approvals by our own route and by the AI SDK's body, roll back, resume, and every refusal."""

import json
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, Reply, calls
from devkit.loop import LoopDriver

WRITE = Call(name="write_file", arguments={"path": "src/new.ts", "content": "export const made = 1;\n"})
FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})
BROKEN = Call(name="write_file", arguments={"path": "src/bad.ts", "content": COMPILE_ERROR})


class Stage:
    """An API over the world of a loop."""

    def __init__(self, *replies: Reply) -> None:
        self.loop = LoopDriver(list(replies))
        self.api = Api(self.loop.world)
        self.client = self.api.client

    def get(self, run_id: str) -> dict[str, Any]:
        body: dict[str, Any] = self.client.get(f"/runs/{run_id}").json()
        return body


def test_a_run_is_read_with_its_steps_and_its_result() -> None:
    stage = Stage(calls(WRITE, FINISH))
    run = stage.loop.play()
    body = stage.get(run.id)
    assert [(step["tool"], step["status"]) for step in body["steps"]] == [
        ("write_file", "completed"),
        ("finish", "completed"),
    ]
    assert body["result"] == {
        "status": "completed", "summary": "Made.", "revision_id": run.outcome.revision_id, "diff_id": None,
        "failure_code": None,
    }  # fmt: skip
    listed = stage.client.get(f"/projects/{run.app_id}/runs").json()["items"]
    assert [item["id"] for item in listed] == [run.id]


def test_no_token_of_the_machinery_is_ever_shown() -> None:
    stage = Stage(calls(WRITE, FINISH))
    run = stage.loop.play(autonomy="suggest")
    assert run.waiting.approval_token
    assert run.waiting.approval_token not in stage.client.get(f"/runs/{run.id}").text
    assert run.waiting.approval_token not in stage.client.get(f"/projects/{run.app_id}/runs").text


def test_a_waiting_run_says_what_waits_and_goes_on_when_answered() -> None:
    stage = Stage(calls(WRITE, FINISH))
    run = stage.loop.play(autonomy="semi_auto")
    body = stage.get(run.id)
    (waiting,) = body["waiting_steps"]
    assert (body["status"], body["result"]) == ("awaiting_approval", None)
    shown = next(step for step in body["steps"] if step["id"] == waiting)
    assert (shown["status"], shown["decision"]) == ("needs_approval", None)
    assert json.loads(shown["arguments"])["path"] == "src/new.ts"
    answered = stage.client.post(f"/runs/{run.id}/advance", json={"approval": "approve", "step_id": waiting})
    assert (answered.status_code, answered.json()["status"]) == (200, "running")
    assert stage.loop.follow(stage.loop.world.runs.get(run.tenant_id, run.id)).status == "completed"
    again = stage.client.post(f"/runs/{run.id}/advance", json={"approval": "approve"})
    assert (again.status_code, again.json()["code"]) == (409, "NOT_AWAITING_APPROVAL")


def test_the_ai_sdks_answer_opens_the_next_segment_of_the_same_message() -> None:
    stage = Stage(calls(WRITE, FINISH))
    run = stage.loop.play(autonomy="suggest")
    (held,) = [one for one in run.waiting.held if one.waits]
    part = {
        "type": "dynamic-tool", "toolName": "write_file", "toolCallId": held.call_id, "state": "approval-responded",
        "input": {}, "approval": {"id": f"{run.id}:{held.call_id}", "approved": True},
    }  # fmt: skip
    messages = [
        {"id": "m1", "role": "user", "parts": [{"type": "text", "text": "hi"}]},
        {"id": run.turn_id, "role": "assistant", "parts": [part]},
    ]
    world = stage.loop.world
    world.workflows.on_complete = lambda token: stage.loop.follow(world.runs.get(run.tenant_id, run.id))
    body = {"id": run.conversation_id, "messages": messages, "trigger": "submit-message"}
    answer = stage.client.post(f"/admin/apps/{run.app_id}/builder/chat/stream", json=body)
    chunks = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: {")]
    assert (chunks[0]["type"], chunks[0]["messageId"]) == ("start", run.turn_id)
    assert [chunk["data"]["status"] for chunk in chunks if chunk["type"] == "data-done"] == ["completed"]
    assert chunks[0]["seq"] == len(stage.loop.chunks(run)) - len(chunks) + 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"approval": "maybe"}, 422, "VALIDATION_FAILED"),
        ({}, 422, "VALIDATION_FAILED"),
        ({"approval": "approve", "step_id": "nobody"}, 422, "VALIDATION_FAILED"),
        ({"approval": "approve", "token": "x"}, 422, "VALIDATION_FAILED"),
        ({"approval": "skip", "feedback": "x" * 5_000}, 422, "VALIDATION_FAILED"),
    ],
)
def test_a_bad_answer_changes_nothing(body: dict[str, Any], status: int, code: str) -> None:
    stage = Stage(calls(WRITE))
    run = stage.loop.play(autonomy="suggest")
    answer = stage.client.post(f"/runs/{run.id}/advance", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert stage.loop.world.runs.get(run.tenant_id, run.id) == run


def test_a_planned_run_is_started_by_its_first_approve() -> None:
    stage = Stage(calls(WRITE, FINISH))
    app, _ = stage.loop.world.make_app(tenant_id="acme")
    made = stage.client.post(f"/projects/{app.id}/runs", json={"message": "Make it", "planned": True})
    run_id = made.json()["run_id"]
    assert (made.status_code, made.json()["status"], made.json()["awaits_start"]) == (202, "planned", True)
    opened = stage.client.get(f"/projects/{app.id}/runs", params={"status": "planned"}).json()["items"]
    assert [one["id"] for one in opened] == [run_id] and stage.loop.world.workflows.runs == []
    skipped = stage.client.post(f"/runs/{run_id}/advance", json={"approval": "skip"})
    assert (skipped.status_code, skipped.json()["code"]) == (409, "NOT_AWAITING_APPROVAL")
    other = stage.api.as_tenant("other").post(f"/runs/{run_id}/advance", json={"approval": "approve"})
    assert other.status_code == 404
    started = stage.client.post(f"/runs/{run_id}/advance", json={"approval": "approve"})
    assert (started.status_code, started.json()["status"]) == (200, "running")
    stage.loop.follow(stage.loop.world.runs.get("acme", run_id))
    assert stage.get(run_id)["status"] == "completed"


def test_rolling_back_takes_only_this_runs_work() -> None:
    second = Call(name="write_file", arguments={"path": "src/later.ts", "content": "export {};\n"})
    stage = Stage(calls(WRITE, FINISH), calls(second, FINISH))
    first = stage.loop.play()
    stage.loop.follow(stage.loop.start("Later", app_id=first.app_id))
    answer = stage.client.post(f"/runs/{first.id}/rollback")
    assert (answer.status_code, answer.json()["origin"]) == (201, "revert")
    tree = stage.loop.world.snapshots.get(first.tenant_id, first.app_id, answer.json()["tree"])
    assert "src/later.ts" in tree and "src/new.ts" not in tree
    assert code(stage.client.post(f"/runs/{first.id}/rollback")) == (422, "NOT_READY")


def test_a_failed_run_is_gone_on_with() -> None:
    fails = [calls(WRITE, BROKEN, FINISH), calls(FINISH), calls(FINISH)]
    mend = Call(name="delete_file", arguments={"path": "src/bad.ts"})
    stage = Stage(*fails, calls(mend, FINISH))
    failed = stage.loop.play("Make it")
    assert (failed.status, failed.outcome.diff_id is not None) == ("failed", True)
    answer = stage.client.post(f"/runs/{failed.id}/resume")
    assert answer.json()["run_id"] == answer.json()["id"] != failed.id and answer.json()["stream_url"]
    assert answer.status_code == 202
    body = answer.json()
    assert body["stream_url"].endswith(f"/builder/chat/{body['id']}/stream")
    world = stage.loop.world
    assert (
        failed.outcome.diff_id
        and world.diffs.get(failed.tenant_id, failed.app_id, failed.outcome.diff_id).status == "continued"
    )
    run = stage.loop.follow(world.runs.get(failed.tenant_id, body["id"]))
    assert (run.status, run.conversation_id) == ("completed", failed.conversation_id)
    assert "src/new.ts" in world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert code(stage.client.post(f"/runs/{failed.id}/resume")) == (422, "NOT_READY")
    assert code(stage.client.post(f"/runs/{run.id}/resume")) == (422, "NOT_READY")
