"""Answers to approvals in a chat body: all of them or none, once for a key; and a cancel under a key."""

from typing import Any

from devkit.api.api import Api, code
from devkit.fakes.model import Call, calls
from devkit.loop import LoopDriver
from shared.domain.runs.run import Run

FIRST = Call(name="write_file", arguments={"path": "src/one.ts", "content": "export const one = 1;\n"})
SECOND = Call(name="write_file", arguments={"path": "src/two.ts", "content": "export const two = 2;\n"})
FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})


def waiting() -> tuple[LoopDriver, Api, Run]:
    """A run of which two writes wait."""
    loop = LoopDriver([calls(FIRST, SECOND, FINISH)])
    run = loop.play(autonomy="suggest")
    assert [one.undecided for one in run.waiting.held if one.waits] == [True, True]
    world = loop.world
    world.workflows.on_complete = lambda token: loop.follow(world.runs.get(run.tenant_id, run.id))
    return loop, Api(world), run


def answers(run: Run, *ids: str) -> dict[str, Any]:
    parts = [
        {"type": "dynamic-tool", "state": "approval-responded", "approval": {"id": each, "approved": True}}
        for each in ids
    ]
    return {"id": run.conversation_id, "messages": [{"id": run.turn_id, "role": "assistant", "parts": parts}]}


def of(run: Run) -> list[str]:
    return [f"{run.id}:{one.call_id}" for one in run.waiting.held if one.waits]


def send(api: Api, run: Run, body: Any, key: str | None = None) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return api.client.post(f"/admin/apps/{run.app_id}/builder/chat/stream", json=body, headers=headers)


def test_one_bad_answer_and_none_is_taken() -> None:
    loop, api, run = waiting()
    other = loop.start(app_id=loop.world.make_app(tenant_id=run.tenant_id)[0].id)
    good, _ = of(run)
    for bad in (f"{run.id}:nobody", f"{other.id}:{good.partition(':')[2]}", f"{run.id}:", "nonsense"):
        answer = send(api, run, answers(run, good, bad))
        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), bad
        assert loop.world.runs.get(run.tenant_id, run.id) == run
    assert send(api, run, answers(run, *of(run))).status_code == 200
    assert loop.world.runs.get(run.tenant_id, run.id).status == "completed"


def test_answers_under_a_key_are_taken_once_and_told_alike() -> None:
    _, api, run = waiting()
    first = send(api, run, answers(run, *of(run)), "k1")
    again = send(api, run, answers(run, *of(run)), "k1")
    assert (first.status_code, again.status_code) == (200, 200) and first.text == again.text
    assert code(send(api, run, answers(run, of(run)[0]), "k1")) == (422, "IDEMPOTENCY_MISMATCH")
    assert code(send(api, run, answers(run, *of(run)), "k2")) == (409, "NOT_AWAITING_APPROVAL")
