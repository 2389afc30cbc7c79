"""A message that waits for its turn is said otherwise, has its turn sooner or later, or is dropped."""

from functools import partial

from pydantic import Field

from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.errors import Conflict, NotWaiting
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.get_app import belongs_to
from shared.services.loop_ports import LoopPorts
from shared.services.runs.end.end_run import end_run
from shared.services.runs.queue.wait_turn import MOST_WAITING
from shared.services.runs.start.run_request import check_message
from shared.services.until_written import until_written


class QueueChange(Input):
    """Other words, another place from 1 on, or both. A place after the last is the last."""

    message: str | None = None
    place: int | None = Field(default=None, ge=1, le=MOST_WAITING)


def change_queued(
    *, principal: Principal, app_id: str, run_id: str, change: QueueChange, ports: LoopPorts
) -> list[Run]:
    """The queue afterwards. Conflict `NOT_WAITING` for a message that began meanwhile, or was dropped; nothing is
    changed then. Invalid, TooLarge as for a new message.
    """
    if change.message is not None:
        check_message(change.message, ports.limits)
    read = partial(ports.apps.get, principal.tenant_id, require_id("app", app_id))
    until_written(
        read, lambda app: _write(app, run_id, change, ports), "The queue or the message", tries=5, lost=Conflict
    )
    return read_queue(principal=principal, app_id=app_id, ports=ports)


def _write(app: App, run_id: str, change: QueueChange, ports: LoopPorts) -> None:
    run = require_waiting(app, run_id, ports)
    if change.message is not None and change.message != run.request.message:
        turn = ports.turns.turn(run.tenant_id, run.app_id, run.turn_id)
        said = {"prompt": change.message}
        ports.runs.reword(run.change(message=change.message), turn.model_copy(update=said))
    if change.place is not None:
        others = [one.id for one in waiting_in(app, ports) if one.status == RunStatus.PLANNED and one.id != run.id]
        queue = [*others[: change.place - 1], run.id, *others[change.place - 1 :]]
        if queue != app.queued_run_ids:
            ports.runs.drop_queued(app, queue)


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


def read_queue(*, principal: Principal, app_id: str, ports: LoopPorts) -> list[Run]:
    """In the order of their turns. NotFound for an app of another tenant."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return [run for run in waiting_in(app, ports) if run.status == RunStatus.PLANNED]


def waiting_in(app: App, ports: LoopPorts) -> list[Run]:
    return [ports.runs.get(app.tenant_id, run_id) for run_id in app.queued_run_ids]


def require_waiting(app: App, run_id: str, ports: LoopPorts) -> Run:
    """The run while it waits in the app's queue. NotFound for none of the app's, Conflict `NOT_WAITING` for others."""
    run = belongs_to(ports.runs.get(app.tenant_id, require_id("run", run_id)), app.id)
    if run.status != RunStatus.PLANNED or run.id not in app.queued_run_ids:
        said = "The message began meanwhile." if not run.ended else "The message was dropped, or its run has ended."
        raise NotWaiting(f"{said} It can no longer be changed.", run_id=run.id, run_status=run.status)
    return run
