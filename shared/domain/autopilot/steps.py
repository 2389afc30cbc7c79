"""What the function of the autopilot's state machine is told and answers: identifiers, and when it is due again."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel

from shared.domain.runs.steps import STEP_VERSION
from shared.domain.status import Status


class TickStatus(Status):
    """`idle`: nothing is done before somebody changes something; `nothing_to_do`: not at this moment."""

    IDLE = "idle"
    WAITING_FOR_APPROVAL = "waiting_for_approval"
    ADVANCED_RUN = "advanced_run"
    STARTED_RUN = "started_run"
    NOTHING_TO_DO = "nothing_to_do"


class TickState(BaseModel):
    """The whole state that travels through `autopilot`. `quiet` counts ticks on end in which nothing was done."""

    version: int = STEP_VERSION
    tenant_id: str
    app_id: str
    generation: int
    ticks: int = 0
    quiet: int = 0
    next: Literal["wait", "done"] = "wait"
    seconds: int = 1


def read_ticks(event: Mapping[str, Any]) -> TickState:
    """A payload of this release or the one before, as this one would have written it."""
    return TickState.model_validate({**event, "version": STEP_VERSION})
