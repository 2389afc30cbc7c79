"""The tool calls of all runs of a project, latest first, a page at a time."""

import base64
import binascii
import json
from collections.abc import Iterator
from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.errors import Malformed
from shared.domain.identity import Principal
from shared.domain.runs.turn import Turn
from shared.services.apps.tool_log import ToolLogEntry, entries_of
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts

_TURNS, _MOST_PAGES = 20, 40


class _Place(NamedTuple):
    """Behind which call a page begins; `page` is where the turns are read from to find it."""

    page: str | None
    run_id: str
    call_id: str


def list_tool_calls(
    *, principal: Principal, app_id: str, limit: int, cursor: str | None, ports: LoopPorts
) -> Page[ToolLogEntry]:
    """Those of a run at work as soon as their iteration is stored. Runs that began after a page move no later page."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    place = _decoded(cursor) if cursor is not None else None
    found: list[tuple[str | None, ToolLogEntry]] = []
    for page, entry in _calls_after(place, app, ports):
        if len(found) == limit:
            start, last = found[-1]
            return Page(items=_entries(found), next_cursor=_encoded(_Place(start, last.run_id, last.call_id)))
        found.append((page, entry))
    return Page(items=_entries(found))


def _entries(found: list[tuple[str | None, ToolLogEntry]]) -> list[ToolLogEntry]:
    return [entry for _, entry in found]


def _calls_after(place: _Place | None, app: App, ports: LoopPorts) -> Iterator[tuple[str | None, ToolLogEntry]]:
    """Every call after the place, with the page of turns that it is on. Runs before the place are not read."""
    reached = place is None
    for page, turn in _turns(place.page if place else None, app, ports):
        if place is not None and not reached and turn.run_id != place.run_id:
            continue
        entries = entries_of(turn, ports)
        if place is not None and not reached:
            entries = _after(entries, place.call_id)
            reached = True
        for entry in entries:
            yield page, entry


def _after(entries: list[ToolLogEntry], call_id: str) -> list[ToolLogEntry]:
    at = next((at for at, entry in enumerate(entries) if entry.call_id == call_id), None)
    if at is None:
        raise _not_ours()
    return entries[at + 1 :]


def _turns(start: str | None, app: App, ports: LoopPorts) -> Iterator[tuple[str | None, Turn]]:
    cursor = start
    for _ in range(_MOST_PAGES):
        page = ports.turns.turns(app.tenant_id, app.id, limit=_TURNS, cursor=cursor)
        for turn in page.items:
            yield cursor, turn
        cursor = page.next_cursor
        if cursor is None:
            return


def _encoded(place: _Place) -> str:
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def _decoded(cursor: str) -> _Place:
    try:
        value = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError) as error:
        raise _not_ours() from error
    match value:
        case [str() | None as page, str() as run_id, str() as call_id]:
            return _Place(page, run_id, call_id)
    raise _not_ours()


def _not_ours() -> Malformed:
    return Malformed("The cursor is not one this list gave out.")
