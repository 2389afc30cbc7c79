"""A project with its current commit and the code of its entry file."""

from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.frameworks import ENTRIES
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.ports.apps import AppStore
from shared.services.ports_bundle import Ports

_MOST = 256 * 1024


class Project(NamedTuple):
    """`code` is None when there is no entry file."""

    app: App
    revision: Revision | None
    code: str | None


def get_project(*, principal: Principal, app_id: str, ports: Ports) -> Project:
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    if app.draft_revision_id is None:
        return Project(app, None, None)
    revision = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id)
    files = ports.snapshots.get(app.tenant_id, app.id, revision.tree)
    entry = next((path for path in ENTRIES if path in files), None)
    code = files[entry][:_MOST].decode("utf-8", "replace") if entry else None
    return Project(app, revision, code)


def list_apps(
    *, principal: Principal, apps: AppStore, limit: int, cursor: str | None = None, deleted: bool = False
) -> Page[App]:
    """Newest first: those there are, or the deleted ones that may still be brought back."""
    return apps.list(principal.tenant_id, limit=limit, cursor=cursor, deleted=deleted)
