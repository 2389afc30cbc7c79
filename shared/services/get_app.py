"""One app."""

from shared.domain.apps.app import App
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.ports.apps import AppStore


def get_app(*, principal: Principal, app_id: str, apps: AppStore) -> App:
    """The app, or NotFound (also when it is another tenant's, or deleted)."""
    return apps.get(principal.tenant_id, require_id("app", app_id))
