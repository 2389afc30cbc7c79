"""Decisions one by one: listed, made, edited, superseded and deleted. They are those of the project's state."""

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, model_validator

from shared.domain.apps.project_state import DECISIONS_MOST, ProjectState, StateChange
from shared.domain.base import Input, Moment, Page, rfc3339
from shared.domain.brain.decision import Decision
from shared.domain.errors import Invalid, Malformed, NotFound, StateConflict
from shared.domain.identity import Principal
from shared.domain.ids import is_id
from shared.services.apps.change_state import (
    StateReason,
    StateText,
    StateWord,
    change_state,
    current_state,
    write_state,
)
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts

Standing = Literal["active", "superseded", "all"]
_Forbidden = Annotated[list[StateWord], Field(max_length=20)]
_WORDS = AliasChoices("decision", "title")
_CURSOR = 24
"""Characters of the time that a cursor begins with."""


class DecisionRequest(Input):
    """Something decided, and why. `forbids`: words that no change may bring in, such as the name of a package."""

    decision: StateText = Field(validation_alias=_WORDS)
    reason: StateReason = ""
    forbids: _Forbidden = []


class DecisionPatch(Input):
    """What is changed of a decision. With `version` only where it is still the one that was read."""

    version: int | None = Field(default=None, ge=1)
    decision: StateText | None = Field(default=None, validation_alias=_WORDS)
    reason: StateReason | None = None
    forbids: _Forbidden | None = None

    @model_validator(mode="after")
    def _something(self) -> "DecisionPatch":
        if not self.model_dump(exclude={"version"}, exclude_none=True):
            raise ValueError("give a decision, a reason or what it forbids")
        return self


def list_decisions(
    *, principal: Principal, app_id: str, standing: Standing, limit: int, cursor: str | None, ports: LoopPorts
) -> Page[Decision]:
    """Newest first. Malformed for a cursor that no list gave out."""
    state = _state(principal, app_id, ports)
    known = {
        "active": state.decisions,
        "superseded": state.superseded,
        "all": [*state.decisions, *state.superseded],
    }[standing]
    before = _place_of(cursor) if cursor is not None else None
    left = sorted((one for one in known if before is None or _place(one) < before), key=_place, reverse=True)
    return Page(items=left[:limit], next_cursor=_place(left[limit - 1]) if len(left) > limit else None)


def read_decision(*, principal: Principal, app_id: str, decision_id: str, ports: LoopPorts) -> Decision:
    """One, also when it is superseded."""
    state = _state(principal, app_id, ports)
    return _find([*state.decisions, *state.superseded], decision_id)


def add_decision(*, principal: Principal, app_id: str, request: DecisionRequest, ports: LoopPorts) -> Decision:
    """A new one; one of the same words that stands is answered as it is. Invalid when the project is full."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)

    def change(before: ProjectState) -> ProjectState:
        if any(one.decision == request.decision for one in before.decisions):
            return before
        if len(before.decisions) >= DECISIONS_MOST:
            raise Invalid(f"A project has at most {DECISIONS_MOST} decisions that stand. Supersede or delete some.")
        now = ports.clock.now()
        return before.decided([*before.decisions, _new(request, now)], now)

    state = write_state(lambda: current_state(app, ports.states), change, ports)
    return next(one for one in state.decisions if one.decision == request.decision)


def edit_decision(
    *, principal: Principal, app_id: str, decision_id: str, patch: DecisionPatch, ports: LoopPorts
) -> Decision:
    """With other words, reason or forbidden words. NotFound for one that does not stand, Invalid for words that
    another one has.
    """

    def change(before: ProjectState) -> ProjectState:
        one = _standing(before, decision_id, patch.version)
        if any(other.decision == patch.decision and other.id != one.id for other in before.decisions):
            raise Invalid("Another decision has these very words.")
        given = patch.model_dump(exclude={"version"}, exclude_none=True)
        now = ports.clock.now()
        after = one.model_copy(update={**given, "changed_at": now, "version": one.version + 1})
        return before.decided([after if other.id == one.id else other for other in before.decisions], now)

    return _find(_write(principal, app_id, change, ports).decisions, decision_id)


def supersede_decision(
    *, principal: Principal, app_id: str, decision_id: str, request: DecisionRequest, ports: LoopPorts
) -> Decision:
    """The new decision, in the place of the old one, which is kept with the id of what superseded it."""

    def change(before: ProjectState) -> ProjectState:
        one, now = _standing(before, decision_id), ports.clock.now()
        if any(other.decision == request.decision for other in before.decisions):
            raise Invalid("A decision of these very words stands already.")
        new = _new(request, now)
        return before.decided([new if other.id == one.id else other for other in before.decisions], now, by=new.id)

    state = _write(principal, app_id, change, ports)
    return next(one for one in state.decisions if one.decision == request.decision)


def delete_decision(
    *, principal: Principal, app_id: str, decision_id: str, version: int | None, ports: LoopPorts
) -> None:
    """It is gone, whether it stood or was superseded."""

    def change(before: ProjectState) -> ProjectState:
        _expect(_find([*before.decisions, *before.superseded], decision_id), version)
        parts = ((name, getattr(before, name)) for name in ("decisions", "superseded"))
        return before.model_copy(update={name: [one for one in part if one.id != decision_id] for name, part in parts})

    _write(principal, app_id, change, ports)


def log_decision(tenant_id: str, app_id: str, words: str, reason: str, *, ports: LoopPorts) -> None:
    """Note what the autopilot has built. The oldest of its notes makes way where the project has no place."""
    change_state(tenant_id, app_id, StateChange(decisions=[(words, reason)], by="autopilot"), ports=ports)


def _write(
    principal: Principal, app_id: str, change: Callable[[ProjectState], ProjectState], ports: LoopPorts
) -> ProjectState:
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    return write_state(lambda: current_state(app, ports.states), change, ports)


def _state(principal: Principal, app_id: str, ports: LoopPorts) -> ProjectState:
    return current_state(get_app(principal=principal, app_id=app_id, apps=ports.apps), ports.states)


def _new(request: DecisionRequest, now: Moment) -> Decision:
    return Decision(decision=request.decision, reason=request.reason, forbids=request.forbids, at=now, by="person")


def _standing(state: ProjectState, decision_id: str, version: int | None = None) -> Decision:
    one = _find(state.decisions, decision_id)
    _expect(one, version)
    return one


def _find(decisions: list[Decision], decision_id: str) -> Decision:
    found = next((one for one in decisions if one.id == decision_id), None)
    if found is None:
        raise NotFound("There is no such decision.")
    return found


def _expect(one: Decision, version: int | None) -> None:
    if version is not None and one.version != version:
        raise StateConflict("The decision was changed since you read it.", current_version=one.version)


def _place(one: Decision) -> str:
    return f"{rfc3339(one.at)}{one.id}"


def _place_of(cursor: str) -> str:
    if not is_id("dec", cursor[_CURSOR:]):
        raise Malformed("The cursor is not one this list gave out.")
    return cursor
