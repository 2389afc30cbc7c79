"""A commit message by the model: what the API asks of the function that may use it, and what that answers."""

from typing import Literal

from shared.domain.base import Entity
from shared.domain.runs.steps import STEP_VERSION

Style = Literal["plain", "short", "conventional"]
COMMIT_MESSAGE: Literal["commit_message"] = "commit_message"


class MessageTask(Entity):
    """Names the diff; the function reads the rest itself. `instructions` are the person's.

    `tree`: what would be kept of the diff, where that is not what its last review accepted.
    """

    version: int = STEP_VERSION
    task: Literal["commit_message"] = COMMIT_MESSAGE
    tenant_id: str
    diff_id: str
    style: Style
    instructions: str
    tree: str | None = None


class WrittenMessage(Entity):
    """The model's message, or why there is none, in words for the person."""

    message: str | None = None
    why: str | None = None
