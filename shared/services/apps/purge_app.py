"""Removes what a deleted app has stored, once its week is over. Its slug stays with the tenant."""

from shared.domain.apps.app import App
from shared.domain.limits import Limits
from shared.services.change_app import change_app
from shared.services.ports_bundle import SitePorts

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

    return change_app(
        tenant_id=app.tenant_id,
        app_id=app.id,
        change=change,
        apps=ports.apps,
        clock=ports.clock,
        include_deleted=True,
    )
