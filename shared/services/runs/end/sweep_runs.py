"""Runs that make no progress are brought to their end; ended ones get what they are still owed.

After a restart of the machinery those that were at work go on from their last stored iteration.
"""

import logging
from functools import partial

from shared.domain.errors import NotFound
from shared.domain.log_context import log_keys, note_run
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Lease
from shared.domain.runs.run_status import RunStatus
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.measure import measure_stuck
from shared.services.runs.end.end_run import end_run, interrupt_run
from shared.services.runs.queue.start_next import start_next
from shared.services.sweep_each import sweep_each

logger = logging.getLogger(__name__)
_GRACE_SECONDS = 120
_OVERDUE_SECONDS = 4 * 3600
"""Beyond a run's own time: more than all tries of the longest state take, so what still runs will never end."""
_APPROVAL_SECONDS = 7 * 86_400
"""As long as a step waits for a person."""
_REASON = "The run was interrupted. What it did is kept."
_NOBODY = "Nobody approved the planned run in time."
_DELETED = "The app was deleted while the message waited for its turn."


def sweep_runs(*, ports: LoopPorts, workflows: Workflows) -> int:
    """How many runs were ended. A run younger than two minutes is left alone."""

    def sweep(run: Run) -> bool:
        with log_keys():
            note_run(run)
            return _sweep(run, ports, workflows)

    return sweep_each(ports.runs.unfinished(), sweep, "a run could not be swept", _name)


def _name(run: Run) -> dict[str, str]:
    return {"run_id": run.id}


def _sweep(run: Run, ports: LoopPorts, workflows: Workflows) -> bool:
    if (ports.clock.now() - run.created_at).total_seconds() < _GRACE_SECONDS:
        return False
    if run.status == RunStatus.PLANNED:
        return _give_turn(run, ports, workflows)
    if not run.ended and workflows.is_running(workflows.execution_of_run(run)):
        if not _is_overdue(run, ports):
            return _wake(run, workflows)
        workflows.stop(workflows.execution_of_run(run), "The run made no progress.")
    if not run.ended:
        measure_stuck(run, ports.metrics)
    interrupt_run(run.tenant_id, run.id, _REASON, ports=ports)
    start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows)
    return True


def _is_overdue(run: Run, ports: LoopPorts) -> bool:
    """Whether a run that is at work should have ended long ago; waiting for a person has a limit of its own."""
    if run.status != RunStatus.RUNNING:
        return False
    age = (ports.clock.now() - (run.started_at or run.created_at)).total_seconds()
    return age - run.waiting.waited_seconds > run.bounds.seconds + _OVERDUE_SECONDS


def _give_turn(run: Run, ports: LoopPorts, workflows: Workflows) -> bool:
    """A message that waits has its turn; one whose turn can never come, because its app or its place is gone, ends."""
    if run.waiting.awaits_start and (ports.clock.now() - run.created_at).total_seconds() > _APPROVAL_SECONDS:
        interrupt_run(run.tenant_id, run.id, _NOBODY, ports=ports, failure_code="APPROVAL_TIMEOUT")
        return True
    if start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows) is not None:
        return True
    try:
        app = ports.apps.get(run.tenant_id, run.app_id)
    except NotFound:
        end_run(
            run.tenant_id, run.id, status=RunStatus.ABORTED, failure_code="APP_DELETED", summary=_DELETED, ports=ports
        )
        return True
    if run.id in app.queued_run_ids or ports.runs.get(run.tenant_id, run.id).status != RunStatus.PLANNED:
        return False
    interrupt_run(run.tenant_id, run.id, _REASON, ports=ports)
    return True


def _wake(run: Run, workflows: Workflows) -> bool:
    """A run whose last answer was stored and whose execution was never told so."""
    decided = (
        run.status == RunStatus.RUNNING
        and (bool(run.waiting.held) or _has_started_no_step(run))
        and not run.undecided
        and run.waiting.approval_token is not None
    )
    return decided and workflows.complete_task(run.waiting.approval_token or "", {"outcome": "decided"})


def _has_started_no_step(run: Run) -> bool:
    steps = run.plan_steps
    return bool(steps) and all(step.started_at is None for step in steps)


_MOST_RESTARTS = 5


def recover_runs(*, ports: LoopPorts, workflows: Workflows) -> int:
    """How many runs were started again or brought to their end. A run that cannot be helped is logged and left."""
    recover = partial(_recover, ports=ports, workflows=workflows)
    return sweep_each(ports.runs.unfinished(), recover, "a run could not be recovered", _name)


def _recover(run: Run, ports: LoopPorts, workflows: Workflows) -> bool:
    if run.status == RunStatus.PLANNED:
        if start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows) is not None:
            return True
        if not run.request.with_steps:
            return False  # no execution waits with it
    if not run.ended and workflows.is_running(workflows.execution_of_run(run)):
        return False
    if run.ended or run.restarts >= _MOST_RESTARTS or _is_out_of_time(run, ports):
        interrupt_run(run.tenant_id, run.id, _REASON, ports=ports)
        return True
    again = ports.runs.update(run.change(restarts=run.restarts + 1, execution=None, lease=_next_lease(run)))
    logger.warning("a run goes on after a restart", extra={"run_id": run.id, "iteration": run.iteration})
    workflows.start_run(again)
    return True


def _next_lease(run: Run) -> Lease:
    """The run's lease, with an attempt at its next iteration counted.

    The attempt that was interrupted may be younger than the state that was kept. People have heard it all the same, so
    the next one has to say that it tries again.
    """
    untold = run.status == RunStatus.RUNNING and run.iteration > 0 and run.lease.attempt == run.settled_attempt
    return run.lease.model_copy(update={"attempt": run.lease.attempt + 1}) if untold else run.lease


def _is_out_of_time(run: Run, ports: LoopPorts) -> bool:
    """Whether its next iteration would only find its time used up; waiting for a person uses none."""
    if run.status in (RunStatus.AWAITING_APPROVAL, RunStatus.PLANNED):
        return False
    age = (ports.clock.now() - (run.started_at or run.created_at)).total_seconds()
    return age >= run.bounds.seconds
