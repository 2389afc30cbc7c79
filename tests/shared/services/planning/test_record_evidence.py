"""Runs for a task, by people and by the autopilot: what is recorded, what waits for a person, what is given back."""

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Reply, calls
from devkit.fakes.planned import a_task
from devkit.fakes.samples import an_app
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver, build_by_marker
from devkit.pilot import finish, write
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict, VerdictPart
from shared.domain.diffs.review import FileDecision, Review
from shared.domain.errors import RunActive
from shared.domain.ids import new_id
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.words import TaskState
from shared.domain.revisions.revision import Build
from shared.domain.runs.run_status import RunStatus
from shared.domain.switches import Switches
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.planning.claim import claim_task
from shared.services.planning.record_evidence import record_run_evidence
from shared.services.runs.end.end_run import end_run
from shared.services.runs.queue.start_next import start_next
from tests.shared.services.builds.pipeline import archive, finalise, run_pipeline, to_worker, upload
from tests.shared.services.planning.job import EMPTY, NOT_RUN, PASSED, SUM, Job, green


@pytest.mark.parametrize("reply", [calls(write("src/bad.ts", COMPILE_ERROR), finish("Made.")), calls(finish("No."))])
def test_a_run_without_a_revision_gives_its_task_back(reply: Reply) -> None:
    job = Job(replies=[reply] * 6)
    run = job.start()
    claim = job.task.claim
    assert (job.task.state, claim and claim.holder, job.phase) == ("claimed", run.id, "in_progress")
    ended = job.loop.follow(run)
    assert ended.outcome.revision_id is None
    assert (job.task.state, job.task.claim, job.task.evidence, job.phase) == ("open", None, (), "planned")


def test_a_run_of_a_person_leaves_evidence_and_its_task_is_done() -> None:
    job = Job(SUM, build=green)
    run = job.play()
    (found,) = job.task.evidence
    assert (job.task.state, job.task.claim, job.task.unproven, job.phase) == ("done", None, False, "done")
    revision = job.world.revisions.get(USER.tenant_id, job.app.id, run.outcome.revision_id or "")
    assert (found.run_id, found.revision_id, found.build_id) == (run.id, revision.id, revision.build_id)
    assert (found.checks, found.failed) == (("build", "types", "tests"), ())
    assert [(one.path, one.criteria) for one in found.shown_by] == [("src/cart.test.ts", (SUM,))]
    before = job.task
    record_run_evidence(run, job.loop.ports)
    end_run(run.tenant_id, run.id, status=RunStatus.COMPLETED, ports=job.loop.ports)
    assert job.task == before, "again changes nothing"


def test_a_line_that_nothing_shows_waits_for_a_person() -> None:
    job = Job(SUM, EMPTY, build=green)
    job.play()
    assert (job.task.state, job.task.unshown, job.phase) == ("in_review", [EMPTY], "in_progress")
    said = job.say("done")
    assert (said.state, said.unproven, job.phase) == ("done", False, "done")
    assert said.confirmed is not None and said.confirmed.by == USER.subject


def test_lines_are_not_shown_by_tests_that_did_not_run() -> None:
    job = Job(SUM)
    job.play()
    assert (job.task.state, job.task.evidence[0].checks, job.task.unshown) == ("in_review", ("build",), [SUM])


def test_a_check_that_failed_wants_a_persons_eye() -> None:
    def failing(world: World, build: Build) -> Build:
        failed = VerdictPart(status=CheckStatus.FAILED, advisory=True)
        verdict = Verdict(build=PASSED, types=PASSED, tests=failed, page=NOT_RUN)
        return build_by_marker(world, build).model_copy(update={"verdict": verdict})

    job = Job(build=failing)
    job.play()
    assert (job.task.state, [one.failed for one in job.task.evidence]) == ("in_review", [("tests",)])


def test_a_reviewed_diff_settles_the_task_when_it_is_committed() -> None:
    job = Job(SUM, build=green)
    run = job.play(review="before")
    assert (run.outcome.revision_id, job.task.state, job.task.claim) == (None, "open", None)
    job.commit(run)
    (found,) = job.task.evidence
    assert (job.task.state, found.run_id, job.phase) == ("done", run.id, "done")


def test_a_commit_that_is_asked_for_again_does_not_overrule_the_person_who_opened_the_task_again() -> None:
    job = Job(SUM, build=green)
    run = job.play(review="before")
    job.commit(run)
    opened = job.say("open")
    asked = {"principal": USER, "diff_id": run.outcome.diff_id or "", "ports": job.world.ports()}
    commit_diff(request=CommitRequest(), **asked)
    record_run_evidence(run, job.loop.ports)
    assert job.task == opened


def test_a_part_of_a_diff_settles_the_task_once_it_is_built() -> None:
    job = Job(SUM, build=green)
    run = job.play(review="before")
    keep = FileDecision(path="src/cart.ts", decision="approve")
    drop = FileDecision(path="src/cart.test.ts", decision="reject")
    job.commit(run, Review(decision="approve", files=[keep, drop]))
    assert (job.task.state, job.task.evidence) == ("open", ()), "it is not built yet"
    run_pipeline(job.world, job.draft_build())
    assert (job.task.state, job.task.unshown) == ("in_review", [SUM]), "the test was not kept"


def test_without_the_worker_gate_a_run_keeps_its_task_until_the_build_has_ended() -> None:
    job = Job(ports_over={"switches": Switches(worker_build_gate=False)})
    job.play()
    assert (job.task.state, job.task.evidence) == ("claimed", ())
    run_pipeline(job.world, job.draft_build())
    assert (job.task.state, job.task.evidence[0].checks) == ("done", ("build",))


def test_a_build_that_fails_afterwards_gives_the_task_back() -> None:
    job = Job(ports_over={"switches": Switches(worker_build_gate=False)})
    job.play()
    running = to_worker(job.world, job.draft_build())
    upload(job.world, running, archive(running, status="failed", exit_code=1))
    finalise(job.world, running)
    assert (job.task.state, job.task.claim, job.task.evidence) == ("open", None, ())


def test_what_a_person_decides_during_the_run_stands() -> None:
    for status, state in (("open", "open"), ("cancelled", "cancelled")):
        job = Job(build=green)
        run = job.start()
        job.say(status)
        assert job.loop.follow(run).outcome.revision_id is not None
        assert (job.task.state, job.task.evidence) == (state, ())


def test_a_word_that_a_person_gave_during_the_run_is_proven_by_it() -> None:
    job = Job(SUM)
    run = job.start()
    assert job.say("done").unproven
    job.loop.follow(run)
    assert (job.task.state, job.task.unproven, len(job.task.evidence)) == ("done", False, 1)


def test_the_claim_of_another_is_left_and_a_persons_own_passes_to_their_run() -> None:
    job = Job()
    claim_task(principal=USER, task_id=job.task_id, seconds=600, ports=job.loop.ports, holder="run_other")
    job.play()
    assert job.task.claim is not None and job.task.claim.holder == "run_other" and job.task.evidence == ()
    mine = Job()
    claim_task(principal=USER, task_id=mine.task_id, seconds=600, ports=mine.loop.ports)
    mine.play()
    assert mine.task.state == TaskState.DONE


def test_a_task_in_review_is_in_review_again_after_a_run_without_a_revision() -> None:
    job = Job(SUM, replies=[calls(write("src/cart.ts"), finish("Made.")), calls(finish("Nothing to do."))])
    job.play()
    assert job.task.state == "in_review"
    job.play(new_conversation=True)
    assert (job.task.state, job.task.claim, len(job.task.evidence)) == ("in_review", None, 1)


def test_a_run_that_only_answers_claims_nothing() -> None:
    job = Job(replies=[calls(finish("It is a cart."))])
    job.start(only="answer")
    assert (job.task.state, job.task.claim) == ("open", None)


def test_a_message_that_waits_holds_its_task_and_a_refused_one_does_not() -> None:
    job = Job()
    job.loop.start(app_id=job.app.id)
    with pytest.raises(RunActive):
        job.start()
    assert job.task.claim is None
    queued = job.start(queue=True)
    assert job.task.claim is not None and job.task.claim.holder == queued.id
    end_run(queued.tenant_id, queued.id, status=RunStatus.ABORTED, failure_code="CANCELLED", ports=job.loop.ports)
    assert (job.task.state, job.task.claim) == ("open", None)


def test_a_second_message_for_a_task_has_it_once_its_turn_has_come() -> None:
    replies = [calls(write(path), finish("Made.")) for path in ("src/cart.ts", "src/more.ts")]
    job = Job("Nothing shows this line", replies=replies, build=green)
    first, second = job.start(), job.start(queue=True)
    assert job.task.claim is not None and job.task.claim.holder == first.id
    job.loop.follow(first)
    started = start_next(USER.tenant_id, job.app.id, ports=job.loop.ports, workflows=job.world.workflows)
    assert started is not None and job.task.claim is not None and job.task.claim.holder == second.id
    job.loop.follow(started)
    assert [one.run_id for one in job.task.evidence] == [first.id, second.id]


def test_a_task_of_another_project_or_of_none_is_left_alone() -> None:
    job = Job()
    other = an_app(tenant_id=USER.tenant_id)
    job.world.apps.create(other)
    theirs = job.world.plans.put(PlanChange(tasks=[a_task(other)])).tasks[0]
    for number, name in enumerate((theirs.id, new_id("task"), "TICKET-7")):
        driver = LoopDriver([calls(write(f"src/cart{number}.ts"), finish("Made."))], world=job.world)
        run = driver.follow(driver.start(app_id=job.app.id, task_id=name, new_conversation=True))
        assert run.outcome.revision_id is not None
    stored = job.world.plans.task(USER.tenant_id, theirs.id)
    assert (stored.state, stored.evidence, stored.claim) == ("open", (), None)


def test_lines_that_contradict_are_never_both_shown_and_the_task_waits_for_a_person() -> None:
    """The second run shows its line by taking away the test of the first: what is gone shows nothing any more."""
    full, none = "An empty cart shows the sum 0", "An empty cart shows no sum"

    def shows(line: str) -> Reply:
        return calls(write("src/cart.test.ts", f'it("{line}", () => {{}});\n'), finish("Made."))

    job = Job(full, none, replies=[shows(full), shows(none)], build=green)
    job.play()
    assert (job.task.state, job.task.unshown) == ("in_review", [none])
    job.say("open")
    job.play()
    assert (job.task.state, job.task.unshown, job.phase) == ("in_review", [full], "in_progress")
