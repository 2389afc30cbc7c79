"""Starts an app over from a template pack; its history stays."""

from shared.domain.apps.app import App
from shared.domain.assets.catalog import Line
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.tree.relock import PACKAGE
from shared.services.apps.create_app import find_template
from shared.services.assets.template_lines import files_on
from shared.services.change_app import change_app
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.relock import locked


def reset_template(
    *, principal: Principal, app_id: str, template: str, line: Line | None = None, ports: Ports
) -> Revision:
    """A new revision with the pack's tree, queued; the app is of the pack's framework from now on. Without a `line` it
    stays on the one that the draft is on.
    """
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    pack = find_template(template, None, ports)
    files = files_on(pack, line or _line_of(draft, ports), ports.catalog)
    files = locked(files=files, tenant_id=app.tenant_id, ports=ports)
    new = NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=ports.snapshots.put(app.tenant_id, app.id, files),
        parent=draft,
        origin="reset",
        message=f"Start over from the {pack.title} template",
        kind="template",
    )
    revision = add_revision(principal=principal, new=new, ports=ports)

    def change(stored: App) -> App:
        return stored.model_copy(update={"template": pack.key, "framework": pack.framework})

    change_app(ports, app.tenant_id, app.id, change)
    return revision


def _line_of(draft: Revision, ports: Ports) -> Line:
    files = ports.snapshots.get(draft.tenant_id, draft.app_id, draft.tree)
    return ports.catalog.of(files.get(PACKAGE, b"").decode("utf-8", "replace")).chosen
