"""The end of a run: the app is freed, the rest becomes a diff, the stream gets its last word, the log its archive."""

from shared.domain.builds.build_status import BuildOutcome
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.ids import derived_id
from shared.domain.log_context import note_run
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.planned_step import PlannedStep, closed, following, running, skipped
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Lease
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.turn import Turn
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.runs.end.diff_problems import (
    commit_message,
    failed_build,
    problems_of,
    stop_reason,
    verdict_of,
    verdict_on,
)
from shared.services.runs.end.find_commit import find_commit
from shared.services.runs.end.last_tests import last_tests
from shared.services.runs.end.report_commit import report_commit
from shared.services.runs.list_runs import steps_of
from shared.services.runs.log.close_log import close_log
from shared.services.spending.record_spend import record_dead_calls, with_dead_calls
from shared.services.until_written import until_written

_TRIES = 5
_BROKEN_OFF = (RunStatus.ABORTED, RunStatus.INTERRUPTED)


def end_run(
    tenant_id: str,
    run_id: str,
    *,
    status: RunStatus,
    ports: LoopPorts,
    failure_code: str | None = None,
    summary: str | None = None,
) -> Run:
    """Bring a run to its end whatever state it is in. Idempotent: a second call completes what the first left undone.

    The app's lock is freed first, then its task is settled, then the terminal events are written, then the log is
    archived. A run whose work has already become a revision is completed, whatever is said about it.
    """
    run = _finish(tenant_id, run_id, status, failure_code, summary, ports)
    if run.events_archived:
        return run
    record_dead_calls(run, ports=ports)
    _record_evidence(run, ports)
    if run.outcome.revision_id is not None:
        report_commit(run, ports.revisions.get(tenant_id, run.app_id, run.outcome.revision_id), ports)
    return close_log(run, ports)


def _record_evidence(run: Run, ports: LoopPorts) -> None:
    if run.request.task_id is not None:
        # Few runs are for a task, and every step of the loop imports this module: planning is imported when needed.
        from shared.services.planning.record_evidence import record_run_evidence

        record_run_evidence(run, ports)


def interrupt_run(
    tenant_id: str, run_id: str, summary: str, *, ports: LoopPorts, failure_code: str = "INTERRUPTED"
) -> Run:
    """As `end_run`, where the run is broken off from outside."""
    status = RunStatus.INTERRUPTED
    return end_run(tenant_id, run_id, status=status, failure_code=failure_code, summary=summary, ports=ports)


def _finish(
    tenant_id: str, run_id: str, status: RunStatus, code: str | None, summary: str | None, ports: LoopPorts
) -> Run:
    def write(run: Run) -> Run:
        if run.ended:
            return run
        ended, diff = _ended(run, status, code, summary, ports)
        turn = ports.turns.turn(tenant_id, run.app_id, run.turn_id)
        return ports.runs.finish(ended, _with_outcome(turn, ended, ports), diff)

    def read() -> Run:
        return ports.runs.get(tenant_id, run_id)

    return until_written(read, write, "The run", tries=_TRIES, pause=lambda _: ports.clock.sleep(0.05))


def _ended(
    run: Run, status: RunStatus, code: str | None, summary: str | None, ports: LoopPorts
) -> tuple[Run, Diff | None]:
    """The run as it ends, and its leftover. The attempt's number moves on, so that a live attempt notices."""
    made = find_commit(run, ports)
    ending: RunStatus = status if made is None else RunStatus.COMPLETED
    changes: dict[str, object] = {
        "status": ending,
        "stage": "done",
        "failure_code": None if ending == RunStatus.COMPLETED else code or run.outcome.failure_code or "INTERNAL",
        "summary": run.outcome.summary if made else summary or run.outcome.summary,
        "cancel_requested": ports.runs.cancel_requested(run.tenant_id, run.id),
        "revision_id": made.id if made else None,
        "finished_at": ports.clock.now(),
        "plan_steps": _closed(run, ending, ports),
        "lease": Lease(attempt=run.lease.attempt + 1),
    }
    diff = None if made else leftover_diff(run, ending, ports, code=code, summary=summary)
    if diff is not None:
        changes["diff_id"] = diff.id
    return run.change(usage=with_dead_calls(run, ports=ports), **changes), diff


def _closed(run: Run, ending: RunStatus, ports: LoopPorts) -> list[PlannedStep]:
    """The steps as they ended; those that never began stay so in the record as skipped."""
    now, done = ports.clock.now(), ending == RunStatus.COMPLETED
    status = StepStatus.FAILED if not done else StepStatus.SKIPPED if _is_untested(run) else StepStatus.COMPLETED
    steps = closed(run.plan_steps, status, (run.outcome.summary or "") if done else "", now)
    while following(steps) is not None:
        steps = skipped(steps, now)
    return steps


def _is_untested(run: Run) -> bool:
    """Whether the step at work was to run tests, and neither it nor the run's last build ran one."""
    step = running(run.plan_steps)
    if step is None or step.actor != "test_worker":
        return False
    tested = run.memory.tested
    return (tested is None or tested.step != step.id) and (run.verdict is None or not run.verdict.tests.status.ran)


def leftover_diff(
    run: Run, status: RunStatus, ports: LoopPorts, *, code: str | None = None, summary: str | None = None
) -> Diff | None:
    """What the run did and did not commit: its last green tree if it has one, else its candidate.

    It says how good it is: what the evaluator, the build and the tests said, and why the run stopped.
    """
    tree = run.candidate_tree if run.green_tree in (None, run.base_tree) else run.green_tree
    if tree is None or tree in (run.base_tree, run.request.start_tree) or run.outcome.diff_id is not None:
        return None
    now = ports.clock.now()
    base = ports.revisions.get(run.tenant_id, run.app_id, run.base_revision_id)
    tests = last_tests(run, ports)
    failed = failed_build(run, tree, ports)
    return Diff(
        id=derived_id("dif", run.id, moment_of=run.id),
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        run_id=run.id,
        conversation_id=run.conversation_id,
        base_revision_id=base.id,
        base_commit=base.commit,
        base_tree=run.base_tree,
        tree=tree,
        status=DiffStatus.INTERRUPTED if status in _BROKEN_OFF else DiffStatus.PENDING_REVIEW,
        vibecoder_prompt=run.request.message,
        evaluator_verdict=verdict_on(run, tree),
        evaluator_reasoning=run.memory.evaluator_reasoning,
        build_status=_built(run, tree, failed=failed is not None),
        verdict=verdict_of(run, tree),
        problems=[
            *problems_of(run, tree, failed, tests),
            *stop_reason(status, code or run.outcome.failure_code, summary or run.outcome.summary),
        ],
        commit_message=commit_message(run, tree, ports),
        test_results=tests.results if tests else None,
        tests_run_at=tests.run_at if tests else None,
        created_at=now,
        updated_at=now,
    )


def _built(run: Run, tree: str, *, failed: bool) -> BuildOutcome:
    if tree in (run.green_tree, run.verdict_tree):
        return BuildOutcome.SUCCEEDED
    return BuildOutcome.FAILED if failed else BuildOutcome.UNKNOWN


def _with_outcome(turn: Turn, run: Run, ports: LoopPorts) -> Turn:
    steps = steps_of(run, ports.runs.iterations(run.tenant_id, run.id))
    return turn.model_copy(
        update={
            "status": run.status,
            "summary": run.outcome.summary,
            "rationale": run.outcome.rationale,
            "assumptions": run.outcome.assumptions,
            "imitates": run.outcome.imitates,
            "operations": [{"tool": step.tool, "path": path} for step in steps for path in step.changed_paths],
            "tool_trace": [
                {
                    "tool": step.tool,
                    "status": step.status,
                    "arguments": step.arguments[:500],
                    "output": step.output[:300],
                }
                for step in steps
            ],
            "diagnostics": run.memory.diagnostics,
            "failure_code": run.outcome.failure_code,
            "stopped_by": run.outcome.stopped_by,
            "revision_id": run.outcome.revision_id,
            "diff_id": run.outcome.diff_id,
            "usage": run.usage,
            "untrusted": run.memory.untrusted,
            "finished_at": run.finished_at,
        }
    )


def record_ending(
    tenant_id: str, run_id: str, ending: ExecutionEnd, *, ports: LoopPorts, execution_name: str | None = None
) -> Run | None:
    """End the run accordingly; None when there is no such run, or a later execution has taken it over. Idempotent."""
    run = or_none(ports.runs.get, tenant_id, run_id)
    if run is None:
        return None
    note_run(run)
    if execution_name is not None and execution_name != f"{run.id}-{run.restarts}":
        return None
    if run.outcome.failure_code == "CANCELLED" or ports.runs.cancel_requested(tenant_id, run_id):
        return end_run(
            tenant_id, run_id, status=RunStatus.ABORTED, failure_code="CANCELLED", summary=_cancelled(run), ports=ports
        )
    if ending == ExecutionEnd.CRASHED and (run.status == RunStatus.AWAITING_APPROVAL or run.is_laid_out):
        ending = ExecutionEnd.UNANSWERED
    made = ending.of_run
    return end_run(tenant_id, run_id, status=made.status, failure_code=made.code, summary=made.summary, ports=ports)


def _cancelled(run: Run) -> str | None:
    """Words in place of those about another end that the cancel came before; None where there are none."""
    return "The run was cancelled." if run.outcome.failure_code not in (None, "CANCELLED") else None
