"""The tenant's apps."""

from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.identity import Principal
from shared.ports.apps import AppStore


def list_apps(
    *, principal: Principal, apps: AppStore, limit: int, cursor: str | None = None, deleted: bool = False
) -> Page[App]:
    """Newest first: those there are, or the deleted ones that may still be brought back."""
    return apps.list(principal.tenant_id, limit=limit, cursor=cursor, deleted=deleted)
