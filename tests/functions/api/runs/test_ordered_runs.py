"""Runs that are ordered by their kind: planned with their steps, read in the older API's words, started by advance."""

import pytest

from devkit.api.api import Api, code
from devkit.fakes.model import calls
from devkit.pilot import Pilot
from tests.functions.api.runs.test_runs import FINISH, WRITE, Stage
from tests.shared.services.runs.test_steps_first import CODE, TEST, plan


def test_a_run_ordered_by_its_kind_is_planned_with_its_steps_and_executed_by_advance() -> None:
    stage = Stage(plan(CODE, TEST), calls(WRITE, FINISH), calls(FINISH), calls(FINISH))
    app, _ = stage.loop.world.make_app(tenant_id="acme")
    asked = {"run_type": "implement_feature", "started_by": "user", "conversation_id": None, "task_id": None}
    answer = stage.client.post(f"/projects/{app.id}/runs", json=asked)
    assert (answer.status_code, answer.json()["status"]) == (202, "planned")
    run = stage.loop.world.runs.get("acme", answer.json()["run_id"])
    stage.loop.follow(run)
    body = stage.get(run.id)
    assert [step["title"] for step in body["plan_steps"]] == ["The note is there", "The note is tested"]
    assert [(step["order_index"], step["actor"], step["tool"], step["status"]) for step in body["steps"]] == [
        (0, "code_worker", "write_file", "pending"),
        (1, "test_worker", "run_terminal", "pending"),
    ]
    assert body["steps"][0]["input_payload"] == {"path": "src/note.ts"}
    started = stage.client.post(f"/runs/{run.id}/advance", json={"approval": "approve"})
    assert (started.status_code, started.json()["status"]) == (200, "running")
    stage.loop.follow(stage.loop.world.runs.get("acme", run.id))
    body = stage.get(run.id)
    assert body["status"] == "completed"
    assert [(step["actor"], step["tool"]) for step in body["steps"]] == [
        ("code_worker", "write_file"),
        ("code_worker", "finish"),
        ("test_worker", "finish"),
        ("test_worker", "finish"),
    ], "asked once for a test, since the project has none"
    assert [step["status"] for step in body["plan_steps"]] == ["completed", "skipped"]
    assert body["steps"][0]["input_payload"]["path"] == "src/new.ts"
    assert body["steps"][0]["output_payload"] == {"diff": None, "changed_paths": ["src/new.ts"]}


def test_approved_too_early_it_says_so() -> None:
    stage = Stage(plan(CODE))
    app, _ = stage.loop.world.make_app(tenant_id="acme")
    made = stage.client.post(f"/projects/{app.id}/runs", json={"run_type": "fix_bug"}).json()
    answer = stage.client.post(f"/runs/{made['run_id']}/advance", json={"approval": "approve"})
    assert (answer.status_code, answer.json()["code"]) == (409, "NOT_AWAITING_APPROVAL")


@pytest.mark.parametrize("body", [{}, {"message": "  "}, {"started_by": "user"}])
def test_an_order_that_says_nothing_is_refused(body: dict[str, str]) -> None:
    stage = Stage()
    app, _ = stage.loop.world.make_app(tenant_id="acme")
    assert code(stage.client.post(f"/projects/{app.id}/runs", json=body)) == (422, "VALIDATION_FAILED")


def test_a_run_for_a_task_is_told_what_the_task_says() -> None:
    pilot = Pilot({"first": ("src/first.ts", ())}, mode="off")
    client = Api(pilot.world).client
    made = client.post(f"/projects/{pilot.app_id}/runs", json={"run_type": "fix_bug", "task_id": pilot.ids["first"]})
    assert (made.status_code, made.json()["status"], made.json()["task_id"]) == (202, "planned", pilot.ids["first"])
    assert "first file:src/first.ts" in made.json()["message"]
    claim = pilot.task("first").claim
    assert claim is not None and claim.holder == made.json()["run_id"]
    other, _ = pilot.world.make_app(tenant_id="acme")
    body = {"message": "Do it", "task_id": pilot.ids["first"]}
    for path in (f"/projects/{other.id}/runs", f"/admin/apps/{other.id}/builder/chat/stream"):
        assert code(client.post(path, json=body)) == (404, "NOT_FOUND")
    assert pilot.world.runs.list("acme", other.id, limit=10).items == []
