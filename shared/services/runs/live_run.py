"""A run as it stands at this moment. Its row is written when a step ends, so what a step is doing shows elsewhere."""

from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Stage
from shared.services.loop_ports import LoopPorts


def live_run(run: Run, ports: LoopPorts) -> Run:
    """The run with the stage of its latest event, and whether a person has asked it to stop."""
    if run.ended:
        return run
    asked = ports.runs.cancel_requested(run.tenant_id, run.id)
    return run.model_copy(update={"cancel_requested": asked, "stage": _stage(run, ports)})


def _stage(run: Run, ports: LoopPorts) -> Stage:
    last = ports.events.last_seq(run.tenant_id, run.id)
    found = ports.events.read(run.tenant_id, run.id, after=max(0, last - 1), limit=1)
    return found[-1].stage if found else run.stage
