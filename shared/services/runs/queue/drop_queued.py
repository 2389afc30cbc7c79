"""A message that waits for its turn is dropped: no run comes of it."""

from functools import partial

from shared.domain.apps.app import App
from shared.domain.errors import Conflict
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.loop_ports import LoopPorts
from shared.services.runs.end.end_run import end_run
from shared.services.runs.queue.read_queue import require_waiting
from shared.services.until_written import until_written


def drop_queued(*, principal: Principal, app_id: str, run_id: str, ports: LoopPorts) -> Run:
    """The run, cancelled; its words stay in the conversation. Conflict `NOT_WAITING` for one that began meanwhile.

    It loses its place first, so no one can give it a turn any more. If this process dies in between, the sweeper ends
    the run.
    """

    def write(app: App) -> Run:
        run = require_waiting(app, run_id, ports)
        ports.runs.drop_queued(app, [waiting for waiting in app.queued_run_ids if waiting != run.id])
        return run

    read = partial(ports.apps.get, principal.tenant_id, require_id("app", app_id))
    run = until_written(read, write, "The queue", tries=5, lost=Conflict)
    return end_run(run.tenant_id, run.id, status=RunStatus.ABORTED, failure_code="CANCELLED", ports=ports)
