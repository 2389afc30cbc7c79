"""Runs that nobody works on any more are brought to their end; ended ones get what they are still owed."""

import logging

from shared.domain.errors import AppError
from shared.domain.run import Run
from shared.ports.engine import Workflows
from shared.services.end_run import end_run
from shared.services.loop_ports import LoopPorts
from shared.services.start_next import start_next

logger = logging.getLogger(__name__)
_GRACE_SECONDS = 120


def sweep_runs(*, ports: LoopPorts, workflows: Workflows) -> int:
    """How many runs were settled. A run younger than two minutes is left alone."""
    done = 0
    for run in ports.runs.unfinished():
        try:
            done += _sweep(run, ports, workflows)
        except AppError:
            logger.exception("a run could not be swept", extra={"run_id": run.id})
    return done


def _sweep(run: Run, ports: LoopPorts, workflows: Workflows) -> bool:
    if (ports.clock.now() - run.created_at).total_seconds() < _GRACE_SECONDS:
        return False
    if run.status == "planned":
        return start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows) is not None
    if not run.ended and workflows.is_running(workflows.execution_of_run(run)):
        return _wake(run, workflows)
    said = "The run was interrupted. What it did is kept."
    end_run(run.tenant_id, run.id, status="interrupted", failure_code="INTERRUPTED", summary=said, ports=ports)
    start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows)
    return True


def _wake(run: Run, workflows: Workflows) -> bool:
    """A run whose last answer was stored and whose execution was never told so."""
    decided = run.status == "running" and bool(run.held) and not run.undecided and run.approval_token is not None
    return decided and workflows.complete_task(run.approval_token or "", {"outcome": "decided"})
