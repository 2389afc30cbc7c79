"""A person stops a run. What it did is kept."""

from contextlib import suppress

from shared.domain.errors import Unavailable
from shared.domain.ids import require_id
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.engine import Workflows
from shared.services.get_app import belongs_to
from shared.services.loop_ports import LoopPorts
from shared.services.runs.end.end_run import end_run
from shared.services.runs.list_runs import live_run
from shared.services.runs.queue.start_next import start_next


def cancel_run(tenant_id: str, app_id: str, run_id: str, *, ports: LoopPorts, workflows: Workflows) -> Run:
    """Ask the run to stop at its next chunk; end it here when nothing works on it. Idempotent; NotFound."""
    from_store = ports.runs.get(tenant_id, require_id("run", run_id))
    run = belongs_to(from_store, app_id)
    if run.ended:
        return run
    ports.runs.request_cancel(tenant_id, run_id)
    run = ports.runs.get(tenant_id, run_id)  # it may have started to wait before it could see the flag
    _wake(_token_of(run, ports), workflows)
    if not workflows.is_running(workflows.execution_of_run(run)):
        ended = end_run(tenant_id, run_id, status=RunStatus.ABORTED, failure_code="CANCELLED", ports=ports)
        start_next(tenant_id, app_id, ports=ports, workflows=workflows)
        return ended
    return live_run(ports.runs.get(tenant_id, run_id), ports)


def _token_of(run: Run, ports: LoopPorts) -> str | None:
    if run.waiting.build_id is None:
        waits = run.status == RunStatus.AWAITING_APPROVAL or run.is_laid_out
        return run.waiting.approval_token if waits else None
    build = ports.builds.get(run.tenant_id, run.app_id, run.waiting.build_id)
    return build.task_token if not build.status.finished else None


def _wake(token: str | None, workflows: Workflows) -> None:
    """What is waited for is answered as cancelled, so that the loop goes on to its end."""
    if token is not None:
        with suppress(Unavailable):
            workflows.complete_task(token, {"outcome": "cancelled"})
