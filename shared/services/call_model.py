"""One call to the model, its stream turned into events as it arrives."""

import json
from collections.abc import Callable
from typing import Any

from shared.domain import model_messages as said
from shared.domain.events import (
    AnyChunk,
    DataRetry,
    ReasoningDelta,
    ReasoningEnd,
    ReasoningStart,
    RetryData,
    TextDelta,
    TextEnd,
    TextStart,
    ToolInputAvailable,
    ToolInputDelta,
    ToolInputStart,
    ToolOutputError,
)
from shared.domain.model_errors import ModelTruncated
from shared.ports.model import ModelPort
from shared.services.event_writer import EventWriter

_ATTEMPTS = 3


class Cancelled(Exception):
    """A person asked to stop while the model was speaking."""


def call_model(
    request: said.ModelRequest,
    *,
    model: ModelPort,
    writer: EventWriter,
    iteration: int,
    attempt: int,
    cancelled: Callable[[], bool],
) -> said.Completed:
    """The whole answer. A stream cut before its end is announced as `data-retry` and asked for again, twice at most."""
    for sub in range(_ATTEMPTS):
        speech = _Speech(writer, f"{iteration}-{attempt}-{sub}")
        try:
            return _listen(request, model, speech, writer, iteration, cancelled)
        except ModelTruncated as error:
            speech.abandon("The answer was cut here and is asked for again.")
            if sub == _ATTEMPTS - 1:
                raise
            writer.emit(DataRetry(data=RetryData(iteration=iteration, attempt=sub + 2, reason=error.message)))
    raise AssertionError("unreachable")


def _listen(
    request: said.ModelRequest,
    model: ModelPort,
    speech: "_Speech",
    writer: EventWriter,
    iteration: int,
    cancelled: Callable[[], bool],
) -> said.Completed:
    for event in model.stream(request):
        if cancelled():
            speech.abandon("Not run: the person cancelled.")
            raise Cancelled
        if isinstance(event, said.Completed):
            speech.close()
            return event
        if isinstance(event, said.Retrying):
            writer.emit(DataRetry(data=RetryData(iteration=iteration, attempt=event.attempt, reason=event.reason)))
        else:
            speech.say(event)
    raise ModelTruncated("The model's answer stopped before its end.")


Spoken = said.TextDelta | said.ReasoningDelta | said.ToolCallStart | said.ToolCallDelta | said.ToolCallDone


class _Speech:
    """Keeps text and reasoning parts open while they grow, and closes them when another part begins."""

    def __init__(self, writer: EventWriter, name: str) -> None:
        self._writer = writer
        self._name = name
        self._parts = 0
        self._open: str | None = None
        self._calls: list[str] = []

    def say(self, event: Spoken) -> None:
        match event:
            case said.TextDelta(delta=delta):
                self._begin("text")
                self._writer.emit(TextDelta(id=self._id("text"), delta=delta))
            case said.ReasoningDelta(delta=delta):
                self._begin("reasoning")
                self._writer.emit(ReasoningDelta(id=self._id("reasoning"), delta=delta))
            case said.ToolCallStart() | said.ToolCallDelta() | said.ToolCallDone():
                self.close()
                self._calls = [*self._calls, event.call_id] if event.call_id not in self._calls else self._calls
                self._writer.emit(_tool_chunk(event))

    def abandon(self, reason: str) -> None:
        """Close everything; calls that were only begun are answered as failed, so that no client waits for them."""
        self.close()
        for call_id in self._calls:
            self._writer.emit(ToolOutputError(tool_call_id=call_id, error_text=reason))

    def close(self) -> None:
        """End the part that is open, if one is."""
        if self._open == "text":
            self._writer.emit(TextEnd(id=self._id("text")))
        elif self._open == "reasoning":
            self._writer.emit(ReasoningEnd(id=self._id("reasoning")))
        self._open = None

    def _begin(self, kind: str) -> None:
        if self._open == kind:
            return
        self.close()
        self._parts += 1
        self._open = kind
        start: AnyChunk = TextStart(id=self._id(kind)) if kind == "text" else ReasoningStart(id=self._id(kind))
        self._writer.emit(start)

    def _id(self, kind: str) -> str:
        return f"{kind}-{self._name}-{self._parts}"


def _tool_chunk(event: said.ToolCallStart | said.ToolCallDelta | said.ToolCallDone) -> AnyChunk:
    match event:
        case said.ToolCallStart(call_id=call_id, name=name):
            return ToolInputStart(tool_call_id=call_id, tool_name=name)
        case said.ToolCallDelta(call_id=call_id, delta=delta):
            return ToolInputDelta(tool_call_id=call_id, input_text_delta=delta)
        case said.ToolCallDone(call_id=call_id, name=name, arguments=arguments):
            return ToolInputAvailable(tool_call_id=call_id, tool_name=name, input=_readable(arguments))


def _readable(arguments: str) -> Any:
    try:
        return json.loads(arguments or "{}")
    except ValueError:
        return {"unreadable": arguments[:2000]}
