"""Writes an app's state, whoever else is writing it."""

from shared.domain.errors import Conflict, Transient
from shared.domain.project_state import ProjectState, StateChange, changed_state
from shared.ports.clock import Clock
from shared.ports.states import StateStore

_TRIES = 6


def change_state(tenant_id: str, app_id: str, change: StateChange, *, states: StateStore, clock: Clock) -> ProjectState:
    """The state with the change in it; written only when it differs. Invalid when it would hold too much."""
    for attempt in range(_TRIES):
        before = states.get(tenant_id, app_id)
        after = changed_state(before, change, clock.now())
        if after.spoken() == before.spoken():
            return before
        try:
            return states.put(after)
        except Conflict:
            clock.sleep(0.02 * (attempt + 1))
    raise Transient("The state is being written by others; try again.")
