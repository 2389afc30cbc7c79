"""Puts a revision that was live before back on the live address."""

from shared.domain.apps.app import App
from shared.domain.errors import NotPublished
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.services.ports_bundle import SitePorts
from shared.services.publishing.publish_app import Published, require_built, switch_site
from shared.services.publishing.reconcile_site import was_published
from shared.services.site.addresses import SiteAddresses


def rollback_app(
    *, principal: Principal, app_id: str, revision_id: str, ports: SitePorts, addresses: SiteAddresses
) -> Published:
    """The revision, published again. Invalid `NOT_PUBLISHED` when it never was."""
    revision = ports.revisions.get(principal.tenant_id, require_id("app", app_id), require_id("rev", revision_id))

    def choose(app: App) -> str:
        if not was_published(app, revision.id, ports.blobs):
            raise NotPublished("This revision was never published.")
        require_built(revision, ports)
        return revision.id

    published = switch_site(principal=principal, app_id=app_id, choose=choose, ports=ports, addresses=addresses)
    ports.metrics.emit({"SiteRollbacks": 1}, tenant_id=principal.tenant_id, app_id=app_id, revision_id=revision.id)
    return published
