"""What a stream that broke off still owes its readers: ends of its open parts, answers to its open calls."""

from collections.abc import Collection, Iterable

from shared.domain.runs.chunks import (
    FinishStep,
    ReasoningEnd,
    ReasoningStart,
    StartStep,
    TextEnd,
    TextStart,
    ToolInputAvailable,
    ToolInputStart,
    ToolOutputAvailable,
    ToolOutputError,
)
from shared.domain.runs.events import AnyChunk


class OpenParts:
    """Reads chunks in order and knows what is open after the last one."""

    def __init__(self, chunks: Iterable[AnyChunk] = ()) -> None:
        self.calls: set[str] = set()
        """Every call that was ever started."""
        self._parts: dict[str, AnyChunk] = {}
        self._waiting: dict[str, None] = {}
        self._in_step = False
        for chunk in chunks:
            self.read(chunk)

    def read(self, chunk: AnyChunk) -> None:
        match chunk:
            case TextStart(id=name):
                self._parts[name] = TextEnd(id=name)
            case ReasoningStart(id=name):
                self._parts[name] = ReasoningEnd(id=name)
            case TextEnd(id=name) | ReasoningEnd(id=name):
                self._parts.pop(name, None)
            case ToolInputStart(tool_call_id=call_id) | ToolInputAvailable(tool_call_id=call_id):
                self.calls.add(call_id)
                self._waiting[call_id] = None
            case ToolOutputAvailable(tool_call_id=call_id) | ToolOutputError(tool_call_id=call_id):
                self._waiting.pop(call_id, None)
            case StartStep() | FinishStep():
                self._in_step = isinstance(chunk, StartStep)

    def closings(self, reason: str, keep: Collection[str | None] = ()) -> list[AnyChunk]:
        """The chunks that close everything; calls named in `keep` are answered later by others."""
        unanswered = [name for name in self._waiting if name not in keep]
        errors = [ToolOutputError(tool_call_id=name, error_text=reason) for name in unanswered]
        step = [FinishStep()] if self._in_step else []
        return [*self._parts.values(), *errors, *step]
