"""The messages that wait for their turn: seen, said otherwise, moved, dropped."""

from fastapi import APIRouter, Response

from functions.api.access.callers import Deps, Reader, Stopper, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer
from functions.api.runs.views import Queue, run_view
from shared.domain.errors import Conflict, NotWaiting
from shared.domain.runs.run import Run
from shared.services.runs.queue.change_queued import QueueChange, change_queued, drop_queued, read_queue

router = APIRouter(prefix="/admin/apps/{app_id}/builder/queue", tags=["chat"], route_class=IdempotentRoute)


@router.get("")
@operation("readQueue", Queue)
def queue(app_id: str, who: Reader, deps: Deps) -> Answer:
    """The messages that wait, in the order of their turns; at most ten."""
    return _view(read_queue(principal=who, app_id=app_id, ports=deps.ports))


@router.patch("/{run_id}")
@operation("changeQueued", Queue, NotWaiting, Conflict)
def change(app_id: str, run_id: str, body: QueueChange, who: Writer, deps: Deps) -> Answer:
    """Say a waiting message otherwise, or move it; the queue afterwards. 409 NOT_WAITING when it began meanwhile."""
    return _view(change_queued(principal=who, app_id=app_id, run_id=run_id, change=body, ports=deps.ports))


@router.delete("/{run_id}", status_code=204)
@operation("dropQueued", None, NotWaiting, Conflict)
def drop(app_id: str, run_id: str, who: Stopper, deps: Deps) -> Response:
    """Drop a waiting message. 409 NOT_WAITING when it began meanwhile: cancel its run then."""
    drop_queued(principal=who, app_id=app_id, run_id=run_id, ports=deps.ports)
    return Response(status_code=204)


def _view(waiting: list[Run]) -> Answer:
    return Queue.of(items=[run_view(run) for run in waiting])
