"""Somebody approves a planned run: it starts now, or when the runs before it have ended."""

from shared.domain.errors import Conflict
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.runs.queue.start_next import start_next

_TRIES = 5


def start_planned(run: Run, *, ports: LoopPorts, workflows: Workflows) -> Run:
    """The run, at work or waiting for its turn. Idempotent; Conflict when others write it all the time."""
    run = _approved(run, ports)
    if run.status == RunStatus.PLANNED:
        start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows)
    return ports.runs.get(run.tenant_id, run.id)


def _approved(run: Run, ports: LoopPorts) -> Run:
    for attempt in range(1, _TRIES + 1):
        if not run.awaits_start or run.status != RunStatus.PLANNED:
            break
        try:
            return ports.runs.update(run.model_copy(update={"awaits_start": False}))
        except Conflict:
            if attempt == _TRIES:
                raise
            run = ports.runs.get(run.tenant_id, run.id)
    return run
