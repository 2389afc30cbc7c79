"""The messages of an app that wait for their turn."""

from shared.domain.apps.app import App
from shared.domain.errors import NotWaiting
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.belongs_to import belongs_to
from shared.services.loop_ports import LoopPorts


def read_queue(*, principal: Principal, app_id: str, ports: LoopPorts) -> list[Run]:
    """In the order of their turns. NotFound for an app of another tenant."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return [run for run in waiting_in(app, ports) if run.status == RunStatus.PLANNED]


def waiting_in(app: App, ports: LoopPorts) -> list[Run]:
    """The runs that the app's queue names."""
    return [ports.runs.get(app.tenant_id, run_id) for run_id in app.queued_run_ids]


def require_waiting(app: App, run_id: str, ports: LoopPorts) -> Run:
    """The run while it waits in the app's queue. NotFound for none of the app's, Conflict `NOT_WAITING` for others."""
    run = belongs_to(ports.runs.get(app.tenant_id, require_id("run", run_id)), app.id)
    if run.status != RunStatus.PLANNED or run.id not in app.queued_run_ids:
        said = "The message began meanwhile." if not run.ended else "The message was dropped, or its run has ended."
        raise NotWaiting(f"{said} It can no longer be changed.", run_id=run.id, run_status=run.status)
    return run
