"""The build pipeline's first state."""

from typing import Any

from shared.domain.errors import Unavailable
from shared.domain.steps import is_newer, read_build
from shared.runtime import engine
from shared.runtime.lazy import once
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.runtime.stores import Stores, open_stores
from shared.services.ports_bundle import BuildPorts
from shared.services.prepare_build import prepare_build


@once
def _wiring() -> tuple[Stores, BuildPorts]:
    settings = Settings.from_env()
    stores = open_stores(settings)
    ports = BuildPorts(
        builds=stores.builds, revisions=stores.revisions, workflows=engine.workflows(settings), clock=stores.clock
    )
    return stores, ports


@observed("build_prepare")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`BuildState` in, `BuildState` out; the build is running. One of a newer release fails, and can be retried."""
    if is_newer(event):
        raise Unavailable("This build was begun by a newer release.")
    stores, ports = _wiring()
    state = read_build(event)
    prepare_build(state=state, apps=stores.apps, ports=ports)
    return state.model_dump(mode="json")
