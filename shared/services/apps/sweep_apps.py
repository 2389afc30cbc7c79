"""Mends what a publication left undone, and purges what was deleted a week ago."""

import logging
from functools import partial

from shared.domain.apps.app import App
from shared.domain.limits import Limits
from shared.services.change_app import change_app
from shared.services.ports_bundle import SitePorts
from shared.services.publishing.reconcile_site import reconcile_site
from shared.services.sweep_each import sweep_each

logger = logging.getLogger(__name__)
_GRACE_SECONDS = 120  # a publication at work is left to itself


def sweep_apps(*, ports: SitePorts, limits: Limits) -> int:
    """How many apps were mended or purged. One that fails is logged and left for the next sweep."""
    sweep = partial(_sweep, ports=ports, limits=limits)
    return sweep_each(ports.apps.unreconciled(), sweep, "an app could not be swept", lambda app: {"app_id": app.id})


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


_MARGIN_SECONDS = 600
"""Between the last moment an app can be brought back and its purge: a person who was in time finds everything."""


def is_due(app: App, limits: Limits, ports: SitePorts) -> bool:
    """Whether the app was deleted so long ago that nobody can have brought it back meanwhile."""
    if app.deleted_at is None or app.purged_at is not None:
        return False
    return (ports.clock.now() - app.deleted_at).total_seconds() > limits.deleted_app_seconds + _MARGIN_SECONDS


def purge_app(*, app: App, ports: SitePorts) -> App:
    """Objects first, then the mark: a purge that stops midway is found and done again."""
    prefix = f"apps/{app.tenant_id}/{app.id}/"
    if keys := ports.site.list(prefix):
        ports.site.delete(keys)
    if keys := ports.blobs.list(prefix):
        ports.blobs.delete(keys)

    def change(stored: App) -> App:
        return stored.model_copy(update={"purged_at": ports.clock.now(), "instructions": "", "pinned_note": ""})

    return change_app(ports, app.tenant_id, app.id, change, include_deleted=True)
