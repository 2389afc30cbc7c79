"""Where an import goes: a new app, or an app that was imported before."""

from dataclasses import dataclass

from shared.domain.apps.app import App
from shared.domain.errors import Conflict
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.services.apps.create_app import store_app
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.mark_untrusted import mark_untrusted


@dataclass(frozen=True)
class Target:
    """An app, and the draft that the import takes the place of; None for an app that is not stored yet."""

    app: App
    draft: Revision | None = None


def find_target(*, principal: Principal, app_id: str, ports: Ports) -> Target:
    """The app to import into again. Conflict when its draft is not what an import brought."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    if draft.origin != "import":
        message = "The draft was changed since its import. Import the project as a new app."
        raise Conflict(message, current_revision_id=draft.id)
    return Target(app, draft)


def store_import(
    *, principal: Principal, target: Target, tree: str, slug_given: bool, ports: Ports
) -> tuple[App, Revision]:
    """The app with its new draft, queued; its page is opened by the build."""
    app = target.app
    if target.draft is None:
        return store_app(
            principal=principal,
            app=app,
            tree=tree,
            origin="import",
            message="Import a project",
            slug_given=slug_given,
            ports=ports,
        )
    mark_untrusted(app.tenant_id, app.id, ["import"], ports)
    new = NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=tree,
        parent=target.draft,
        origin="import",
        message="Import the project again",
        checks=("page",),
    )
    revision = add_revision(principal=principal, new=new, ports=ports)
    return ports.apps.get(app.tenant_id, app.id), revision
