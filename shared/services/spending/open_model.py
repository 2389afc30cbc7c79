"""A model's stream that is closed when its reader leaves, and a meter of what has come of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from shared.domain.agent.model_messages import (
    ModelEvent,
    ModelRequest,
    ReasoningDelta,
    Retrying,
    TextDelta,
    ToolCallDelta,
)
from shared.ports.model import ModelPort


class AnswerTooLong(Exception):
    """The answer grew past what this call may cost."""


@dataclass
class Meter:
    """Counts the characters of an answer: at most `room`, and only those that `covers` says are paid for.

    `silent` counts the attempts that were never answered; `covers` is asked for these too.
    """

    room: int
    covers: Callable[[int, int], bool] = lambda received, silent: True
    received: int = 0
    silent: int = 0

    def hear(self, event: ModelEvent) -> None:
        """Count a piece. AnswerTooLong when it is one too many."""
        if isinstance(event, TextDelta | ReasoningDelta | ToolCallDelta):
            self.received += len(event.delta)
        if isinstance(event, Retrying) and event.lost:
            self.silent += 1
        if self.received > self.room or not self.covers(self.received, self.silent):
            raise AnswerTooLong


@contextmanager
def opened(model: ModelPort, request: ModelRequest) -> Iterator[Iterator[ModelEvent]]:
    """The model's events; leaving drops the connection at once, so that nothing more is paid for."""
    events = model.stream(request)
    try:
        yield events
    finally:
        close = getattr(events, "close", None)
        if close is not None:
            close()
