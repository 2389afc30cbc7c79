"""What a run and each of its steps changed, and what taking it back would change, over HTTP."""

from typing import Any

import pytest

from devkit.api.api import code
from devkit.fakes.model import Call, calls, say
from tests.functions.api.runs.test_runs import FINISH, WRITE, Stage

EDIT = Call(
    name="edit_file",
    arguments={"path": "src/new.ts", "edits": [{"old": "= 1", "new": "= 2", "replace_all": None}]},
)
LATER = Call(name="write_file", arguments={"path": "src/new.ts", "content": "export const made = 3;\n"})


def lines(body: dict[str, Any]) -> dict[str, list[str]]:
    return {file["path"]: [line for hunk in file["hunks"] for line in hunk["lines"]] for file in body["files"]}


def steps(stage: Stage, run_id: str) -> dict[str, str]:
    return {step["tool"]: step["id"] for step in stage.get(run_id)["steps"]}


def test_each_step_has_its_own_lines_and_the_run_all_of_them() -> None:
    stage = Stage(calls(WRITE), calls(EDIT, FINISH))
    run = stage.loop.play()
    made = steps(stage, run.id)
    path = f"/runs/{run.id}/diff"
    written = stage.client.get(path, params={"step_id": made["write_file"]}).json()
    edited = stage.client.get(path, params={"step_id": made["edit_file"]}).json()
    assert lines(written) == {"src/new.ts": ["+export const made = 1;"]}
    assert lines(edited) == {"src/new.ts": ["-export const made = 1;", "+export const made = 2;"]}
    assert lines(stage.client.get(path).json()) == {"src/new.ts": ["+export const made = 2;"]}
    assert (edited["step_id"], edited["truncated"]) == (made["edit_file"], False)
    assert stage.client.get(path, params={"step_id": made["finish"]}).json()["files"] == []


@pytest.mark.parametrize("step_id", ["nobody", "", "../x", "x" * 200])
def test_a_step_that_is_not_there_is_not_found(step_id: str) -> None:
    stage = Stage(calls(WRITE, FINISH))
    run = stage.loop.play()
    assert code(stage.client.get(f"/runs/{run.id}/diff", params={"step_id": step_id})) == (404, "NOT_FOUND")
    assert stage.client.get(f"/runs/{run.id}/diff", params={"step_id": "x" * 201}).status_code == 422


def test_a_write_that_waits_has_changed_nothing_until_it_is_allowed() -> None:
    stage = Stage(calls(WRITE, FINISH))
    run = stage.loop.play(autonomy="suggest")
    path, step = f"/runs/{run.id}/diff", {"step_id": steps(stage, run.id)["write_file"]}
    assert stage.client.get(path, params=step).json()["files"] == []
    stage.client.post(f"/runs/{run.id}/advance", json={"approval": "approve"})
    stage.loop.follow(stage.loop.world.runs.get(run.tenant_id, run.id))
    assert lines(stage.client.get(path, params=step).json()) == {"src/new.ts": ["+export const made = 1;"]}


def test_a_rollback_is_seen_before_it_is_done_and_stores_nothing() -> None:
    second = Call(name="write_file", arguments={"path": "src/later.ts", "content": "export {};\n"})
    stage = Stage(calls(WRITE, FINISH), calls(second, FINISH))
    first = stage.loop.play()
    later = stage.loop.follow(stage.loop.start("Later", app_id=first.app_id))
    before = stage.loop.world.stored()
    plan = stage.client.get(f"/runs/{first.id}/rollback").json()
    assert [(file["path"], file["status"]) for file in plan["files"]] == [("src/new.ts", "deleted")]
    assert [one["run_id"] for one in plan["later"]] == [later.id]
    assert (plan["undoes"]["run_id"], plan["applies"], plan["revision"]) == (first.id, True, None)
    assert stage.loop.world.stored() == before
    stage.client.post(f"/runs/{first.id}/rollback")
    again = stage.client.get(f"/runs/{first.id}/rollback")
    assert (again.status_code, again.json()["code"]) == (422, "NOT_READY")
    assert "took it back" in again.json()["detail"]


def test_a_rollback_that_later_work_forbids_names_the_files() -> None:
    stage = Stage(calls(WRITE, FINISH), calls(LATER, FINISH))
    first = stage.loop.play()
    stage.loop.follow(stage.loop.start("Again", app_id=first.app_id))
    plan = stage.client.get(f"/runs/{first.id}/rollback").json()
    assert (plan["applies"], plan["conflicts"]) == (False, ["src/new.ts"])
    assert stage.client.post(f"/runs/{first.id}/rollback").json()["code"] == "MERGE_CONFLICT"


def test_a_run_at_work_and_one_that_kept_nothing_say_so() -> None:
    stage = Stage(calls(WRITE), say("Nothing to do."))
    waiting = stage.loop.play(autonomy="suggest")
    assert code(stage.client.get(f"/runs/{waiting.id}/rollback")) == (409, "RUN_ACTIVE")
    idle = stage.loop.play()
    assert stage.client.get(f"/runs/{idle.id}/rollback").json()["code"] == "NOT_READY"
