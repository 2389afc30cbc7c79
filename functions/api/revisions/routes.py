"""Revisions: saved, read, compared, restored and built."""

from typing import Annotated

from fastapi import APIRouter, Query

from functions.api.access.callers import Deps, Reader, Writer
from functions.api.apps import views
from functions.api.apps.views import BuildView, build_view
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GATED, operation
from functions.api.http.view import Answer, Cursor, Limit
from shared.domain import errors
from shared.domain.assets.catalog import Line
from shared.domain.base import Input, Label
from shared.services.apps.reset_template import reset_template
from shared.services.builds.retry_build import retry_build
from shared.services.builds.worker.read_task import TaskResult, read_task
from shared.services.diffs.diff_revisions import RevisionDiff, diff_revisions
from shared.services.get_app import get_app
from shared.services.publishing.previews.read_thumbnail import Thumbnail, read_app_thumbnail, read_thumbnail
from shared.services.publishing.previews.take_picture import (
    PagePicture,
    PictureRequest,
    PictureStatus,
    begin_picture,
    read_picture,
)
from shared.services.revisions.get_revision import (
    find_manifest,
    get_build,
    get_revision,
    label_revision,
    list_revisions,
)
from shared.services.revisions.read_files import FileContent, list_files, read_file
from shared.services.revisions.save_revision import SaveRequest, save_revision
from shared.services.revisions.undo_apply import restore_revision
from shared.services.revisions.validate_change import ValidateRequest, Validation, read_validation, validate_change

router = APIRouter(prefix="/admin/apps/{app_id}/builder", tags=["revisions"], route_class=IdempotentRoute)


class LabelRequest(Input):
    """A name for a checkpoint; null takes it away."""

    label: Label | None


class ResetRequest(Input):
    """Which template pack to begin again from; `line` is by default the one that the app is on."""

    template: str
    line: Line | None = None


@router.get("/builds/{build_id}")
@operation("readWorkerTask", TaskResult)
def worker_task(app_id: str, build_id: str, who: Reader, deps: Deps) -> TaskResult:
    """What the worker found for a tool: tests counted, a page seen with its picture, how a command ended."""
    return read_task(principal=who, app_id=app_id, build_id=build_id, ports=deps.ports)


@router.post("/revisions", status_code=201)
@operation("saveRevision", views.SavedRevision, errors.Conflict, *GATED)
def save(app_id: str, request: SaveRequest, who: Writer, deps: Deps) -> Answer:
    """Apply operations to the draft as one new revision, queued for building.

    It is the draft before its build has ended: what does not build can be saved and mended, and is never published.
    """
    with deps.turns.turn(who, "compile"):
        saved = save_revision(principal=who, app_id=app_id, request=request, ports=deps.ports)
    return views.SavedRevision.of(saved.revision, warnings=saved.warnings)


@router.get("/revisions")
@operation("listRevisions", views.RevisionPage)
def list_all(app_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """The app's revisions, newest first."""
    page = list_revisions(principal=who, app_id=app_id, ports=deps.ports, limit=limit, cursor=cursor)
    return views.RevisionPage.of(page, items=[views.Revision.of(revision) for revision in page.items])


@router.get("/revisions/{revision_id}")
@operation("readRevision", views.RevisionDetail)
def read(app_id: str, revision_id: str, who: Reader, deps: Deps) -> Answer:
    """One revision with the manifest of what was built."""
    revision = get_revision(principal=who, app_id=app_id, revision_id=revision_id, ports=deps.ports)
    return views.RevisionDetail.of(revision, dist_manifest=find_manifest(revision, deps.ports.blobs))


@router.patch("/revisions/{revision_id}")
@operation("labelRevision", views.Revision, errors.Conflict)
def label(app_id: str, revision_id: str, request: LabelRequest, who: Writer, deps: Deps) -> Answer:
    """Name a checkpoint."""
    name = request.label
    revision = label_revision(principal=who, app_id=app_id, revision_id=revision_id, label=name, ports=deps.ports)
    return views.Revision.of(revision)


@router.get("/thumbnail")
@operation("readAppThumbnail", Thumbnail)
def app_thumbnail(app_id: str, who: Reader, deps: Deps) -> Thumbnail:
    """What the draft looks like: a small picture that the worker's browser took."""
    return read_app_thumbnail(principal=who, app_id=app_id, ports=deps.ports)


@router.get("/revisions/{revision_id}/thumbnail")
@operation("readThumbnail", Thumbnail)
def thumbnail(app_id: str, revision_id: str, who: Reader, deps: Deps) -> Thumbnail:
    """What a revision looks like; the picture may be of one before it, and says so."""
    return read_thumbnail(principal=who, app_id=app_id, revision_id=revision_id, ports=deps.ports)


@router.post("/revisions/{revision_id}/picture", status_code=202)
@operation("takePicture", PictureStatus, errors.NotReady, errors.BudgetExceeded, errors.FeatureDisabled)
def take_picture(app_id: str, revision_id: str, request: PictureRequest, who: Writer, deps: Deps) -> PictureStatus:
    """Have the worker's browser photograph a page of a revision; the same picture is taken once."""
    return begin_picture(principal=who, app_id=app_id, revision_id=revision_id, request=request, ports=deps.ports)


@router.get("/builds/{build_id}/picture")
@operation("readPicture", PagePicture)
def picture(app_id: str, build_id: str, who: Reader, deps: Deps) -> PagePicture:
    """The picture, as soon as it has been taken, or where that stands."""
    return read_picture(principal=who, app_id=app_id, build_id=build_id, ports=deps.ports)


@router.get("/revisions/{revision_id}/files")
@operation("listFiles", views.FileList)
def files(app_id: str, revision_id: str, who: Reader, deps: Deps) -> Answer:
    """The source tree: path, size, sha256."""
    revision = get_revision(principal=who, app_id=app_id, revision_id=revision_id, ports=deps.ports)
    found = list_files(revision=revision, snapshots=deps.ports.snapshots)
    return views.FileList.of(items=found, next_cursor=None)


@router.get("/revisions/{revision_id}/files/{path:path}")
@operation("readFile", FileContent, errors.TooLarge)
def file(app_id: str, revision_id: str, path: str, who: Reader, deps: Deps) -> FileContent:
    """One source file, as text or base64."""
    revision = get_revision(principal=who, app_id=app_id, revision_id=revision_id, ports=deps.ports)
    return read_file(revision=revision, path=path, snapshots=deps.ports.snapshots)


@router.get("/revisions/{revision_id}/diff")
@operation("compareRevisions", RevisionDiff)
def diff(
    app_id: str,
    revision_id: str,
    who: Reader,
    deps: Deps,
    against: Annotated[str | None, Query(max_length=40)] = None,
) -> RevisionDiff:
    """What changed since `against`, or since the parent: per file with hunks, and as one patch."""
    return diff_revisions(principal=who, app_id=app_id, revision_id=revision_id, against=against, ports=deps.ports)


@router.post("/revisions/{revision_id}/restore", status_code=201)
@operation("restoreRevision", views.Revision, errors.Conflict, *GATED)
def restore(app_id: str, revision_id: str, who: Writer, deps: Deps) -> Answer:
    """A new revision with the tree of an older one; what lies between stays."""
    with deps.turns.turn(who, "compile"):
        made = restore_revision(principal=who, app_id=app_id, revision_id=revision_id, ports=deps.ports)
    return views.Revision.of(made)


@router.post("/template-reset", status_code=201)
@operation("resetToTemplate", views.Revision, errors.Conflict, *GATED)
def reset(app_id: str, request: ResetRequest, who: Writer, deps: Deps) -> Answer:
    """A new revision with the tree of a template pack."""
    template, line, ports = request.template, request.line, deps.ports
    with deps.turns.turn(who, "compile"):
        made = reset_template(principal=who, app_id=app_id, template=template, line=line, ports=ports)
    return views.Revision.of(made)


@router.post("/validate")
@operation("validateChange", Validation, errors.Conflict, errors.PolicyViolation, errors.FeatureDisabled)
def validate(app_id: str, request: ValidateRequest, who: Writer, deps: Deps) -> Validation:
    """What a save would say, with nothing kept; with a real build unless `worker` is false or the worker gate off."""
    turn = deps.turns.turn(who, "compile")
    return validate_change(principal=who, app_id=app_id, request=request, ports=deps.ports, turn=turn)


@router.get("/validate/{build_id}")
@operation("readValidation", Validation)
def validation(app_id: str, build_id: str, who: Reader, deps: Deps) -> Validation:
    """How a validation build that was still pending stands now."""
    get_app(principal=who, app_id=app_id, apps=deps.ports.apps)  # what a deleted one kept is for undelete alone
    return read_validation(principal=who, app_id=app_id, build_id=build_id, ports=deps.ports)


@router.get("/revisions/{revision_id}/build")
@operation("readBuild", BuildView)
def build(app_id: str, revision_id: str, who: Reader, deps: Deps) -> Answer:
    """Where the build stands, and what its tools found."""
    return build_view(get_build(principal=who, app_id=app_id, revision_id=revision_id, ports=deps.ports))


@router.post("/revisions/{revision_id}/build/retry", status_code=202)
@operation("retryBuild", BuildView, errors.BuildPending, errors.AlreadyBuilt, errors.Conflict, errors.BudgetExceeded)
def retry(app_id: str, revision_id: str, who: Writer, deps: Deps) -> Answer:
    """Build again what failed or could not be started."""
    return build_view(retry_build(principal=who, app_id=app_id, revision_id=revision_id, ports=deps.ports))
