"""What happens in a tenant's apps, numbered, over server-sent events: of all of them or of one."""

from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any

import anyio
from fastapi import APIRouter, Header, Query, Response
from starlette.concurrency import run_in_threadpool

from functions.api.access.callers import Deps, Listener
from functions.api.container import Container
from functions.api.http.operation import HAPPENINGS, operation
from functions.api.http.sse import RETRY, STOP, frame, respond
from functions.api.http.strict import StrictRoute
from functions.api.http.viewing import ViewerName, Viewing
from shared.domain.access.viewers import happenings_place
from shared.domain.errors import AppError
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.sessions.happenings import Noted, Noticed, RunEnded

router = APIRouter(tags=["events"], route_class=StrictRoute)
HEARTBEAT_SECONDS = 15.0
_MOST = 10**16
After = Annotated[int | None, Query(ge=0, lt=_MOST, description="The last number that was seen; else from now on.")]
LastId = Annotated[str | None, Header(max_length=64)]


@router.get("/admin/events")
@operation("followTenant", HAPPENINGS, also={204: None})
def of_tenant(
    who: Listener, deps: Deps, after: After = None, viewer: ViewerName = "", last_event_id: LastId = None
) -> Response:
    """What happens in all apps, from now on or after a number (`Last-Event-ID`, `after`): each event has its number.

    `ready` comes first, `gap` when the number is not kept any more (a day): read anew what you show. A comment every
    15 seconds; `ended` after 75 seconds: connect again after the last number. 204 when `ended` said not to.
    """
    return _follow(who, deps, None, after, viewer, last_event_id)


@router.get("/admin/apps/{app_id}/events")
@operation("followApp", HAPPENINGS, also={204: None})
def of_app(
    app_id: str,
    who: Listener,
    deps: Deps,
    after: After = None,
    viewer: ViewerName = "",
    last_event_id: LastId = None,
) -> Response:
    """As `/admin/events`, of one app. The numbers are the tenant's, so that there are holes between them."""
    app = deps.ports.apps.get(who.tenant_id, require_id("app", app_id))
    return _follow(who, deps, app.id, after, viewer, last_event_id)


def _follow(
    who: Principal, deps: Container, app_id: str | None, after: int | None, viewer: str, last_event_id: str | None
) -> Response:
    if last_event_id == STOP:
        return Response(status_code=204)
    viewing = Viewing(deps.streams, who, happenings_place(app_id), viewer=viewer, segmented=True, pace=deps.pace)
    return respond(_frames(_Feed(who.tenant_id, app_id, deps), _begin(after, last_event_id), viewing))


def _begin(after: int | None, last_event_id: str | None) -> int | None:
    """The header is later than the address: a browser that connects again by itself sends the same address."""
    if not last_event_id:
        return after
    known = last_event_id.isascii() and last_event_id.isdigit() and int(last_event_id) < _MOST
    return int(last_event_id) if known else _MOST


class _Feed:
    """What one viewer has seen, and what comes next for it."""

    def __init__(self, tenant_id: str, app_id: str | None, deps: Container) -> None:
        self.tenant_id, self.log, self.polls = tenant_id, deps.happenings, deps.polls
        self._app_id = app_id
        self.place = 0

    def begin(self, after: int | None) -> list[str]:
        """From `after` on; from now on without it, or when it is not kept."""
        noticed = None if after is None else self.log.read(self.tenant_id, after=after)
        if noticed is None or noticed.gap:
            self.place = self.log.last(self.tenant_id)
        else:
            self.place = after or 0
        first = [_event("ready", {"seq": self.place}, self.place)]
        if noticed is None:
            return first
        return [*first, *([_gap(self.place)] if noticed.gap else self._seen(noticed))]

    def next(self) -> list[str]:
        noticed = self.log.read(self.tenant_id, after=self.place)
        gap = [_gap(self.place)] if noticed.gap else []
        return [*gap, *self._seen(noticed)]

    def _seen(self, noticed: Noticed) -> list[str]:
        if noticed.items:
            self.place = noticed.items[-1].seq
        return list(map(_frame, self._mine(noticed.items)))

    def _mine(self, items: Iterable[Noted]) -> Iterable[Noted]:
        """What is of no one app is for everybody."""
        return (one for one in items if self._app_id is None or one.app_id in (None, self._app_id))


async def _frames(feed: _Feed, after: int | None, viewing: Viewing) -> AsyncIterator[str]:
    async with viewing:
        with feed.polls.watch_log(feed.log, feed.tenant_id) as poll:
            yield RETRY
            try:
                for each in await run_in_threadpool(feed.begin, after):
                    yield each
                number, newest, beat, why = 0, 0, anyio.current_time(), None
                while why is None:
                    number, newest = await poll.next(number)
                    for each in await run_in_threadpool(feed.next) if newest > feed.place else ():
                        yield each
                    if anyio.current_time() - beat >= HEARTBEAT_SECONDS:
                        beat = anyio.current_time()
                        yield f": still here\nid: {feed.place}\n\n"
                    why = await viewing.leaving()
            except AppError:
                why = None  # the store is out of reach: the client goes on where it was
    if why == "superseded":
        yield _event("ended", {"reason": why, "reconnect": False}, STOP)
    else:
        yield _event("ended", {"reason": "segment", "reconnect": True}, feed.place)


def _frame(noted: Noted) -> str:
    data = noted.model_dump(mode="json")
    what = data.pop("what")
    if isinstance(noted.what, RunEnded):
        what["status"] = noted.what.status.shown_as
    return _event(what["kind"], what | data, noted.seq)


def _gap(place: int) -> str:
    return _event("gap", {"seq": place}, place)


def _event(kind: str, data: dict[str, Any], name: int | str) -> str:
    return frame({"kind": kind} | data, name, kind)
