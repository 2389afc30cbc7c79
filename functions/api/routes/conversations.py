"""Turns, kept for replay and audit."""

from typing import Any

from fastapi import APIRouter

from functions.api.access import Deps, Reader
from functions.api.paging import Cursor, Limit
from functions.api.schemas import page_of
from functions.api.strict import StrictRoute
from shared.domain.ids import require_id

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["chat"], route_class=StrictRoute)


@router.get("/conversations")
def list_turns(app_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> dict[str, Any]:
    """The app's turns, newest first: prompt, outcome, what was done and what it cost."""
    deps.ports.apps.get(who.tenant_id, require_id("app", app_id))
    page = deps.ports.turns.turns(who.tenant_id, app_id, limit=limit, cursor=cursor)
    return page_of(page, [turn.model_dump(mode="json") for turn in page.items])
