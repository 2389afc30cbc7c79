"""The project's events over server-sent events."""

import json
from collections.abc import AsyncIterator

import anyio
from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from functions.api.access import Deps, Listener
from functions.api.container import Container
from functions.api.sse import HEADERS, LINE_ENDS
from functions.api.strict import StrictRoute
from shared.domain.errors import AppError
from shared.services.project_feed import FeedEvent, ProjectFeed

router = APIRouter(prefix="/projects/{project_id}", tags=["projects"], route_class=StrictRoute)
_LOOK_SECONDS = 0.5
_HEARTBEAT_SECONDS = 30.0
_LONGEST_SECONDS = 840.0


@router.get("/events")
def events(project_id: str, who: Listener, deps: Deps) -> Response:
    """`conversation_message code_changed test_completed token_usage heartbeat`, from now on; reconnect when it ends."""
    feed = ProjectFeed(principal=who, app_id=project_id, ports=deps.ports, loop=deps.loop)
    return StreamingResponse(_frames(feed, deps), media_type="text/event-stream", headers=HEADERS)


async def _frames(feed: ProjectFeed, deps: Container, seconds: float = _LONGEST_SECONDS) -> AsyncIterator[str]:
    """A heartbeat at once, so that a client knows it is heard; the end when the project is deleted."""
    began = anyio.current_time()
    beat = began - _HEARTBEAT_SECONDS
    while (now := anyio.current_time()) - began < seconds:
        if now - beat >= _HEARTBEAT_SECONDS:
            beat = now
            yield _frame(_heartbeat(feed, deps))
        try:
            told = await run_in_threadpool(feed.step)
        except AppError:
            return
        for event in told:
            yield _frame(event)
        await anyio.sleep(_LOOK_SECONDS if not told else 0.05)


def _heartbeat(feed: ProjectFeed, deps: Container) -> FeedEvent:
    time = deps.ports.clock.now().isoformat()
    return FeedEvent("heartbeat", {"server_time": time, "project_id": feed.app_id, "status": "alive", "connections": 1})


def _frame(event: FeedEvent) -> str:
    body = json.dumps(event.data, separators=(",", ":"), ensure_ascii=False).translate(LINE_ENDS)
    return f"event: {event.name}\ndata: {body}\n\n"
