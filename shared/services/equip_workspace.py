"""Gives a workspace what its tools may reach beyond the tree: the project's state, its history, its builds."""

from collections.abc import Callable
from typing import NamedTuple

from shared.domain.project_state import ProjectState, StateChange
from shared.services.change_state import change_state
from shared.services.loop_ports import LoopPorts
from shared.tools.base import Workspace


class Whose(NamedTuple):
    """Whose workspace it is, and the iteration that works in it (no run: a person's own call)."""

    tenant_id: str
    app_id: str
    run_id: str | None = None
    iteration: int = 0


class Green(NamedTuple):
    """A tree that was built, and the build that did it."""

    tree: str | None = None
    build_id: str | None = None


def equip_workspace(workspace: Workspace, whose: Whose, *, green: Callable[[], Green], ports: LoopPorts) -> None:
    """Nothing is asked of a store before a tool asks for it. `green` is looked up when a tool wants to know."""
    workspace.change_state = _states(whose, ports)


def _states(whose: Whose, ports: LoopPorts) -> Callable[[StateChange], ProjectState]:
    def change(wanted: StateChange) -> ProjectState:
        return change_state(whose.tenant_id, whose.app_id, wanted, states=ports.states, clock=ports.clock)

    return change
