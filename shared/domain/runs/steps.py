"""What a function of a state machine is told and answers: identifiers, and one word for what comes next.

An execution may begin under one release and end under another, so the payload has a version. It only grows: a field
that is not known is ignored, a payload without a version is of the release before there was one and reads the same.
What a newer release has written is refused (`is_newer`): its words may mean what this one cannot know.
"""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel

STEP_VERSION = 1
NextStep = Literal["continue", "worker", "approval", "evaluate", "finish", "failed", "done"]


class LoopState(BaseModel):
    """The whole state that travels between the states of `agent_loop`; bodies stay in the stores.

    `finishing`: what the worker is asked for ends the run's work when it is green, and no model has to look at it.
    """

    version: int = STEP_VERSION
    tenant_id: str
    app_id: str
    run_id: str
    iteration: int = 0
    next: NextStep = "continue"
    build_id: str | None = None
    finishing: bool = False


class BuildState(BaseModel):
    """The whole state that travels through `build_pipeline`."""

    version: int = STEP_VERSION
    tenant_id: str
    app_id: str
    build_id: str


def is_newer(event: Mapping[str, Any]) -> bool:
    version = event.get("version", 0)
    return isinstance(version, int) and version > STEP_VERSION


def read_loop(event: Mapping[str, Any]) -> LoopState:
    """A payload of this release or the one before, as this one would have written it."""
    return LoopState.model_validate({**event, "version": STEP_VERSION})


def read_ids(event: Mapping[str, Any]) -> LoopState:
    """Whose run it is: what every release writes alike."""
    return LoopState(tenant_id=event["tenant_id"], app_id=event["app_id"], run_id=event["run_id"])


def read_build(event: Mapping[str, Any]) -> BuildState:
    """Whose build it is: every release writes it alike."""
    return BuildState(tenant_id=event["tenant_id"], app_id=event["app_id"], build_id=event["build_id"])
