"""Turns, kept for replay and audit, the chats that they are told in, and the messages that wait for their turn."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from functions.api.access.callers import Deps, Reader, Stopper, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Answer, Cursor, Limit
from functions.api.runs.views import Queue, ThreadPage, TurnPage, run_view, turn_page
from shared.domain.errors import Conflict, NotWaiting, RunActive
from shared.domain.runs.run import Run
from shared.services.runs.queue.change_queued import QueueChange, change_queued, drop_queued, read_queue
from shared.services.runs.read_turns import read_turns
from shared.services.runs.search_threads import FoundThreads, search_threads
from shared.services.runs.threads import Thread, ThreadPatch, patch_thread, read_thread, read_threads

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["chat"], route_class=IdempotentRoute)


@router.get("/conversations")
@operation("listTurns", TurnPage)
def list_turns(
    app_id: str,
    who: Reader,
    deps: Deps,
    limit: Limit = 50,
    cursor: Cursor = None,
    conversation_id: Annotated[str | None, Query(max_length=100)] = None,
) -> Answer:
    """The app's turns, newest first: prompt, outcome, deeds and cost; with `conversation_id` those of one chat."""
    page = read_turns(
        principal=who, app_id=app_id, ports=deps.ports, limit=limit, cursor=cursor, conversation_id=conversation_id
    )
    return turn_page(page)


@router.get("/threads")
@operation("listThreads", ThreadPage)
def list_chats(
    app_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None, archived: bool = False
) -> Answer:
    """The app's chats, those started last first; with `archived=true` those that were removed."""
    return read_threads(
        principal=who,
        app_id=app_id,
        ports=deps.ports,
        limit=limit,
        cursor=cursor,
        archived=archived,
    )


@router.get("/threads/search")
@operation("searchThreads", FoundThreads)
def search_chats(
    app_id: str,
    who: Reader,
    deps: Deps,
    q: Annotated[str, Query(max_length=1000)],
    limit: Annotated[int, Query(ge=1, le=50)] = 20,
) -> FoundThreads:
    """Chats whose title, latest messages or answers have every word of `q`; `complete` says if that is all."""
    return search_threads(principal=who, app_id=app_id, query=q, ports=deps.ports, limit=limit)


@router.get("/threads/{conversation_id}")
@operation("readThread", Thread)
def read_chat(app_id: str, conversation_id: str, who: Reader, deps: Deps) -> Thread:
    """One chat, also when it was removed."""
    return read_thread(principal=who, app_id=app_id, thread_id=conversation_id, ports=deps.ports)


@router.patch("/threads/{conversation_id}")
@operation("changeThread", Thread, RunActive)
def change_chat(app_id: str, conversation_id: str, patch: ThreadPatch, who: Writer, deps: Deps) -> Thread:
    """Rename a chat, remove it (as DELETE does), or bring it back as it was."""
    return patch_thread(principal=who, app_id=app_id, thread_id=conversation_id, patch=patch, ports=deps.ports)


@router.delete("/threads/{conversation_id}", status_code=204)
@operation("removeThread", None, RunActive)
def remove_chat(app_id: str, conversation_id: str, who: Stopper, deps: Deps) -> Response:
    """Remove a chat: it and its turns leave every list, no model is told of them, a message that names no chat begins
    another. Revisions, proposals, costs and the log of its runs stay; `PATCH {"archived": false}` brings it back.
    """
    patch = ThreadPatch(archived=True)
    patch_thread(principal=who, app_id=app_id, thread_id=conversation_id, patch=patch, ports=deps.ports)
    return Response(status_code=204)


@router.get("/queue")
@operation("readQueue", Queue)
def queue(app_id: str, who: Reader, deps: Deps) -> Answer:
    """The messages that wait, in the order of their turns; at most ten."""
    return _view(read_queue(principal=who, app_id=app_id, ports=deps.ports))


@router.patch("/queue/{run_id}")
@operation("changeQueued", Queue, NotWaiting, Conflict)
def change_queue(app_id: str, run_id: str, body: QueueChange, who: Writer, deps: Deps) -> Answer:
    """Say a waiting message otherwise, or move it; the queue afterwards. 409 NOT_WAITING when it began meanwhile."""
    return _view(change_queued(principal=who, app_id=app_id, run_id=run_id, change=body, ports=deps.ports))


@router.delete("/queue/{run_id}", status_code=204)
@operation("dropQueued", None, NotWaiting, Conflict)
def drop(app_id: str, run_id: str, who: Stopper, deps: Deps) -> Response:
    """Drop a waiting message. 409 NOT_WAITING when it began meanwhile: cancel its run then."""
    drop_queued(principal=who, app_id=app_id, run_id=run_id, ports=deps.ports)
    return Response(status_code=204)


def _view(waiting: list[Run]) -> Answer:
    return Queue.of(items=[run_view(run) for run in waiting])
