"""Brings an earlier tree back as a new revision; nothing in between is lost."""

from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Revision
from shared.services.get_draft import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.mark_untrusted import mark_brought_back


def restore_revision(*, principal: Principal, app_id: str, revision_id: str, ports: Ports) -> Revision:
    """A new revision with that tree on top of the draft, queued."""
    app, draft = get_draft(principal=principal, app_id=app_id, apps=ports.apps, revisions=ports.revisions)
    wanted = ports.revisions.get(app.tenant_id, app.id, require_id("rev", revision_id))
    mark_brought_back(app, wanted, apps=ports.apps, clock=ports.clock)
    new = NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=wanted.tree,
        parent=draft,
        origin="restore",
        message=f"Restore {wanted.label or wanted.message or wanted.id}"[:200],
    )
    return add_revision(principal=principal, new=new, ports=ports)
