"""Mends what a publication left undone, and purges what was deleted a week ago."""

import logging

from shared.domain.apps.app import App
from shared.domain.errors import AppError
from shared.domain.limits import Limits
from shared.services.apps.purge_app import is_due, purge_app
from shared.services.ports_bundle import SitePorts
from shared.services.publishing.reconcile_site import reconcile_site

logger = logging.getLogger(__name__)
_GRACE_SECONDS = 120  # a publication at work is left to itself


def sweep_apps(*, ports: SitePorts, limits: Limits) -> int:
    """How many apps were mended or purged. One that fails is logged and left for the next sweep."""
    done = 0
    for app in ports.apps.unreconciled():
        try:
            done += _sweep(app, ports, limits)
        except AppError:
            logger.exception("an app could not be swept", extra={"app_id": app.id})
    return done


def _sweep(app: App, ports: SitePorts, limits: Limits) -> bool:
    if app.settled_seq != app.publish_seq and _is_old(app, ports):
        reconcile_site(tenant_id=app.tenant_id, app_id=app.id, ports=ports)
        return True
    if is_due(app, limits, ports):
        purge_app(app=app, ports=ports)
        return True
    return False


def _is_old(app: App, ports: SitePorts) -> bool:
    return (ports.clock.now() - app.updated_at).total_seconds() > _GRACE_SECONDS
