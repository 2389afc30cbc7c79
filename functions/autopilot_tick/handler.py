"""One tick of a project's autopilot, and when the next is due."""

from functools import cache
from typing import Any

from shared.domain.autopilot.steps import read_ticks
from shared.domain.runs.steps import is_newer
from shared.runtime import engine
from shared.runtime.loop import own_loop_ports
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.keep_ticking import tick_once


@cache
def _manager() -> Manager:
    settings = Settings.from_env()
    return Manager(own_loop_ports(), engine.workflows(settings), settings.model, "autopilot")


@observed("autopilot_tick")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`TickState` in, `TickState` out. What a newer release began ends here: a person starts another."""
    if is_newer(event):
        return {**event, "next": "done"}
    return tick_once(read_ticks(event), _manager()).model_dump(mode="json")
