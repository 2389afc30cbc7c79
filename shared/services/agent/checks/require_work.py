"""What a role owes before it ends: a planner its plan, and who is to run tests a run of them, or why there was none."""

from shared.domain.apps.project_state import TEXT_MOST, StateChange
from shared.domain.builds.check_status import CheckStatus, SuiteOutcome
from shared.domain.builds.reaching_tests import is_test
from shared.domain.builds.verdict import NOT_ASKED, Verdict, VerdictPart
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.revisions.revision import Build
from shared.domain.runs.data_chunks import DataVerdict, VerdictData
from shared.domain.runs.planned_step import closed, running
from shared.domain.runs.run_parts import TestedTree
from shared.domain.runs.step_status import StepStatus
from shared.domain.untrusted import shortened
from shared.services.agent.ask_worker import await_task
from shared.services.agent.loop_work import Work
from shared.services.agent.tools.run_tools import report
from shared.services.runs.end.last_tests import is_test as ran_tests
from shared.services.runs.end.last_tests import tests_status
from shared.tools.base import refuse

PLAN_NOT_WRITTEN = "PLAN_NOT_WRITTEN"
_NO_PLAN = (
    "Not finished: nothing was written down. Call `update_state` with the plan's steps and the requirements first, "
    "then `finish`."
)
TESTS_NOT_RUN = "TESTS_NOT_RUN"
RAN_FOR_IT = "Not finished yet: no test was run in this step, so all of them were run now. "
_AGAIN = "\nCall `finish` again with a summary of this."
_NONE = "The project has no tests, so none were run."
_OFF = "Targeted tests are switched off here, so none were run."
_LOST = "No test was run: the test runner did not come to its end."
_WRITE_ONE = (
    "Not finished: the project has no tests. Write one for this step and run it with `run_targeted_tests`, or call "
    "`finish` again to leave the step without a test."
)
_DIAGNOSTICS = 5


def require_plan(work: Work) -> tuple[Work, bool]:
    """Refuse to end the planning where the project's state has no plan or no requirements; True where it was refused.

    The second time, and in the last call of a run, what the person asked for is written in their own words, so that
    whatever reads the state finds what was wanted.
    """
    state = work.inputs.ports.states.get(work.run.tenant_id, work.run.app_id)
    if state.plan and state.requirements:
        return work, False
    failures, finish = work.run.memory.failures, work.round.finish
    if PLAN_NOT_WRITTEN not in failures and not work.last_call:
        work = work.change(failures={**failures, PLAN_NOT_WRITTEN: 1})
        return (report(work, finish, refuse(_NO_PLAN)) if finish is not None else work.answer(None, _NO_PLAN)), True
    change_state = work.inputs.workspace.change_state
    wish = shortened(" ".join(work.run.request.message.split()), TEXT_MOST)
    if change_state is not None:
        change_state(
            StateChange(
                plan=None if state.plan else [wish], requirements=None if state.requirements else {"request": [wish]}
            )
        )
    return work, False


def note_tests(work: Work, build: Build) -> Work:
    """Keep what a test run that came to its end found, with the step that it belongs to."""
    status = tests_status(build) if ran_tests(build) else SuiteOutcome.ERROR
    counts = build.tests.counts() if build.tests else None
    if status == SuiteOutcome.ERROR or (counts is not None and counts.passed + counts.failed == 0):
        return work
    outcome = CheckStatus.PASSED if status == SuiteOutcome.PASSED else CheckStatus.FAILED
    found = build.tests.diagnostics()[:_DIAGNOSTICS] if build.tests else []
    part = VerdictPart(status=outcome, counts=counts, diagnostics=found)
    step = running(work.run.plan_steps)
    return work.change(tested=TestedTree(tree=build.tree, build_id=build.id, step=step.id if step else None, part=part))


def missing_tests(work: Work) -> str | None:
    """Why the step or the run whose work is to run tests has run none; None where it has, or has other work."""
    step, request = running(work.run.plan_steps), work.run.request
    if request.only is not None:
        return None
    if request.run_type != "run_tests_only" and (step is None or step.actor != "test_worker"):
        return None
    tested = work.run.memory.tested
    if tested is not None and tested.step == (step.id if step else None):
        return None
    if not any(map(is_test, work.inputs.workspace.files)):
        return _NONE
    return _LOST if work.inputs.ports.switches.targeted_tests else _OFF


def run_missing_tests(work: Work, missing: str) -> Work | None:
    """Refuse to end the step, once: its tests are run first, or written. None where it may end without them."""
    if work.last_call or work.inputs.role == "single" or missing == _OFF:
        return None
    step, finish = running(work.run.plan_steps), work.round.finish
    key = f"{TESTS_NOT_RUN} {step.id if step else ''}".strip()
    if key in work.run.memory.failures:
        return None
    if missing == _NONE and work.run.request.run_type == "run_tests_only":
        return None
    work = work.change(failures={**work.run.memory.failures, key: 1})
    if missing == _NONE:
        return report(work, finish, refuse(_WRITE_ONE)) if finish is not None else work.answer(None, _WRITE_ONE)
    return await_task(work, finish, WorkerTask(task="tests"))


def explained(text: str) -> str:
    """The results of tests that were run in place of a `finish`."""
    return f"{RAN_FOR_IT}{text}{_AGAIN}"


def end_untested(work: Work, missing: str | None) -> Work:
    """Give a run that changed nothing the verdict of its tests, so that no summary of tests is without one.

    A run whose tests exist and could not be run fails; of one without tests the verdict says why none were run.
    """
    if missing is not None:
        skipped = VerdictPart(status=CheckStatus.SKIPPED, reason=missing)
        steps = closed(work.run.plan_steps, StepStatus.SKIPPED, missing, work.inputs.ports.clock.now())
        work = work.change(verdict=_only(skipped), verdict_tree=work.run.candidate_tree, plan_steps=steps)
        return work.fail(TESTS_NOT_RUN, missing) if missing == _LOST else work
    tested, run = work.run.memory.tested, work.run
    if tested is None or tested.tree != run.candidate_tree or _is_judged(work):
        return work
    verdict = _only(tested.part)
    data = VerdictData(build_id=tested.build_id, ok=not verdict.blocking, verdict=verdict)
    work.inputs.writer.emit(DataVerdict(data=data))
    return work.change(verdict=verdict, verdict_tree=tested.tree, verdict_build_id=tested.build_id)


def _is_judged(work: Work) -> bool:
    run = work.run
    return run.verdict is not None and run.verdict_tree == run.candidate_tree and run.verdict.tests.status.ran


def with_counts(work: Work, words: str) -> str:
    """The summary of a run of tests: the counts come first, whatever the model says of them."""
    tested = work.run.memory.tested
    if work.run.request.run_type != "run_tests_only" or tested is None or tested.part.counts is None:
        return words
    return f"Tests: {tested.part.counts.words()}. {words}".strip()


def _only(part: VerdictPart) -> Verdict:
    return Verdict(build=NOT_ASKED, types=NOT_ASKED, tests=part, page=NOT_ASKED)
