"""Diffs under review: listed, read, decided file by file and hunk by hunk, brought up to date, committed."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from functions.api.access.callers import Deps, Reader, Stopper, Writer, may_talk
from functions.api.container import Container
from functions.api.diffs.views import Diff, DiffPage, diff_page, diff_view
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GATED, REVIEWED, operation
from functions.api.http.view import Answer, Cursor, Limit
from shared.domain.diffs.diff_status import ShownDiffStatus
from shared.domain.diffs.review import Review
from shared.domain.errors import Conflict, MergeConflict
from shared.domain.identity import Principal
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.diffs.describe_diff import describe_diff
from shared.services.diffs.list_diffs import list_diffs, list_session_diffs
from shared.services.diffs.preview_diff import DiffPreview, preview_diff
from shared.services.diffs.rebase_diff import rebase_diff
from shared.services.diffs.refine_message import RefinedMessage, RefineRequest, refine_message
from shared.services.diffs.review_diff import discard_diff, review_diff

router = APIRouter(tags=["diffs"], route_class=IdempotentRoute)


@router.get("/projects/{project_id}/diffs")
@operation("listDiffs", DiffPage)
def of_project(
    project_id: str,
    who: Reader,
    deps: Deps,
    limit: Limit = 50,
    cursor: Cursor = None,
    status: ShownDiffStatus | None = None,
) -> Answer:
    """The diffs of a project, newest first; with `status` those that read it."""
    page = list_diffs(principal=who, app_id=project_id, ports=deps.ports, limit=limit, cursor=cursor, status=status)
    return diff_page(page)


@router.get("/sessions/{session_id}/diffs")
@operation("listSessionDiffs", DiffPage)
def of_session(
    session_id: str,
    who: Reader,
    deps: Deps,
    limit: Limit = 50,
    cursor: Cursor = None,
    status: ShownDiffStatus | None = None,
) -> Answer:
    """The diffs of a session, newest first; with `status` those that read it."""
    return _session(session_id, False, who, deps, limit, cursor, status)


@router.get("/sessions/{session_id}/diffs/pending")
@operation("listPendingDiffs", DiffPage)
def pending(session_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """Those that wait for a person."""
    return _session(session_id, True, who, deps, limit, cursor)


@router.get("/diffs/{diff_id}")
@operation("readDiff", Diff)
def read(diff_id: str, who: Reader, deps: Deps, path: Annotated[str | None, Query(max_length=1000)] = None) -> Answer:
    """One diff with its files and hunks; with `path` only that file's part, for diffs too large for one answer."""
    return diff_view(describe_diff(principal=who, diff_id=diff_id, ports=deps.ports, path=path))


@router.get("/diffs/{diff_id}/preview")
@operation("previewDiff", DiffPreview)
def preview(diff_id: str, who: Reader, deps: Deps) -> DiffPreview:
    """The changed files as they would be once the diff is applied."""
    return preview_diff(principal=who, diff_id=diff_id, ports=deps.ports)


@router.post("/diffs/{diff_id}/review")
@operation("reviewDiff", Diff, *GATED, *REVIEWED)
def review(diff_id: str, body: Review, who: Writer, deps: Deps) -> Answer:
    """Approve or reject, all or some; what is accepted must compile. 409 DIFF_STALE, NOT_AWAITING_APPROVAL."""
    review_diff(principal=who, diff_id=diff_id, review=body, ports=deps.ports)
    return _read(diff_id, who, deps)


@router.post("/diffs/{diff_id}/commit")
@operation("commitDiff", Diff, Conflict, *GATED, *REVIEWED)
def commit(diff_id: str, who: Writer, deps: Deps, body: CommitRequest | None = None) -> Answer:
    """The approved part becomes the next revision. 409 DIFF_STALE, NOT_AWAITING_APPROVAL."""
    commit_diff(principal=who, diff_id=diff_id, request=body or CommitRequest(), ports=deps.ports)
    return _read(diff_id, who, deps)


@router.post("/diffs/{diff_id}/refine-message")
@operation("refineCommitMessage", RefinedMessage)
def refine(
    diff_id: str, who: Reader, deps: Deps, request: Request, body: RefineRequest | None = None
) -> RefinedMessage:
    """A commit message in the style asked for; nothing is stored. It is made from the change.

    With `instructions` the model writes it: that needs `apps:write`, counts as a message, and is paid for.
    """
    if body is not None and body.instructions is not None:
        may_talk(request)
    return refine_message(principal=who, diff_id=diff_id, ports=deps.ports, request=body)


@router.post("/diffs/{diff_id}/rebase")
@operation("rebaseDiff", Diff, MergeConflict, *GATED, *REVIEWED)
def rebase(diff_id: str, who: Writer, deps: Deps) -> Answer:
    """The same change on the draft as it is now, to be reviewed again. 409 MERGE_CONFLICT with the paths."""
    rebase_diff(principal=who, diff_id=diff_id, ports=deps.ports)
    return _read(diff_id, who, deps)


@router.post("/diffs/{diff_id}/discard")
@operation("discardDiff", Diff, *REVIEWED)
def discard(diff_id: str, who: Stopper, deps: Deps) -> Answer:
    """Set the diff aside for good."""
    discard_diff(principal=who, diff_id=diff_id, ports=deps.ports)
    return _read(diff_id, who, deps)


def _session(
    session_id: str,
    waiting: bool,
    who: Principal,
    deps: Container,
    limit: int,
    cursor: str | None,
    status: ShownDiffStatus | None = None,
) -> Answer:
    page = list_session_diffs(
        principal=who,
        conversation_id=session_id,
        pending=waiting,
        ports=deps.ports,
        limit=limit,
        cursor=cursor,
        status=status,
    )
    return diff_page(page)


def _read(diff_id: str, who: Principal, deps: Container) -> Answer:
    return diff_view(describe_diff(principal=who, diff_id=diff_id, ports=deps.ports))
