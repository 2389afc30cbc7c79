"""What was changed: taken back, brought back file by file, explained."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from functions.api.access.callers import Deps, Reader, Writer
from functions.api.apps.views import Revision, Undo
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GATED, operation
from functions.api.http.view import Answer
from shared.domain.errors import Conflict, MergeConflict
from shared.services.revisions.explain_change import ExplainRequest, Explanation, explain_change
from shared.services.revisions.revert_file import RevertFileRequest, revert_file
from shared.services.revisions.undo_apply import undo_apply

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["changes"], route_class=IdempotentRoute)


@router.post("/undo")
@operation("undoChange", Undo, Conflict, MergeConflict, *GATED, also={201: Undo})
def undo(app_id: str, who: Writer, deps: Deps, response: Response, confirm: Annotated[bool, Query()] = False) -> Answer:
    """Take back the agent's latest change as a new revision (201). Without `?confirm=true` only say how."""
    done = undo_apply(principal=who, app_id=app_id, confirm=confirm, ports=deps.ports)
    response.status_code = 201 if done.revision else 200
    return Undo.of(done, revision=Revision.of(done.revision) if done.revision else None)


@router.post("/revert-file", status_code=201)
@operation("revertFile", Revision, Conflict, MergeConflict, *GATED)
def revert(app_id: str, request: RevertFileRequest, who: Writer, deps: Deps) -> Answer:
    """A new revision with one file as it was in another; without it when it was not there."""
    return Revision.of(revert_file(principal=who, app_id=app_id, request=request, ports=deps.ports))


@router.post("/explain")
@operation("explainChange", Explanation)
def explain(app_id: str, request: ExplainRequest, who: Reader, deps: Deps) -> Explanation:
    """What a revision or a diff changed and why, with paths; nothing is stored and no model is asked."""
    return explain_change(principal=who, app_id=app_id, request=request, ports=deps.ports)
