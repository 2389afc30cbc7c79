"""What a message of a person wants of the manager, as a model reads it: acted on only after the person confirms."""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, Field, ValidationError

from shared.domain.base import Entity, OfApp
from shared.domain.json_weight import parse_bounded
from shared.domain.runs.steps import STEP_VERSION
from shared.domain.untrusted import shortened

IntentName = Literal[
    "QUESTION", "START_BUILD", "CONTINUE_BUILD", "PAUSE_AUTOPILOT", "ADJUST_PLAN", "UPDATE_REQUIREMENTS", "OTHER"
]
INTENTS: tuple[IntentName, ...] = get_args(IntentName)
READ_INTENT: Literal["read_intent"] = "read_intent"
CERTAIN = 0.6
"""Below it a message is a question."""
_NOTES = 300


class IntentTask(OfApp):
    """What the API asks of the function that may use the model."""

    version: int = STEP_VERSION
    task: Literal["read_intent"] = READ_INTENT
    message: str


class Intent(Entity):
    """`why` says why no model has read it."""

    intent: IntentName = "QUESTION"
    confidence: float = 0.0
    notes: str = ""
    why: str | None = None


class _Answer(BaseModel):
    intent: IntentName
    confidence: Annotated[float, Field(ge=0, le=1)]
    notes: str = ""


def read_answer(text: str) -> Intent:
    """The intent in a model's answer; a question where it is not certain, or cannot be read."""
    try:
        said = _Answer.model_validate(parse_bounded(text[text.find("{") : text.rfind("}") + 1]))
    except (ValidationError, ValueError):
        return Intent(why="The model's answer could not be read.")
    notes = shortened(" ".join(said.notes.split()), _NOTES)
    sure = said.confidence >= CERTAIN
    return Intent(intent=said.intent if sure else "QUESTION", confidence=said.confidence, notes=notes)
