"""The line of packages that an app is on, and its change."""

from fastapi import APIRouter

from functions.api.access.callers import Deps, Reader, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from shared.domain import errors
from shared.services.apps.change_line import LineChange, LineRequest, change_line
from shared.services.apps.read_line import AppLine, read_line

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["apps"], route_class=IdempotentRoute)


@router.get("/line")
@operation("readAppLine", AppLine)
def read(app_id: str, who: Reader, deps: Deps) -> AppLine:
    """The line that the draft is on, and what would change on the others."""
    return read_line(principal=who, app_id=app_id, ports=deps.ports)


@router.post("/line")
@operation(
    "changeAppLine",
    LineChange,
    errors.Conflict,
    errors.RunActive,
    errors.PolicyViolation,
    errors.BudgetExceeded,
    errors.FeatureDisabled,
)
def change(app_id: str, request: LineRequest, who: Writer, deps: Deps) -> LineChange:
    """Build the draft on another line; it is kept when that is green. The same request asks how it goes on."""
    return change_line(principal=who, app_id=app_id, request=request, ports=deps.ports)
