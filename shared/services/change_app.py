"""Read, change, write: with a condition, and again when somebody wrote in between."""

from collections.abc import Callable
from typing import Protocol

from shared.domain.apps.app import App
from shared.ports.apps import AppStore
from shared.ports.clock import Clock
from shared.services.until_written import until_written


class AppPorts(Protocol):
    @property
    def apps(self) -> AppStore: ...

    @property
    def clock(self) -> Clock: ...


def change_app(
    ports: AppPorts, tenant_id: str, app_id: str, change: Callable[[App], App], *, include_deleted: bool = False
) -> App:
    """The app after `change`, which is asked again for every fresh reading and may raise to refuse."""

    def read() -> tuple[App, App]:
        app = ports.apps.get(tenant_id, app_id, include_deleted=include_deleted)
        return app, change(app)

    def write(known: tuple[App, App]) -> App:
        before, after = known
        now = {"updated_at": ports.clock.now()}
        return before if after == before else ports.apps.update(after.model_copy(update=now))

    return until_written(read, write, "The app")
