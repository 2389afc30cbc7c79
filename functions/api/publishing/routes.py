"""What visitors see: published, rolled back, taken down; and previews for people who hold a token."""

from contextlib import nullcontext

from fastapi import APIRouter, Response

from functions.api.access.callers import Deps, Publisher, Reader, Stopper, Viewer, Withdrawer, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GATED, REVIEWED, operation
from shared.domain.base import Input
from shared.domain.errors import (
    BudgetExceeded,
    BuildFailed,
    BuildPending,
    Conflict,
    FeatureDisabled,
    NotPublished,
    NotReady,
)
from shared.domain.publishing.readiness import Readiness
from shared.services.publishing.check_readiness import ask_readiness, check_readiness
from shared.services.publishing.list_publications import PublicationList, list_publications
from shared.services.publishing.previews.preview_token import (
    PreviewBuild,
    PreviewLater,
    PreviewRequest,
    PreviewToken,
    PreviewWaits,
    issue_preview_token,
    revoke_previews,
)
from shared.services.publishing.publish_app import Published, publish_app, rollback_app, unpublish_app

router = APIRouter(prefix="/admin/apps/{app_id}", tags=["publishing"], route_class=IdempotentRoute)


class RollbackRequest(Input):
    """A revision that was live before."""

    revision_id: str


@router.get("/builder/readiness")
@operation("checkReadiness", Readiness)
def readiness(app_id: str, who: Reader, deps: Deps) -> Readiness:
    """What keeps the draft from being published, and what one should know before: each with one thing to do."""
    return check_readiness(principal=who, app_id=app_id, ports=deps.ports)


@router.post("/builder/readiness", status_code=202)
@operation("askReadiness", Readiness, NotReady, BudgetExceeded, FeatureDisabled)
def ask(app_id: str, who: Writer, deps: Deps) -> Readiness:
    """The same, and have the worker's browser examine the draft's pages where nobody has: accessibility, dead links."""
    return ask_readiness(principal=who, app_id=app_id, ports=deps.ports)


@router.post("/publish")
@operation("publishApp", Published, BuildPending, Conflict, BuildFailed, NotReady)
def publish(app_id: str, who: Publisher, deps: Deps) -> Published:
    """Put the draft on the live address. 409 BUILD_PENDING, 422 BUILD_FAILED or NOT_READY."""
    return publish_app(principal=who, app_id=app_id, ports=deps.ports)


@router.post("/rollback")
@operation("rollbackApp", Published, BuildPending, Conflict, BuildFailed, NotReady, NotPublished)
def rollback(app_id: str, request: RollbackRequest, who: Publisher, deps: Deps) -> Published:
    """Put an earlier publication back on the live address. 422 NOT_PUBLISHED."""
    return rollback_app(principal=who, app_id=app_id, revision_id=request.revision_id, ports=deps.ports)


@router.post("/unpublish")
@operation("unpublishApp", Published, Conflict, NotPublished)
def unpublish(app_id: str, who: Withdrawer, deps: Deps) -> Published:
    """Take the app off its live address."""
    return unpublish_app(principal=who, app_id=app_id, ports=deps.ports)


@router.get("/publications")
@operation("listPublications", PublicationList)
def publications(app_id: str, who: Reader, deps: Deps) -> PublicationList:
    """What was live when, newest first; what may be rolled back to, and where each is seen still."""
    return list_publications(principal=who, app_id=app_id, ports=deps.ports)


@router.post("/builder/preview-token")
@operation(
    "createPreviewToken",
    PreviewToken,
    NotReady,
    BuildFailed,
    BudgetExceeded,
    FeatureDisabled,
    *GATED,
    *REVIEWED,
    also={202: PreviewLater},
)
def preview_token(
    app_id: str, request: PreviewRequest, who: Viewer, deps: Deps, response: Response
) -> PreviewToken | PreviewBuild | PreviewWaits:
    """A token that opens for a while the preview of a revision, of what a diff proposes, or of a tree that a run
    works on. With `review` a diff is shown as that review would keep it, and stays undecided. 202 while a diff is built
    first, which asking begins (`apps:write`), and for a tree that only its build shows as it is; 422 BUILD_FAILED or
    NOT_READY.
    """
    draws = request.tree is not None or request.review is not None
    with deps.turns.turn(who, "compile") if draws else nullcontext():
        given = issue_preview_token(principal=who, app_id=app_id, request=request, ports=deps.ports)
    if not isinstance(given, PreviewToken):
        response.status_code = 202
    return given


@router.delete("/builder/preview-token", status_code=204)
@operation("revokePreviews", None, Conflict)
def revoke(app_id: str, who: Stopper, deps: Deps) -> Response:
    """Every preview token of the app stops working now."""
    revoke_previews(principal=who, app_id=app_id, ports=deps.ports)
    return Response(status_code=204)
