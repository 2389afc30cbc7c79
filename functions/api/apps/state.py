"""What a project is meant to become, what was done for it, and the last tool calls."""

from typing import Annotated

from fastapi import APIRouter, Query

from functions.api.access.callers import Deps, Reader, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Cursor, page
from shared.domain.base import Page
from shared.domain.errors import StateConflict
from shared.services.apps.change_state import StatePatch, patch_state
from shared.services.apps.list_tool_calls import list_tool_calls
from shared.services.apps.read_state import StateView, read_state
from shared.services.apps.tool_log import ToolLogEntry

router = APIRouter(prefix="/projects/{project_id}", tags=["projects"], route_class=IdempotentRoute)
ToolLog = page("ToolLog", ToolLogEntry)


@router.get("/state")
@operation("readState", StateView)
def state(project_id: str, who: Reader, deps: Deps) -> StateView:
    """Plan, requirements, stack, decisions; artifacts, test results, deploy result and the last tool calls."""
    return read_state(principal=who, app_id=project_id, ports=deps.ports)


@router.patch("/state")
@operation("changeState", StateView, StateConflict)
def change(project_id: str, body: StatePatch, who: Writer, deps: Deps) -> StateView:
    """Replace the parts that are given, decisions included. 409 STATE_CONFLICT when `version` is no longer current."""
    patch_state(principal=who, app_id=project_id, patch=body, ports=deps.ports)
    return read_state(principal=who, app_id=project_id, ports=deps.ports)


@router.get("/tool-log")
@operation("readToolLog", ToolLog)
def log(
    project_id: str, who: Reader, deps: Deps, last: Annotated[int, Query(ge=1, le=200)] = 50, cursor: Cursor = None
) -> Page[ToolLogEntry]:
    """The tool calls of all runs, latest first, with what each answered; `last` of them, and more after `cursor`."""
    return list_tool_calls(principal=who, app_id=project_id, limit=last, cursor=cursor, ports=deps.ports)
