"""What came of a run of the manager is written down: evidence on its task and a decision, or why there is none."""

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from shared.domain.autopilot.record import Autopilot, ManagedRun
from shared.domain.autopilot.shown_by import shown_by
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.failure_signature import failure_signature
from shared.domain.builds.verdict import CHECKS
from shared.domain.builds.worker_contract import Check
from shared.domain.diffs.changes import changed_paths
from shared.domain.errors import AppError, ClaimLost
from shared.domain.identity import Principal
from shared.domain.planning.task import Evidence, ShowingCheck, Task
from shared.domain.revisions.revision import Revision
from shared.domain.runs.iteration import DECLINED
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunOutcome
from shared.domain.runs.step_status import StepStatus
from shared.domain.untrusted import shortened
from shared.services.apps.change_decisions import log_decision
from shared.services.autopilot.read_facts import cost_of
from shared.services.loop_ports import LoopPorts
from shared.services.planning.claim import end_claim, release_task

_WORDS, _REASON = 160, 600
NOTHING = "NOTHING_CHANGED"


class Recorded(NamedTuple):
    """The row without the run, and a word about what came of it."""

    row: Autopilot
    word: str


def record_run(row: Autopilot, managed: ManagedRun, run: Run, task: Task | None, ports: LoopPorts) -> Recorded:
    """Each part is harmless when it is done again, and the row is written last. The task may be gone meanwhile."""
    cost, refused = cost_of(run), _declined(run, ports)
    if run.outcome.revision_id is not None:
        if task is not None:
            _prove(task, run, ports)
        return Recorded(row.without(run.id, cost=cost, refused=refused, done=True), "task_done")
    if task is not None:
        _release(task, run, ports)
    if run.status.outcome == RunOutcome.CANCELLED:
        return Recorded(row.without(run.id, cost=cost, refused=refused + 1), "refused")
    code = run.outcome.failure_code or NOTHING
    signature = f"{code}:{failure_signature(code, run.memory.diagnostics)}"
    return Recorded(row.without(run.id, cost=cost, failure=signature, refused=refused), code)


def _prove(task: Task, run: Run, ports: LoopPorts) -> None:
    """The task is done, by the revision that was built; its node and those above follow."""
    if (fence := _fence(task, run)) is not None:
        revision = ports.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
        end_claim(run.tenant_id, task.id, fence, ports, _evidence(task, run, revision, ports))
    words = f"Implemented: {shortened(task.description, _WORDS)}"
    why = shortened(run.outcome.summary or "", _REASON)
    with suppress(AppError):  # a project that has no room for another decision has its task done all the same
        log_decision(run.tenant_id, run.app_id, words, why, ports=ports)


def _fence(task: Task, run: Run) -> int | None:
    """The number of the run's claim; None when somebody has decided about the task meanwhile, or it is done."""
    return task.claim.fence if task.claim is not None and task.claim.holder == run.id else None


def _evidence(task: Task, run: Run, revision: Revision, ports: LoopPorts) -> Evidence:
    verdict = revision.verdict
    passed = [name for name in CHECKS if verdict and verdict.part(name).status == CheckStatus.PASSED]
    return Evidence(
        run_id=run.id,
        revision_id=revision.id,
        build_id=revision.build_id,
        checks=tuple(passed),
        shown_by=_shown_by(task, run, revision, passed, ports),
        at=ports.clock.now(),
    )


def _shown_by(
    task: Task, run: Run, revision: Revision, passed: Sequence[Check], ports: LoopPorts
) -> tuple[ShowingCheck, ...]:
    """By the files of the revision; those that the run wrote are known by its own trees."""
    before, after, kept = (
        ports.snapshots.get(run.tenant_id, run.app_id, tree)
        for tree in (run.base_tree, run.candidate_tree, revision.tree)
    )
    return shown_by(task, kept, run_id=run.id, written=changed_paths(before, after), passed=passed)


def _release(task: Task, run: Run, ports: LoopPorts) -> None:
    if (fence := _fence(task, run)) is not None:
        who = Principal(tenant_id=run.tenant_id, subject=run.request.created_by)
        with suppress(ClaimLost):
            release_task(principal=who, task_id=task.id, fence=fence, ports=ports)


def _declined(run: Run, ports: LoopPorts) -> int:
    """How often a person said no in it."""
    steps = (step for done in ports.runs.iterations(run.tenant_id, run.id) for step in done.steps)
    return sum(step.status == StepStatus.SKIPPED and step.output.startswith(DECLINED) for step in steps)
