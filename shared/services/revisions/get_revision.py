"""Revisions of an app, read and named."""

from shared.domain.base import Page
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Build, DistManifest, Revision
from shared.ports.storage import BlobStore
from shared.services.get_app import DraftPorts, get_app
from shared.services.or_none import or_none
from shared.services.ports_bundle import AppBuildPorts
from shared.services.site.dist_objects import load_dist_manifest
from shared.services.until_written import until_written


def get_revision(*, principal: Principal, app_id: str, revision_id: str, ports: DraftPorts) -> Revision:
    """The revision, or NotFound (also when the app is deleted)."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    return ports.revisions.get(app.tenant_id, app.id, require_id("rev", revision_id))


def list_revisions(
    *, principal: Principal, app_id: str, ports: DraftPorts, limit: int, cursor: str | None = None
) -> Page[Revision]:
    """Newest first."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    return ports.revisions.list(app.tenant_id, app.id, limit=limit, cursor=cursor)


def find_manifest(revision: Revision, blobs: BlobStore) -> DistManifest | None:
    """What its build produced; None when there is nothing (yet)."""
    if revision.build_status != BuildStatus.SUCCEEDED:
        return None
    return or_none(load_dist_manifest, revision.tenant_id, revision.app_id, revision.build_id, blobs)


def get_build(*, principal: Principal, app_id: str, revision_id: str, ports: AppBuildPorts) -> Build:
    revision = get_revision(principal=principal, app_id=app_id, revision_id=revision_id, ports=ports)
    return ports.builds.get(revision.tenant_id, revision.app_id, revision.build_id)


_LONGEST = 200


def label_revision(
    *, principal: Principal, app_id: str, revision_id: str, label: str | None, ports: DraftPorts
) -> Revision:
    """The revision with its new label; None or blank takes the label away."""
    text = (label or "").strip() or None
    if text is not None and len(text) > _LONGEST:
        raise Invalid(f"A label has at most {_LONGEST} characters.")
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    ids = (app.tenant_id, app.id, require_id("rev", revision_id))

    def write(revision: Revision) -> Revision:
        return ports.revisions.update(revision.model_copy(update={"label": text}))

    return until_written(lambda: ports.revisions.get(*ids), write, "The revision", tries=5)
