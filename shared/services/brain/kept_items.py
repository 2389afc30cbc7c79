"""What notes and memory items have in common: found, changed and deleted on a condition."""

from collections.abc import Callable
from typing import TypeVar

from shared.domain.brain.items import KeptItem
from shared.domain.errors import StateConflict
from shared.domain.identity import Principal
from shared.ports.brain import KeptStore
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts
from shared.services.until_written import until_written

K = TypeVar("K", bound=KeptItem)


def require_app(principal: Principal, app_id: str, ports: LoopPorts) -> tuple[str, str]:
    """Tenant and app, when there is such an app; else NotFound."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    return app.tenant_id, app.id


def change_item(store: KeptStore[K], place: tuple[str, str, str], version: int | None, change: Callable[[K], K]) -> K:
    """The item after `change`. StateConflict when a `version` is given and no longer the stored one."""
    return until_written(
        lambda: _expected(store.get(*place), version), lambda one: store.update(change(one)), "The item"
    )


def delete_item(store: KeptStore[K], place: tuple[str, str, str], version: int | None) -> None:
    """Take it out, on the same condition."""
    until_written(lambda: _expected(store.get(*place), version), store.delete, "The item")


def _expected(item: K, version: int | None) -> K:
    if version is not None and item.version != version:
        raise StateConflict("It was changed since you read it. Read it again.", current_version=item.version)
    return item
