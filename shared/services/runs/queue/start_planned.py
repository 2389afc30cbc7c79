"""Somebody approves a planned run: it starts now, or when the runs before it have ended."""

from functools import partial

from shared.domain.errors import Conflict
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.runs.queue.start_next import start_next
from shared.services.until_written import until_written


def start_planned(run: Run, *, ports: LoopPorts, workflows: Workflows) -> Run:
    """The run, at work or waiting for its turn. Idempotent; Conflict when others write it all the time."""
    run = _approved(run, ports)
    if run.status == RunStatus.PLANNED:
        start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows)
    return ports.runs.get(run.tenant_id, run.id)


def _approved(run: Run, ports: LoopPorts) -> Run:
    def write(known: Run) -> Run:
        waits = known.awaits_start and known.status == RunStatus.PLANNED
        return ports.runs.update(known.model_copy(update={"awaits_start": False})) if waits else known

    read = partial(ports.runs.get, run.tenant_id, run.id)
    return until_written(read, write, "The run", first=run, tries=5, lost=Conflict)
