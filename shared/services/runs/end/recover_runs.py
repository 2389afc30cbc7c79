"""After a restart of the machinery: runs that were at work go on from their last stored iteration."""

import logging

from shared.domain.errors import AppError
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Lease
from shared.domain.runs.run_status import RunStatus
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.runs.end.end_run import end_run
from shared.services.runs.queue.start_next import start_next

logger = logging.getLogger(__name__)
_MOST_RESTARTS = 5
_REASON = "The run was interrupted. What it did is kept."


def recover_runs(*, ports: LoopPorts, workflows: Workflows) -> int:
    """How many runs were started again or brought to their end. A run that cannot be helped is logged and left."""
    done = 0
    for run in ports.runs.unfinished():
        try:
            done += _recover(run, ports, workflows)
        except AppError:
            logger.exception("a run could not be recovered", extra={"run_id": run.id})
    return done


def _recover(run: Run, ports: LoopPorts, workflows: Workflows) -> bool:
    if run.status == RunStatus.PLANNED:
        return start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows) is not None
    if not run.ended and workflows.is_running(workflows.execution_of_run(run)):
        return False
    if run.ended or run.restarts >= _MOST_RESTARTS or _is_out_of_time(run, ports):
        end_run(
            run.tenant_id,
            run.id,
            status=RunStatus.INTERRUPTED,
            failure_code="INTERRUPTED",
            summary=_REASON,
            ports=ports,
        )
        return True
    again = ports.runs.update(
        run.model_copy(update={"restarts": run.restarts + 1, "execution": None, "lease": _next_lease(run)})
    )
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
    if run.status == RunStatus.AWAITING_APPROVAL:
        return False
    age = (ports.clock.now() - (run.started_at or run.created_at)).total_seconds()
    return age >= run.bounds.seconds
