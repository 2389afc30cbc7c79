"""The checks still fail and the run would end: a person is asked once, and what they answer is what happens."""

import json
from typing import Any

import pytest

from devkit.fakes.model import Reply, say
from devkit.loop import USER
from shared.domain.agent.model_messages import UserMessage
from shared.domain.errors import Conflict, Forbidden
from shared.domain.identity import Principal
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.question import QUESTION_TOOL
from shared.domain.runs.run import Run
from shared.domain.switches import Switches
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.end.end_run import record_ending
from shared.services.runs.list_runs import steps_of
from tests.shared.services.agent.checks.test_verdicts import (
    FAILURE,
    PAGE,
    PASSED,
    THROWS,
    TYPE_ERROR,
    WRONG_TYPES,
    VerdictDriver,
    written,
)
from tests.shared.services.agent.checks.test_worker_tasks import finish, output_of, write
from tests.shared.services.builds.pipeline import DIST, archive

KEY = Principal(tenant_id=USER.tenant_id, subject="key-1", machine=True)
TWO = {**WRONG_TYPES, "log": TYPE_ERROR + TYPE_ERROR.replace("note.ts(1,7)", "other.ts(2,2)")}


def turns(count: int) -> list[Reply]:
    return [reply for number in range(count) for reply in (write(f"export const a = {number}\n"), finish())]


def answer(loop: VerdictDriver, run: Run, approval: str, who: Principal = USER, **more: Any) -> Run:
    asked = Advance.model_validate({"approval": approval, **more})
    return advance_run(principal=who, run_id=run.id, request=asked, ports=loop.ports, workflows=loop.world.workflows)


def followed(loop: VerdictDriver, run: Run, writes: int = 200) -> Run:
    """To the question, or the end; every write that waits before it is approved."""
    run = loop.follow(run)
    while run.status == "awaiting_approval" and run.waiting.question is None and writes:
        run, writes = loop.follow(answer(loop, run, "approve")), writes - 1
    return run


def stuck(autonomy: str = "semi_auto", verdicts: Any = None, more: list[Reply] | None = None, **driver: Any) -> Any:
    """A run whose checks fail until it is stuck; what comes after is green unless `verdicts` say more."""
    failing = [{"types": TWO}] * 3 if verdicts is None else verdicts
    loop = VerdictDriver([*turns(3), *(more or [])], verdicts=failing, **driver)
    return loop, followed(loop, loop.start(autonomy=autonomy))


def asked_in(loop: VerdictDriver, run: Run) -> dict[str, Any]:
    (chunk,) = [one for one in loop.chunks(run) if one["type"] == "data-approval"]
    found: dict[str, Any] = chunk["data"]
    return found


@pytest.mark.parametrize("mode", ["suggest", "semi_auto"])
def test_a_person_is_asked_before_a_run_whose_checks_fail_ends(mode: str) -> None:
    loop, run = stuck(mode)
    assert (run.status, run.outcome.failure_code, run.waiting.question.code) == ("awaiting_approval", None, "STUCK")
    assert loop.world.apps.get(run.tenant_id, run.app_id).active_run_id is None, "the app is free meanwhile"
    asked = asked_in(loop, run)
    assert (
        asked["step_id"] == run.waiting.question.call_id
        and asked["approval_id"] == f"{run.id}:{run.waiting.question.call_id}"
    )
    assert asked["request"]["question"] == (
        "The change builds, but 2 type errors are left. Keep it as it is, go on, or stop?"
    )
    assert (
        asked["request"]["may_go_on"] is True
        and set(asked["request"]["options"]) == {"approve", "skip", "abort"}
        and asked["request"]["checks"] == ["types"]
    )
    assert loop.kinds(run)[-8:] == [
        "start-step", "tool-input-start", "tool-input-available", "tool-approval-request", "data-approval",
        "finish-step", "data-done", "finish",
    ]  # fmt: skip
    step = steps_of(run, loop.world.runs.iterations(run.tenant_id, run.id))[-1]
    assert (step.tool, step.status) == (QUESTION_TOOL, "needs_approval")
    assert json.loads(step.arguments) == asked["request"]


@pytest.mark.parametrize("mode", ["off", "full_auto"])
def test_where_nothing_waits_for_people_nobody_is_asked(mode: str) -> None:
    loop, run = stuck(mode)
    assert (run.status, run.outcome.failure_code) == ("failed", "STUCK") and "data-approval" not in loop.kinds(run)


def test_keep_makes_a_revision_that_names_what_fails_and_who_accepted_it() -> None:
    loop, run = stuck()
    calls = len(loop.model.requests)
    run = loop.follow(answer(loop, run, "approve"))
    assert (run.status, run.outcome.failure_code, len(loop.model.requests)) == ("completed", None, calls)
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
    assert revision.build_status == "succeeded" and revision.verdict is not None
    types = revision.verdict.types
    assert (types.status, types.accepted_by, types.advisory, types.count) == ("failed", USER.subject, False, 2)
    assert "fails its types" in revision.message and "works" not in revision.message
    assert (run.outcome.summary or "").startswith("Kept by a person as it is: it builds, but fails its types.")
    last = loop.parts(run)[-1]
    assert last["ok"] and last["verdict"]["types"]["accepted_by"] == USER.subject
    step = steps_of(run, loop.world.runs.iterations(run.tenant_id, run.id))[-1]
    assert (step.status, step.output) == ("completed", "The person keeps the work as it is.")


def test_keep_of_work_that_is_reviewed_is_a_proposal_that_names_what_fails() -> None:
    loop = VerdictDriver(turns(3), verdicts=[{"types": TWO}] * 3)
    run = followed(loop, loop.start(autonomy="semi_auto", review="before"))
    run = loop.follow(answer(loop, run, "approve"))
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert (run.status, run.outcome.revision_id, diff.status) == ("completed", None, "pending_review")
    (problem,) = diff.problems
    assert (problem.code, problem.severity) == ("TYPES_FAILED", "warning") and "accepted" in problem.message


def test_only_a_person_keeps_what_fails_but_a_key_may_let_it_go_on() -> None:
    loop, run = stuck(more=turns(1))
    with pytest.raises(Forbidden) as refusal:
        answer(loop, run, "approve", KEY)
    assert refusal.value.code == "PERSON_REQUIRED"
    assert answer(loop, run, "skip", KEY).status == "running"


def test_go_on_tries_again_with_a_clean_count_and_the_persons_words() -> None:
    loop, run = stuck(verdicts=[{"types": TWO}] * 4, more=turns(2))
    calls = len(loop.model.requests)
    run = followed(loop, answer(loop, run, "skip", feedback="Use a string there."))
    last = loop.model.requests[calls].items[-1]
    assert isinstance(last, UserMessage) and "2 type errors are left" in last.content and "Use a string" in last.content
    while run.status == "awaiting_approval":
        run = loop.follow(answer(loop, run, "approve"))
    assert run.status == "completed" and run.verdict is not None and run.verdict.types.status == "passed"


def test_a_person_is_asked_once_a_run() -> None:
    loop, run = stuck(verdicts=[{"types": TWO}] * 9, more=turns(4))
    run = loop.follow(answer(loop, run, "skip"))
    while run.status == "awaiting_approval":
        run = loop.follow(answer(loop, run, "approve"))
    assert (run.status, run.outcome.failure_code) == ("failed", "STUCK")
    assert loop.kinds(run).count("data-approval") == 1


def test_stop_ends_the_run_with_its_work_as_a_diff() -> None:
    loop, run = stuck()
    answer(loop, run, "abort")
    run = loop.follow(loop.world.runs.get(run.tenant_id, run.id))
    assert (run.status, run.outcome.failure_code, run.outcome.revision_id) == ("aborted", "CANCELLED", None)
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert [problem.code for problem in diff.problems] == ["TYPES_FAILED", "CANCELLED"]
    assert loop.kinds(run)[-3:] == ["abort", "data-done", "finish"]


def test_a_question_nobody_answers_ends_as_any_other() -> None:
    loop, run = stuck()
    ended = record_ending(run.tenant_id, run.id, ExecutionEnd.CRASHED, ports=loop.ports)
    assert ended is not None and (ended.status, ended.outcome.failure_code) == ("interrupted", "APPROVAL_TIMEOUT")
    assert ended.outcome.diff_id is not None


def test_at_a_cap_there_is_nothing_to_go_on_with() -> None:
    for approval, ending in (("approve", ("completed", None)), ("skip", ("failed", "BUDGET_EXCEEDED"))):
        loop = VerdictDriver(turns(1), verdicts=[{"types": TWO}])
        run = followed(loop, loop.start(autonomy="semi_auto", budget={"model_calls": 2}))
        assert asked_in(loop, run)["request"]["question"].endswith("Keep it as it is, or stop?")
        run = loop.follow(answer(loop, run, approval))
        assert (run.status, run.outcome.failure_code) == ending and len(loop.model.requests) == 2
        if run.outcome.revision_id:
            assert "types failed, which a person accepted" in (run.outcome.summary or "")
        assert "this works" not in (run.outcome.summary or "")


def test_without_the_loop_there_is_nothing_to_go_on_with_either() -> None:
    change = {"summary": "A.", "operations": [{"op": "upsert_file", "path": "src/a.ts", "content": "export {}\n"}]}
    over = {"switches": Switches(agentic_loop=False)}
    loop = VerdictDriver([say(json.dumps(change))], verdicts=[{"types": TWO}], ports_over=over)
    run = loop.follow(loop.start(autonomy="semi_auto"))
    assert run.status == "awaiting_approval" and not run.waiting.question.may_go_on  # type: ignore[union-attr]
    run = loop.follow(answer(loop, run, "approve"))
    assert (run.status, len(loop.model.requests)) == ("completed", 1) and run.outcome.diff_id is not None


@pytest.mark.parametrize(("then", "oks"), [({"types": TWO}, [True]), ({"types": TWO, "page": THROWS}, [False, True])])
def test_what_was_merged_with_a_newer_draft_is_looked_at_again_and_only_that_is_accepted(then: Any, oks: Any) -> None:
    loop, run = stuck(verdicts=[*[{"types": TWO}] * 3, then], more=[finish()])
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    draft = loop.world.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "")
    tree = loop.world.snapshots.get(app.tenant_id, app.id, draft.tree)
    loop.world.add_revision(app, tree | {"src/theirs.ts": b"export const theirs = 1;\n"})
    run = loop.follow(answer(loop, run, "approve"))
    parts = loop.parts(run)[3:]
    assert run.status == "completed" and [part["ok"] for part in parts] == oks
    assert parts[0]["verdict"]["types"]["accepted_by"] == USER.subject


def test_work_that_was_changed_after_its_checks_failed_is_nobodys_question() -> None:
    """Nobody knows what its checks would say."""
    loop = VerdictDriver([*turns(1), write("export const b = 1\n"), finish()], verdicts=[{"types": TWO}, {}])
    run = followed(loop, loop.start(autonomy="semi_auto", budget={"model_calls": 4}))
    assert run.status == "completed" and "data-approval" not in loop.kinds(run)


class FailingTests(VerdictDriver):
    """The tests of every build but the base's fail, and this is what they counted."""

    counted: dict[str, Any] | None = None

    def answer(self, build: Any) -> bytes:
        failed = {"status": "failed", "reason": "exit", "message": "It ended with exit code 1."}
        checks = {name: failed if name == "tests" else PASSED for name in build.work.checks}
        return archive(build, dist=DIST, checks=checks, page=PAGE, tests=self.counted)


def failing_tests(counted: dict[str, Any] | None) -> Any:
    loop = FailingTests([written("tests/sum.test.ts"), *[finish()] * 3])
    loop.counted = counted
    return loop, followed(loop, loop.start(autonomy="semi_auto"))


def test_tests_that_fail_are_counted_by_the_worker_and_not_by_what_is_kept_of_them() -> None:
    numbers = {"passed": 6, "failed": 40, "skipped": 2, "total": 48}
    named = [{**FAILURE, "name": f"sum {number}"} for number in range(30)]
    loop, run = failing_tests({**numbers, "failing": 41, "failures": named})
    request = asked_in(loop, run)["request"]
    assert "41 tests fail." in request["question"] and request["tests"] == numbers
    tests = run.verdict.tests
    assert (tests.count, tests.counts.model_dump(), len(tests.diagnostics)) == (41, numbers, 5)
    assert loop.parts(run)[0]["verdict"]["tests"]["counts"] == numbers
    assert "6 passed, 40 failed, 2 skipped, of 48." in output_of(loop, 2)


def test_a_worker_that_does_not_say_how_many_failed_has_told_them_all() -> None:
    two = [FAILURE, {**FAILURE, "name": "sum other"}]
    loop, run = failing_tests({"passed": 1, "failed": 2, "skipped": 0, "total": 3, "failures": two})
    assert "2 tests fail." in asked_in(loop, run)["request"]["question"]


def test_a_program_that_only_ended_badly_has_no_number() -> None:
    loop, run = failing_tests(None)
    request = asked_in(loop, run)["request"]
    assert request["question"].startswith("The change builds, but its tests fail.") and request["tests"] is None


def test_an_answer_to_what_is_over_changes_nothing() -> None:
    loop, run = stuck()
    run = loop.follow(answer(loop, run, "approve"))
    with pytest.raises(Conflict):
        answer(loop, run, "skip")
    assert loop.world.runs.get(run.tenant_id, run.id) == run
