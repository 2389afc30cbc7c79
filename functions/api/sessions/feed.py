"""The project's events over server-sent events."""

import math
from collections.abc import AsyncIterator
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Header, Response
from starlette.concurrency import run_in_threadpool

from functions.api.access.callers import Deps, Listener
from functions.api.container import Container
from functions.api.http.operation import FEED, operation
from functions.api.http.sse import RETRY, STOP, frame, respond
from functions.api.http.strict import StrictRoute
from functions.api.http.viewing import ViewerName, Viewing
from functions.api.sessions.feed_polls import Poll
from shared.domain.access.viewers import feed_place
from shared.domain.errors import AppError, NotFound
from shared.domain.identity import Principal
from shared.domain.sessions.feed_place import NOWHERE, read_place
from shared.services.sessions.feed.look_at_project import Look
from shared.services.sessions.feed.project_feed import ProjectFeed

router = APIRouter(prefix="/projects/{project_id}", tags=["projects"], route_class=StrictRoute)
_HEARTBEAT_SECONDS = 30.0


@router.get("/events")
@operation("followProject", FEED)
def events(
    project_id: str,
    who: Listener,
    deps: Deps,
    viewer: ViewerName = "",
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """`conversation_message code_changed test_completed token_usage preview_failed heartbeat reset ended`, from now on.

    Or from `Last-Event-ID` on; `reset` when that cannot be without a gap. It ends after 75 seconds with `ended`;
    connect again with the last id. 204 when `ended` said not to.
    """
    place = read_place(last_event_id) or (NOWHERE if last_event_id not in (None, "", STOP) else None)
    first = Look(principal=who, app_id=project_id, ports=deps.ports, since=place)
    if last_event_id == STOP:
        return Response(status_code=204)
    feed = ProjectFeed(first, place)
    viewing = Viewing(deps.streams, who, feed_place(feed.app_id), viewer=viewer, segmented=True, pace=deps.pace)
    return respond(_frames(feed, who, viewing, deps, first if first.reaches_back else None))


async def _frames(
    feed: ProjectFeed, who: Principal, viewing: Viewing, deps: Container, first: Look | None = None
) -> AsyncIterator[str]:
    """A heartbeat at once, so that a client knows that it is connected; then what `first` holds beyond other looks."""
    async with viewing:
        with deps.polls.watch(who, feed.app_id, deps.ports) as poll:
            yield RETRY
            async for each in _watch(feed, poll, viewing, deps, first):
                yield each


async def _watch(
    feed: ProjectFeed, poll: Poll, viewing: Viewing, deps: Container, look: Look | None
) -> AsyncIterator[str]:
    """What is new in each look, until the viewer's time is over or the project is deleted."""
    number, beat, why = 0, -math.inf, None
    while why is None:
        if (now := anyio.current_time()) - beat >= _HEARTBEAT_SECONDS:
            beat = now
            yield frame(await run_in_threadpool(_heartbeat, feed, viewing, deps), feed.place.name, "heartbeat")
        try:
            if look is None:
                number, look = await poll.next(number)
            news = await run_in_threadpool(feed.news, look) if feed.has_news(look) else []
            look = None
        except NotFound:
            yield _ended("deleted", reconnect=False, name=STOP)
            return
        except AppError:
            break
        for count, event in enumerate(news, 1):
            # the last of what came together has the id: a client cut before it gets all of it again
            yield frame(event.data, feed.place.name if count == len(news) else None, event.name)
        why = await viewing.leaving()
    if why == "superseded":
        yield _ended(why, reconnect=False, name=STOP)
    else:
        yield _ended("segment", reconnect=True)


def _heartbeat(feed: ProjectFeed, viewing: Viewing, deps: Container) -> dict[str, Any]:
    time = deps.ports.clock.now().isoformat()
    return {"server_time": time, "project_id": feed.app_id, "status": "alive", "connections": viewing.count()}


def _ended(reason: str, *, reconnect: bool, name: str | None = None) -> str:
    return frame({"reason": reason, "reconnect": reconnect}, name, "ended")
