"""Revisions of an app, read and named."""

import contextlib

from pydantic import BaseModel

from shared.domain.base import Page
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import Invalid, NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Build, DistManifest, Revision
from shared.ports.apps import AppStore
from shared.ports.revisions import BuildStore, RevisionStore
from shared.ports.storage import BlobStore
from shared.services.get_app import get_app
from shared.services.site.dist_objects import load_dist_manifest
from shared.services.until_written import until_written


class RevisionDetail(BaseModel):
    """One revision with what its build produced; None when there is nothing (yet)."""

    revision: Revision
    dist_manifest: DistManifest | None


def get_revision(
    *, principal: Principal, app_id: str, revision_id: str, apps: AppStore, revisions: RevisionStore
) -> Revision:
    """The revision, or NotFound (also when the app is deleted)."""
    app = get_app(principal=principal, app_id=app_id, apps=apps)
    return revisions.get(app.tenant_id, app.id, require_id("rev", revision_id))


def list_revisions(
    *,
    principal: Principal,
    app_id: str,
    apps: AppStore,
    revisions: RevisionStore,
    limit: int,
    cursor: str | None = None,
) -> Page[Revision]:
    """Newest first."""
    app = get_app(principal=principal, app_id=app_id, apps=apps)
    return revisions.list(app.tenant_id, app.id, limit=limit, cursor=cursor)


def describe_revision(*, revision: Revision, blobs: BlobStore) -> RevisionDetail:
    manifest = None
    if revision.build_status == BuildStatus.SUCCEEDED:
        with contextlib.suppress(NotFound):
            manifest = load_dist_manifest(revision.tenant_id, revision.app_id, revision.build_id, blobs)
    return RevisionDetail(revision=revision, dist_manifest=manifest)


def get_build(*, revision: Revision, builds: BuildStore) -> Build:
    return builds.get(revision.tenant_id, revision.app_id, revision.build_id)


_LONGEST = 200


def label_revision(
    *, principal: Principal, app_id: str, revision_id: str, label: str | None, revisions: RevisionStore
) -> Revision:
    """The revision with its new label; None or blank takes the label away."""
    text = (label or "").strip() or None
    if text is not None and len(text) > _LONGEST:
        raise Invalid(f"A label has at most {_LONGEST} characters.")
    ids = (principal.tenant_id, require_id("app", app_id), require_id("rev", revision_id))

    def write(revision: Revision) -> Revision:
        return revisions.update(revision.model_copy(update={"label": text}))

    return until_written(lambda: revisions.get(*ids), write, "The revision", tries=5)
