"""Deletes an app, its site first, so that nothing deleted is still public; and brings one back within a week."""

from shared.domain.apps.app import App
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.services.change_app import change_app
from shared.services.ports_bundle import Ports
from shared.services.publishing.publish_app import switch_site
from shared.services.publishing.reconcile_site import reconcile_site


def delete_app(*, principal: Principal, app_id: str, ports: Ports) -> None:
    """The app answers NotFound from now on; its slug stays with the tenant. What is stored is purged after a week.

    The token of a person's repository goes at once.
    """
    ports.connections.remove(principal.tenant_id, app_id)
    switch_site(principal=principal, app_id=app_id, choose=lambda _: None, ports=ports)

    def change(app: App) -> App:
        gone = {"published_revision_id": None, "published_url": None, "live_url": None}
        return app.model_copy(update={**gone, "publish_seq": app.publish_seq + 1, "deleted_at": ports.clock.now()})

    change_app(ports, principal.tenant_id, app_id, change)
    reconcile_site(tenant_id=principal.tenant_id, app_id=app_id, ports=ports)


def undelete_app(*, principal: Principal, app_id: str, ports: Ports) -> App:
    """The app as it was, not published. NotFound when it was never deleted, or too long ago."""
    most = ports.limits.deleted_app_seconds

    def change(app: App) -> App:
        if app.deleted_at is None:
            raise NotFound("This app is not deleted.")
        if app.purged_at is not None or (ports.clock.now() - app.deleted_at).total_seconds() > most:
            raise NotFound("This app was deleted too long ago.")
        return app.model_copy(update={"deleted_at": None})

    return change_app(ports, principal.tenant_id, require_id("app", app_id), change, include_deleted=True)
