"""A person stops a run. What it did is kept."""

from shared.domain.errors import NotFound, Unavailable
from shared.domain.ids import require_id
from shared.domain.run import Run
from shared.ports.engine import Workflows
from shared.services.end_run import end_run
from shared.services.loop_ports import LoopPorts


def cancel_run(tenant_id: str, app_id: str, run_id: str, *, ports: LoopPorts, workflows: Workflows) -> Run:
    """Ask the run to stop at its next chunk; end it here when nothing works on it. Idempotent; NotFound."""
    from_store = ports.runs.get(tenant_id, require_id("run", run_id))
    run = belongs_to(from_store, app_id)
    if run.ended:
        return run
    ports.runs.request_cancel(tenant_id, run_id)
    _wake_build(run, ports, workflows)
    if not workflows.is_running(workflows.execution_of_run(run)):
        return end_run(tenant_id, run_id, status="aborted", failure_code="CANCELLED", ports=ports)
    return ports.runs.get(tenant_id, run_id)


def belongs_to(run: Run, app_id: str) -> Run:
    """The run when it is of that app; else NotFound, as if it did not exist."""
    if run.app_id != app_id:
        raise NotFound("There is no such run.")
    return run


def _wake_build(run: Run, ports: LoopPorts, workflows: Workflows) -> None:
    """A candidate build that is waited for is answered as cancelled, so that the loop goes on to its end."""
    if run.build_id is None:
        return
    build = ports.builds.get(run.tenant_id, run.app_id, run.build_id)
    if build.task_token is None or build.status not in ("queued", "running"):
        return
    try:
        workflows.complete_task(build.task_token, {"outcome": "cancelled"})
    except Unavailable:
        return
