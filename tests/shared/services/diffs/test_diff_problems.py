"""A diff says how good it is: what the evaluator, the build and the tests said of exactly this change."""

import json
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, Reply, calls
from devkit.loop import BUILD_ERROR, USER, LoopDriver
from shared.domain.diffs.diff import Diff
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.runs.end.diff_problems import stop_reason
from tests.shared.services.agent.checks.test_worker_tasks import EXIT_1, FAILED, PipelineDriver, ended, targeted
from tests.shared.services.agent.checks.test_worker_tasks import finish as done
from tests.shared.services.agent.checks.test_worker_tasks import write as edit
from tests.shared.services.agent.test_evaluator import finish, judged, verdict, write


def shown(loop: LoopDriver, run: Run) -> dict[str, Any]:
    """The diff as clients read it; a list says the same of it."""
    api = Api(loop.world)
    (listed,) = api.client.get(f"/sessions/{run.conversation_id}/diffs/pending").json()["items"]
    one: dict[str, Any] = api.client.get(f"/diffs/{run.outcome.diff_id}").json()
    for name in ("status", "evaluator_verdict", "build_status", "problems", "commit_message"):
        assert listed[name] == one[name]
    return one


def codes(diff: dict[str, Any]) -> list[str]:
    return [found["code"] for found in diff["problems"]]


def rejected_three_times() -> list[Reply]:
    return [reply for n in range(3) for reply in (calls(write(f"export const n = {n};\n"), finish()),
                                                  verdict("reject", f"No {n}."))]  # fmt: skip


def test_only_an_approved_diff_reads_approved() -> None:
    loop, run = judged(calls(write("export {}\n"), finish()), verdict("approve", "Fine."), review="before")
    diff = shown(loop, run)
    assert (diff["status"], diff["evaluator_verdict"], diff["build_status"], diff["problems"]) == (
        "evaluator_approved", "approved", "succeeded", [],
    )  # fmt: skip


def test_a_diff_rejected_three_times_reads_rejected_with_the_reasons() -> None:
    loop, run = judged(*rejected_three_times())
    diff = shown(loop, run)
    assert (diff["status"], diff["evaluator_verdict"]) == ("pending_review", "rejected")
    assert diff["build_status"] == "succeeded"
    assert codes(diff) == ["EVALUATOR_REJECTED", "MAX_ITERATIONS"] and "No 2." in diff["problems"][0]["message"]


def test_without_an_evaluator_nothing_reads_approved() -> None:
    loop = LoopDriver([calls(write("export {}\n"), finish())])
    diff = shown(loop, loop.play(review="before"))
    assert (diff["status"], diff["evaluator_verdict"], diff["problems"]) == ("pending_review", "none", [])


def test_a_verdict_counts_only_for_the_tree_it_was_about() -> None:
    loop, run = judged(
        calls(write("export {}\n"), finish()), verdict("reject", "No."), calls(write("export const b = 1;\n")),
        calls(Call(name="build_project_worker", arguments={})), budget={"model_calls": 4},
    )  # fmt: skip
    diff = shown(loop, run)
    assert diff["evaluator_reasoning"] == "No." and diff["evaluator_verdict"] == "none"


def broken(number: int) -> Reply:
    return calls(write(f"export const n = '{BUILD_ERROR}{number}';\n"), finish())


def test_a_failed_build_is_named_and_the_commit_message_is_about_the_change() -> None:
    loop, run = LoopDriver.played([broken(n) for n in range(5)])
    assert (run.status, run.outcome.failure_code) == ("failed", "STUCK")
    diff = shown(loop, run)
    assert (diff["status"], diff["build_status"]) == ("pending_review", "failed")
    assert codes(diff) == ["BUILD_FAILED", "STUCK"]
    assert "src/note.ts" in diff["problems"][0]["message"]
    assert diff["commit_message"] == "Add note.ts"


def test_failed_tests_are_named() -> None:
    loop = PipelineDriver(
        [edit("export {};\n"), targeted(), done()], answers={"tests": lambda b: ended(b, tests=FAILED, **EXIT_1)}
    )
    assert "TESTS_FAILED" in codes(shown(loop, loop.play(review="before")))


def test_a_run_that_reached_its_cap_says_so_on_its_diff() -> None:
    dear = {"price": lambda model, usage: 0.6}
    loop = LoopDriver([calls(write(COMPILE_ERROR))], ports_over=dear)
    run = loop.play(budget={"dollars": 1})
    diff = shown(loop, run)
    assert (run.outcome.failure_code, codes(diff)) == ("BUDGET_EXCEEDED", ["BUILDER_COMPILE_FAILED", "BUDGET_EXCEEDED"])
    assert diff["commit_message"] == "Add note.ts" and diff["build_status"] == "unknown"


def test_reviewing_and_committing_a_broken_build_warns() -> None:
    loop, run = LoopDriver.played([broken(n) for n in range(5)])
    api = Api(loop.world)
    reviewed = api.client.post(f"/diffs/{run.outcome.diff_id}/review", json={"decision": "approve"}).json()
    committed = api.client.post(f"/diffs/{run.outcome.diff_id}/commit").json()
    for answer, status in ((reviewed, "approved"), (committed, "committed")):
        assert (answer["status"], answer["build_status"], codes(answer)[0]) == (status, "failed", "BUILD_FAILED")
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, committed["revision_id"])
    assert revision.message == "Add note.ts"


def test_a_rebase_forgets_what_was_said_about_another_tree() -> None:
    loop, run = judged(calls(write("export {}\n"), finish()), verdict("approve", "Fine."), review="before")
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    draft = loop.world.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "")
    files = loop.world.snapshots.get(app.tenant_id, app.id, draft.tree)
    loop.world.add_revision(app, files | {"src/other.ts": b"export {}\n"})
    answer = Api(loop.world).client.post(f"/diffs/{run.outcome.diff_id}/rebase").json()
    assert (answer["status"], answer["evaluator_verdict"]) == ("pending_review", "none")
    assert answer["build_status"] == "unknown"


@pytest.mark.parametrize("field", ["evaluator_verdict", "build_status", "problems"])
def test_a_row_written_before_claims_nothing(field: str) -> None:
    loop, run = judged(calls(write("export {}\n"), finish()), verdict("approve", "Fine."), review="before")
    row = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "").model_dump(mode="json")
    del row[field]
    old = Diff.model_validate(row)
    assert getattr(old, field) in ("none", "unknown", [])


def test_a_run_that_was_cancelled_or_cut_short_says_so() -> None:
    assert stop_reason(RunStatus.COMPLETED, None, None) == []
    assert "cancelled" in stop_reason(RunStatus.ABORTED, "CANCELLED", None)[0].message
    assert stop_reason(RunStatus.INTERRUPTED, None, None)[0].code == "INTERNAL"


def lock(size: int) -> str:
    entries: dict[str, Any] = {f"node_modules/p{number}": {"version": "1.0.0"} for number in range(size)}
    return json.dumps({"packages": entries}, indent=2)


def test_the_evaluator_and_the_preview_see_the_code_behind_a_large_lockfile() -> None:
    relocked = Call(name="write_file", arguments={"path": "package-lock.json", "content": lock(3_000)})
    loop = LoopDriver([calls(relocked, write("export const a = 1;\n"), finish()), verdict("approve")])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id, evaluator="model")
    run = loop.follow(loop.start("Add a note", app_id=app.id))
    asked = str(loop.model.requests[-1].items[-1].content)
    assert "+export const a = 1;" in asked and "node_modules/p1" not in asked
    assert "package-lock.json" in asked, "that it changed is said"
    said = Api(loop.world).client.get(f"/sessions/{run.conversation_id}/messages").json()["items"]
    previews = [one["patch_preview"] for one in said if one["patch_preview"]]
    assert previews and all("+export const a = 1;" in preview for preview in previews)
