"""Reads and writes an app's state while others may write it."""

from collections.abc import Callable
from typing import Annotated, Self

from pydantic import AfterValidator, Field, StringConstraints, model_validator

from shared.domain.apps.app import App
from shared.domain.apps.project_state import (
    DECISIONS_MOST,
    NAME_MOST,
    PLAN_MOST,
    REQUIREMENTS_MOST,
    STACK_MOST,
    TEXT_MOST,
    VALUES_MOST,
    ProjectState,
    StateChange,
    changed_state,
)
from shared.domain.base import Input, Moment, shown
from shared.domain.brain.decision import Decision
from shared.domain.errors import Invalid, StateConflict
from shared.domain.identity import Principal
from shared.ports.apps import OneOfAppStore
from shared.services.assets.template_kinds import template_stack
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.until_written import until_written

_TRIES = 6
_MOST_BYTES = 200_000
"""Of a state as JSON: it is one item of the table, which holds 400 KB, and a model is told 6,000 characters of it."""


def current_state(app: App, states: OneOfAppStore[ProjectState]) -> ProjectState:
    """The state as it is written; before anybody wrote it, that of a new app: the stack of its template."""
    stored = states.get(app.tenant_id, app.id)
    return stored if stored.version else stored.model_copy(update={"stack": template_stack(app.template)})


def change_state(tenant_id: str, app_id: str, change: StateChange, *, ports: LoopPorts) -> ProjectState:
    """The state with the change in it; written only when it differs. Invalid when it would hold too much."""
    return write_state(
        lambda: _current(tenant_id, app_id, ports),
        lambda before: changed_state(before, change, ports.clock.now()),
        ports,
    )


def write_state(
    read: Callable[[], ProjectState], change: Callable[[ProjectState], ProjectState], ports: LoopPorts
) -> ProjectState:
    """What `change` makes of the state, asked again for every fresh reading; it may raise to refuse."""

    def changed() -> tuple[ProjectState, ProjectState]:
        before = read()
        after = change(before)
        if not _same(before, after):
            _check_size(after)
        return before, after

    def write(known: tuple[ProjectState, ProjectState]) -> ProjectState:
        before, after = known
        return before if _same(before, after) else ports.states.put(after)

    return until_written(
        changed, write, "The state", tries=_TRIES, pause=lambda attempt: ports.clock.sleep(0.02 * attempt)
    )


def _same(before: ProjectState, after: ProjectState) -> bool:
    return after.model_copy(update={"updated_at": before.updated_at}) == before


def _check_size(state: ProjectState) -> None:
    size = len(state.model_dump_json(exclude={"superseded"}).encode())
    if size > _MOST_BYTES:
        raise Invalid(
            f"The state would be {size // 1000} KB; at most {_MOST_BYTES // 1000} KB are kept. Shorten or remove some."
        )


def _current(tenant_id: str, app_id: str, ports: LoopPorts) -> ProjectState:
    stored = ports.states.get(tenant_id, app_id)
    if stored.version:
        return stored
    app = or_none(ports.apps.get, tenant_id, app_id)
    return current_state(app, ports.states) if app is not None else stored


StateText = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=TEXT_MOST), AfterValidator(shown)
]
StateWord = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_MOST), AfterValidator(shown)
]
StateReason = Annotated[str, StringConstraints(strip_whitespace=True, max_length=TEXT_MOST), AfterValidator(shown)]
_Values = Annotated[list[StateText], Field(min_length=1, max_length=VALUES_MOST)]


class DecisionText(Input):
    """Something decided, and why."""

    decision: StateText
    reason: StateReason = ""


class StatePatch(Input):
    """Each part that is given replaces the whole part. `version` is that of the state that was read."""

    version: int = Field(ge=0)
    plan: list[StateText] | None = Field(default=None, max_length=PLAN_MOST)
    requirements: dict[StateWord, StateText | _Values] | None = Field(default=None, max_length=REQUIREMENTS_MOST)
    stack: dict[StateWord, StateText] | None = Field(default=None, max_length=STACK_MOST)
    decisions: list[DecisionText] | None = Field(default=None, max_length=DECISIONS_MOST)

    @model_validator(mode="after")
    def _says_something_once(self) -> Self:
        given = [one.decision for one in self.decisions or []]
        if len(set(given)) < len(given):
            raise ValueError("a decision stands twice in the list")
        if self.model_fields_set == {"version"}:
            raise ValueError("give a plan, requirements, a stack or decisions")
        return self


def patch_state(*, principal: Principal, app_id: str, patch: StatePatch, ports: LoopPorts) -> ProjectState:
    """The state with the parts replaced. Conflict `STATE_CONFLICT` when it is no longer the one that was read."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)

    def change(before: ProjectState) -> ProjectState:
        if before.version != patch.version:
            raise StateConflict(
                "The state was written since you read it. Read it again.",
                current_version=before.version,
            )
        now = ports.clock.now()
        parts: dict[str, object] = patch.model_dump(exclude={"version", "decisions"}, exclude_none=True)
        after = before.model_copy(update={**parts, "updated_at": now})
        return after if patch.decisions is None else after.decided(_decisions(before, patch.decisions, now), now)

    return write_state(lambda: current_state(app, ports.states), change, ports)


def _decisions(before: ProjectState, given: list[DecisionText], now: Moment) -> list[Decision]:
    """Those of the same words stay the same decisions."""
    known = {one.decision: one for one in before.decisions}
    return [_worded(known.get(one.decision), one, now) for one in given]


def _worded(decision: Decision | None, words: DecisionText, now: Moment) -> Decision:
    if decision is None:
        return Decision(decision=words.decision, reason=words.reason, at=now, by="person")
    if decision.reason == words.reason:
        return decision
    return decision.model_copy(update={"reason": words.reason, "changed_at": now, "version": decision.version + 1})
