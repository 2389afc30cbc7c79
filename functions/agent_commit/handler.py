"""The commit of a run whose candidate has passed its gates."""

from typing import Any

from shared.domain.steps import LoopState
from shared.runtime.lazy import once
from shared.runtime.loop import loop_ports
from shared.runtime.settings import Settings
from shared.runtime.stores import open_stores
from shared.services.commit_run import commit_run
from shared.services.loop_ports import LoopPorts


@once
def _ports() -> LoopPorts:
    settings = Settings.from_env()
    return loop_ports(settings, open_stores(settings))


def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`LoopState` in, `LoopState` out."""
    return commit_run(LoopState.model_validate(event), ports=_ports()).model_dump(mode="json")
