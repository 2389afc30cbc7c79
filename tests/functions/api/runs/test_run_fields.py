"""What a run and its steps say of themselves: kind, starter, times, files, the diff of a held write, undoing."""

import json
from typing import Any

import pytest

from devkit.api.review import BASE, CHANGED, apply
from devkit.fakes.broken import raising
from devkit.fakes.model import Call, call, calls
from devkit.fakes.samples import a_run, an_app
from shared.domain.errors import Transient
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.run import Run
from shared.services.revisions import undo_apply
from tests.functions.api.runs.test_runs import FINISH, WRITE, Stage

LONG = "".join(f"export const line{n} = {n};\n" for n in range(400))


def test_a_run_says_its_kind_who_began_it_and_what_its_caller_added() -> None:
    stage = Stage(calls(FINISH))
    app, _ = stage.loop.world.make_app(tenant_id="acme")
    asked = {
        "message": "Mend it", "run_type": "fix_bug", "started_by": "manager", "task_id": "task-7",
        "meta": {"source": "board", "try": 2},
    }  # fmt: skip
    answer = stage.client.post(f"/projects/{app.id}/runs", json=asked)
    assert answer.status_code == 202, answer.text
    body = stage.get(answer.json()["run_id"])
    assert {name: body[name] for name in asked} == asked
    assert (body["error_message"], body["rolled_back_by_revision"], body["touched_files"]) == (None, None, {})


def test_a_plain_message_is_a_persons_feature() -> None:
    stage = Stage(calls(FINISH))
    body = stage.get(stage.loop.play().id)
    found = {name: body[name] for name in ("run_type", "started_by", "task_id", "meta")}
    assert found == {"run_type": "implement_feature", "started_by": "user", "task_id": None, "meta": {}}


@pytest.mark.parametrize(
    "odd",
    [
        {"run_type": "dance"}, {"started_by": "nobody"}, {"task_id": "a b"}, {"meta": {"x": "y" * 501}},
        {"meta": {str(n): n for n in range(21)}}, {"meta": {"x": {"deep": 1}}},
    ],
)  # fmt: skip
def test_odd_words_about_a_run_are_refused(odd: dict[str, Any]) -> None:
    stage = Stage()
    app, _ = stage.loop.world.make_app(tenant_id="acme")
    answer = stage.client.post(f"/projects/{app.id}/runs", json={"message": "Do", **odd})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


def test_a_message_that_waits_its_turn_is_planned_and_open() -> None:
    stage = Stage(calls(FINISH))
    run = stage.loop.start()
    answer = stage.client.post(f"/projects/{run.app_id}/runs", json={"message": "Then this", "queue": True})
    assert (answer.status_code, answer.json()["status"]) == (202, "planned")
    opened = stage.client.get(f"/projects/{run.app_id}/runs", params={"status": "open"}).json()["items"]
    assert {item["status"] for item in opened} == {"running", "planned"}


def test_steps_say_their_place_who_made_them_and_when() -> None:
    stage = Stage(call("list_files", prefix=None), calls(WRITE, FINISH))
    run = stage.loop.play()
    steps = stage.get(run.id)["steps"]
    assert [(step["order_index"], step["tool"], step["actor"], step["role"]) for step in steps] == [
        (0, "list_files", "code_worker", "coder"),
        (1, "write_file", "code_worker", "coder"),
        (2, "finish", "code_worker", "coder"),
    ]
    assert all(step["created_at"] and step["started_at"] <= step["finished_at"] for step in steps)


def test_a_planners_steps_are_the_managers() -> None:
    stage = Stage(
        call(
            "update_state",
            plan=["One"],
            requirements=[{"name": "tone", "values": ["calm"]}],
            stack=None,
            decisions=None,
        ),
        calls(FINISH),
        calls(FINISH),
    )
    steps = stage.get(stage.loop.play(plan=True).id)["steps"]
    assert [(step["role"], step["actor"]) for step in steps] == [
        ("planner", "manager"),
        ("planner", "manager"),
        ("coder", "code_worker"),
    ]


def test_touched_files_and_originals_are_by_reference() -> None:
    gone = Call(name="delete_file", arguments={"path": "src/App.tsx"})
    stage = Stage(calls(WRITE, gone))
    run = stage.loop.start()
    stage.loop.follow(run, most=1)
    body = stage.get(run.id)
    touched = body["touched_files"]
    assert list(touched) == ["src/App.tsx", "src/new.ts"]
    assert (touched["src/App.tsx"]["after"], touched["src/new.ts"]["before"]) == (None, None)
    wrote, deleted = (step["rollback_data"] for step in body["steps"])
    assert wrote == [{"path": "src/new.ts", "revision_id": run.base_revision_id, "sha256": None}]
    assert deleted[0]["sha256"] == touched["src/App.tsx"]["before"]
    kept = stage.client.get(f"/admin/apps/{run.app_id}/builder/revisions/{deleted[0]['revision_id']}/files/src/App.tsx")
    assert kept.status_code == 200, "what is named can be read"


def test_a_held_write_is_read_as_a_diff_and_whole() -> None:
    edit = {"path": "src/App.tsx", "edits": [{"old": '"Hello"', "new": '"Hallo"', "replace_all": None}]}
    long = Call(name="write_file", arguments={"path": "src/long.ts", "content": LONG})
    stage = Stage(calls(Call(name="edit_file", arguments=edit), long), calls(FINISH))
    run = stage.loop.play(autonomy="semi_auto")
    first, second = stage.get(run.id)["steps"]
    assert '-  return "Hello";' in first["diff"] and '+  return "Hallo";' in first["diff"]
    assert "line399" in second["diff"] and json.loads(second["arguments"])["content"] == LONG
    assert (first["started_at"], first["finished_at"]) == (None, None)
    stage.client.post(f"/runs/{run.id}/advance", json={"approval": "approve"})
    stage.loop.follow(stage.loop.world.runs.get(run.tenant_id, run.id))
    done = stage.get(run.id)["steps"][0]
    assert (done["status"], done["diff"]) == ("completed", first["diff"]), "what was approved can be looked up"


def test_a_step_names_its_run_and_what_failed() -> None:
    stage = Stage(call("read_file", path="src/nowhere.ts", start_line=None, end_line=None), calls(WRITE), calls(FINISH))
    run = stage.loop.play()
    failed, wrote, *_ = stage.get(run.id)["steps"]
    assert {failed["run_id"], wrote["run_id"]} == {run.id}
    assert failed["status"] == "failed" and failed["error_message"] == failed["output"] != ""
    assert wrote["error_message"] is None and wrote["updated_at"] == wrote["finished_at"]


def test_a_run_that_failed_says_why() -> None:
    stage = Stage(*[call("read_file", path="src/nowhere.ts", start_line=None, end_line=None)] * 12)
    run = stage.loop.play()
    body = stage.get(run.id)
    assert (body["status"], body["error_message"]) == ("failed", run.outcome.summary) and run.outcome.summary


def test_a_rollback_marks_the_run() -> None:
    stage = Stage(calls(WRITE, FINISH))
    run = stage.loop.play()
    made = stage.client.post(f"/runs/{run.id}/rollback").json()["id"]
    body = stage.get(run.id)
    assert (body["rolled_back_by_revision"], body["error_message"]) == (made, "Rolled back by user")
    assert body["status"] == "completed", "it did what it was asked for, and somebody took it back"
    assert made in stage.client.post(f"/runs/{run.id}/rollback").json()["detail"]


def test_an_undo_marks_the_run_that_it_takes_back() -> None:
    stage = Stage()
    app, _ = stage.loop.world.make_app(BASE, tenant_id="acme")
    run_id = apply(stage.loop.world, app, CHANGED).run_id or ""
    undone = stage.client.post(f"/admin/apps/{app.id}/builder/undo", params={"confirm": True}).json()
    assert stage.get(run_id)["rolled_back_by_revision"] == undone["revision"]["id"]


def test_a_rollback_that_was_killed_before_it_marked_the_run_is_completed(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(calls(WRITE, FINISH))
    run = stage.loop.play()
    dies = raising(Transient("The machine is gone."))
    with monkeypatch.context() as patched:
        patched.setattr(undo_apply, "mark_rolled_back", dies)  # the attempt dies between the two writes
        assert stage.client.post(f"/runs/{run.id}/rollback").status_code == 503
    assert stage.get(run.id)["rolled_back_by_revision"] is None
    made = stage.client.post(f"/runs/{run.id}/rollback")
    assert made.status_code == 201
    assert stage.get(run.id)["rolled_back_by_revision"] == made.json()["id"]
    reverts = stage.client.get(f"/admin/apps/{run.app_id}/builder/revisions").json()["items"]
    assert len([revision for revision in reverts if revision["origin"] == "revert"]) == 1


def test_rows_of_the_release_before_load() -> None:
    run = a_run(an_app()).model_dump(mode="json")
    new = ("run_type", "started_by", "task_id", "meta", "rolled_back_by_revision")
    assert (
        Run.model_validate({name: run[name] for name in run if name not in new}).request.run_type == "implement_feature"
    )
    step = {"call_id": "c", "tool": "read_file", "status": "completed", "arguments": "{}", "output": "x"}
    row = {"run_id": "run_1", "number": 0, "attempt": 1, "items": [], "steps": [step], "candidate_tree": "a",
           "next": "continue", "created_at": run["created_at"]}  # fmt: skip
    assert Iteration.model_validate(row).steps[0].started_at is None
