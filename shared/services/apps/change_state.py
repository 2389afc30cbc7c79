"""Reads and writes an app's state while others may write it."""

from collections.abc import Callable
from typing import Protocol

from shared.domain.apps.app import App
from shared.domain.apps.project_state import ProjectState, StateChange, changed_state
from shared.domain.errors import Invalid, NotFound
from shared.ports.apps import AppStore
from shared.ports.clock import Clock
from shared.ports.states import StateStore
from shared.services.assets.template_stack import template_stack
from shared.services.until_written import until_written

_TRIES = 6
_MOST_BYTES = 200_000
"""Of a state as JSON: it is one item of the table, which holds 400 KB, and a model is told 6,000 characters of it."""


class StatePorts(Protocol):
    """What a state and what it begins with are read from."""

    @property
    def apps(self) -> AppStore: ...
    @property
    def states(self) -> StateStore: ...
    @property
    def clock(self) -> Clock: ...


def current_state(app: App, states: StateStore) -> ProjectState:
    """The state as it is written; before anybody wrote it, that of a new app: the stack of its template."""
    stored = states.get(app.tenant_id, app.id)
    return stored if stored.version else stored.model_copy(update={"stack": template_stack(app.template)})


def change_state(tenant_id: str, app_id: str, change: StateChange, *, ports: StatePorts) -> ProjectState:
    """The state with the change in it; written only when it differs. Invalid when it would hold too much."""
    return write_state(
        lambda: _current(tenant_id, app_id, ports),
        lambda before: changed_state(before, change, ports.clock.now()),
        ports,
    )


def write_state(
    read: Callable[[], ProjectState], change: Callable[[ProjectState], ProjectState], ports: StatePorts
) -> ProjectState:
    """What `change` makes of the state, asked again for every fresh reading; it may raise to refuse."""

    def changed() -> tuple[ProjectState, ProjectState]:
        before = read()
        after = change(before)
        if after.spoken() != before.spoken():
            _check_size(after)
        return before, after

    def write(known: tuple[ProjectState, ProjectState]) -> ProjectState:
        before, after = known
        return before if after.spoken() == before.spoken() else ports.states.put(after)

    return until_written(
        changed, write, "The state", tries=_TRIES, pause=lambda attempt: ports.clock.sleep(0.02 * attempt)
    )


def _check_size(state: ProjectState) -> None:
    size = len(state.model_dump_json().encode())
    if size > _MOST_BYTES:
        raise Invalid(
            f"The state would be {size // 1000} KB; at most {_MOST_BYTES // 1000} KB are kept. Shorten or remove some."
        )


def _current(tenant_id: str, app_id: str, ports: StatePorts) -> ProjectState:
    stored = ports.states.get(tenant_id, app_id)
    if stored.version:
        return stored
    try:
        return current_state(ports.apps.get(tenant_id, app_id), ports.states)
    except NotFound:
        return stored
