"""A person puts a project's state right: the parts that are given replace what stood there."""

from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from shared.domain.apps.project_state import (
    DECISIONS_MOST,
    NAME_MOST,
    PLAN_MOST,
    REQUIREMENTS_MOST,
    STACK_MOST,
    TEXT_MOST,
    VALUES_MOST,
    Decision,
    ProjectState,
)
from shared.domain.base import shown
from shared.domain.errors import StateConflict
from shared.domain.identity import Principal
from shared.services.apps.change_state import current_state, write_state
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts

_Text = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=TEXT_MOST), AfterValidator(shown)
]
_Word = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_MOST), AfterValidator(shown)
]
_Reason = Annotated[str, StringConstraints(strip_whitespace=True, max_length=TEXT_MOST), AfterValidator(shown)]
_Values = Annotated[list[_Text], Field(min_length=1, max_length=VALUES_MOST)]


class DecisionText(BaseModel):
    """Something decided, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    decision: _Text
    reason: _Reason = ""


class StatePatch(BaseModel):
    """Each part that is given replaces the whole part. `version` is that of the state that was read."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: int = Field(ge=0)
    plan: list[_Text] | None = Field(default=None, max_length=PLAN_MOST)
    requirements: dict[_Word, _Text | _Values] | None = Field(default=None, max_length=REQUIREMENTS_MOST)
    stack: dict[_Word, _Text] | None = Field(default=None, max_length=STACK_MOST)
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
        known = {one.decision: one.at for one in before.decisions}
        parts: dict[str, object] = patch.model_dump(exclude={"version", "decisions"}, exclude_none=True)
        if patch.decisions is not None:
            parts["decisions"] = [
                Decision(decision=one.decision, reason=one.reason, at=known.get(one.decision, now))
                for one in patch.decisions
            ]
        return before.model_copy(update={**parts, "updated_at": now})

    return write_state(lambda: current_state(app, ports.states), change, ports)
