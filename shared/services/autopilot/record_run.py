"""What came of a run of the manager is written down: a decision, and in the autopilot's row what it cost."""

from contextlib import suppress
from typing import NamedTuple

from shared.domain.autopilot.record import NOTHING_CHANGED, Autopilot, ManagedRun
from shared.domain.builds.failure_signature import failure_signature
from shared.domain.errors import AppError
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState
from shared.domain.runs.iteration import DECLINED
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunOutcome
from shared.domain.runs.step_status import StepStatus
from shared.domain.untrusted import shortened
from shared.services.apps.change_decisions import log_decision
from shared.services.autopilot.read_facts import cost_of
from shared.services.loop_ports import LoopPorts
from shared.services.planning.record_evidence import record_run_evidence

_WORDS, _REASON = 160, 600


class Recorded(NamedTuple):
    """The row without the run, and a word about what came of it."""

    row: Autopilot
    word: str


def record_run(row: Autopilot, managed: ManagedRun, run: Run, task: Task | None, ports: LoopPorts) -> Recorded:
    """Each part is harmless when it is done again, and the row is written last. The task may be gone meanwhile."""
    cost, refused = cost_of(run), _declined(run, ports)
    # The run's own end has settled the task already, unless a release before this one ended it.
    task = record_run_evidence(run, ports) if task is not None else None
    if run.outcome.revision_id is not None:
        if task is not None:
            _log_decision(task, run, ports)
        is_open = task is not None and task.state == TaskState.IN_REVIEW
        return Recorded(
            row.without(run.id, cost=cost, refused=refused, done=True), "to_confirm" if is_open else "task_done"
        )
    if run.status.outcome == RunOutcome.CANCELLED:
        return Recorded(row.without(run.id, cost=cost, refused=refused + 1), "refused")
    code = run.outcome.failure_code or NOTHING_CHANGED
    signature = f"{code}:{failure_signature(code, run.memory.diagnostics)}"
    return Recorded(row.without(run.id, cost=cost, failure=signature, refused=refused), code)


def _log_decision(task: Task, run: Run, ports: LoopPorts) -> None:
    words = f"Implemented: {shortened(task.description, _WORDS)}"
    why = shortened(run.outcome.summary or "", _REASON)
    with suppress(AppError):  # a project that has no room for another decision has its task done all the same
        log_decision(run.tenant_id, run.app_id, words, why, ports=ports)


def _declined(run: Run, ports: LoopPorts) -> int:
    """How often a person said no in it."""
    steps = (step for done in ports.runs.iterations(run.tenant_id, run.id) for step in done.steps)
    return sum(step.status == StepStatus.SKIPPED and step.output.startswith(DECLINED) for step in steps)
