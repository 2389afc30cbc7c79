"""A build begins: it is marked running, and from here on it ends by itself."""

from typing import Any

from shared.domain.steps import BuildState
from shared.ports.apps import AppStore
from shared.runtime import engine
from shared.runtime.lazy import once
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores
from shared.services.ports_bundle import BuildPorts
from shared.services.prepare_build import prepare_build


@once
def _wired() -> tuple[AppStore, BuildPorts]:
    settings = Settings.from_env()
    stores = open_stores(settings)
    ports = BuildPorts(
        builds=stores.builds, revisions=stores.revisions, workflows=engine.workflows(settings), clock=stores.clock
    )
    return stores.apps, ports


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`BuildState` in and out."""
    state = BuildState.model_validate(event)
    apps, ports = _wired()
    prepare_build(state=state, apps=apps, ports=ports)
    return state.model_dump(mode="json")
