"""Read, change, write: with a condition, and again when somebody wrote in between."""

from collections.abc import Callable

from shared.domain.apps.app import App
from shared.domain.errors import Conflict, Transient
from shared.ports.apps import AppStore
from shared.ports.clock import Clock

_TRIES = 10


def change_app(
    *,
    tenant_id: str,
    app_id: str,
    change: Callable[[App], App],
    apps: AppStore,
    clock: Clock,
    include_deleted: bool = False,
) -> App:
    """The app after `change`, which is asked again for every fresh reading and may raise to refuse."""
    for _ in range(_TRIES):
        app = apps.get(tenant_id, app_id, include_deleted=include_deleted)
        changed = change(app)
        if changed == app:
            return app
        try:
            return apps.update(changed.model_copy(update={"updated_at": clock.now()}))
        except Conflict:
            continue
    raise Transient("The app is being changed by somebody else; try again.")
