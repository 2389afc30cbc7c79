"""What somebody asks for by its id: an app, its draft, a run of it."""

from typing import Protocol

from shared.domain.apps.app import App
from shared.domain.errors import Conflict, NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.ports.apps import AppStore
from shared.ports.revisions import RevisionStore


def get_app(*, principal: Principal, app_id: str, apps: AppStore) -> App:
    """The app, or NotFound (also when it is another tenant's, or deleted)."""
    return apps.get(principal.tenant_id, require_id("app", app_id))


class DraftPorts(Protocol):
    """What reading a draft needs."""

    @property
    def apps(self) -> AppStore: ...

    @property
    def revisions(self) -> RevisionStore: ...


def get_draft(
    *, principal: Principal, app_id: str, ports: DraftPorts, base_revision_id: str | None = None
) -> tuple[App, Revision]:
    """App and draft. With a base: Conflict `REVISION_CONFLICT` when the draft is another (NotFound when unknown)."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    if app.draft_revision_id is None:
        raise NotFound("This app has no revision yet.")
    if base_revision_id is not None and base_revision_id != app.draft_revision_id:
        ports.revisions.get(principal.tenant_id, app_id, require_id("rev", base_revision_id))
        raise Conflict("The draft has moved on.", current_revision_id=app.draft_revision_id)
    return app, ports.revisions.get(principal.tenant_id, app_id, app.draft_revision_id)


def belongs_to(run: Run, app_id: str) -> Run:
    """The run when it is of that app; else NotFound, as if it did not exist."""
    if run.app_id != app_id:
        raise NotFound("There is no such run.")
    return run
