"""Takes an app off its addresses."""

from shared.domain.apps.app import App
from shared.domain.errors import NotPublished
from shared.domain.identity import Principal
from shared.services.ports_bundle import SitePorts
from shared.services.publishing.publish_app import Published, switch_site
from shared.services.site.addresses import SiteAddresses


def unpublish_app(*, principal: Principal, app_id: str, ports: SitePorts, addresses: SiteAddresses) -> Published:
    """Nothing is public any more, its published revisions included. Invalid `NOT_PUBLISHED` when nothing was."""

    def choose(app: App) -> None:
        if app.published_revision_id is None:
            raise NotPublished("This app is not published.")

    return switch_site(principal=principal, app_id=app_id, choose=choose, ports=ports, addresses=addresses)
