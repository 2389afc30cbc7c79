"""A run's events as events of AG-UI 1.0. Pure: the same events always give the same AG-UI events."""

import json
from collections.abc import Iterable
from typing import Any

from shared.domain.agui.end import segment_end
from shared.domain.runs import chunks
from shared.domain.runs.data_chunks import DataDone, DataState, DoneData
from shared.domain.runs.events import AnyChunk, Event
from shared.domain.runs.run_parts import RunUsage

PROTOCOL_VERSION = "1.0"
AguiEvent = dict[str, Any]


class Projection:
    """Reads the events of one run in order, from the first.

    Each segment is one AG-UI run, from RUN_STARTED to RUN_FINISHED or RUN_ERROR; whatever is open at its end is closed
    first. Ids of messages and calls carry the run's id, since a thread has many runs and ids must be its own.
    """

    def __init__(self, run_id: str, thread_id: str, past: Iterable[Event] = ()) -> None:
        self._run_id = run_id
        self._thread_id = thread_id
        self._running = False
        self._open: dict[str, list[AguiEvent]] = {}
        """The events that close each open part, in the order of opening."""
        self._spelled: set[str] = set()
        self._asked: dict[str, str] = {}
        self._step = 0
        self._state = KnownState()
        self._done: DoneData | None = None
        self._error: str | None = None
        self._aborted = False
        self._billed = RunUsage()
        for event in past:
            self.read(event)

    def read(self, event: Event) -> list[AguiEvent]:
        """The AG-UI events that the next event stands for; often one, at times none."""
        at = round(event.at.timestamp() * 1000)
        started = [] if self._running else [self._begin(event)]
        return [{**each, "timestamp": at} for each in [*started, *self._tell(event.chunk)]]

    def _begin(self, event: Event) -> AguiEvent:
        self._running = True
        self._state = KnownState()
        return {
            "type": "RUN_STARTED",
            "threadId": self._thread_id,
            "runId": self._run_id,
            "protocolVersion": PROTOCOL_VERSION,
            "metadata": {"request_id": event.request_id},
        }

    def _tell(self, chunk: AnyChunk) -> list[AguiEvent]:
        match chunk:
            case chunks.Start():
                return []
            case chunks.StartStep():
                return [*self._close("step"), *self._start_step()]
            case chunks.FinishStep():
                return self._close("step")
            case (
                chunks.TextStart()
                | chunks.TextDelta()
                | chunks.TextEnd()
                | chunks.ReasoningStart()
                | chunks.ReasoningDelta()
                | chunks.ReasoningEnd()
            ):
                return self._words(chunk)
            case chunks.ToolInputStart() | chunks.ToolInputDelta() | chunks.ToolInputAvailable():
                return self._call(chunk)
            case chunks.ToolOutputAvailable() | chunks.ToolOutputError():
                return self._result(chunk)
            case DataState(data=data):
                return self._state.tell(data.state)
            case chunks.Finish():
                return self._end()
            case chunks.Abort() | chunks.ErrorChunk():
                self._note(chunk)
                return []
        self._note(chunk)
        return [_custom(chunk)]

    def _note(self, chunk: AnyChunk) -> None:
        """Keep what the end of the segment will need."""
        match chunk:
            case chunks.ToolApprovalRequest(tool_call_id=call_id, approval_id=approval_id):
                self._asked[call_id] = approval_id
            case DataDone(data=data):
                self._done = data
            case chunks.ErrorChunk(error_text=text):
                self._error = text
            case chunks.Abort():
                self._aborted = True

    def _name(self, own: str) -> str:
        return f"{self._run_id}:{own}"

    def _start_step(self) -> list[AguiEvent]:
        self._step += 1
        name = f"step {self._step}"
        self._open["step"] = [{"type": "STEP_FINISHED", "stepName": name}]
        return [{"type": "STEP_STARTED", "stepName": name}]

    def _close(self, part: str) -> list[AguiEvent]:
        return self._open.pop(part, [])

    def _words(self, chunk: Any) -> list[AguiEvent]:
        thinks = isinstance(chunk, chunks.ReasoningStart | chunks.ReasoningDelta | chunks.ReasoningEnd)
        part = f"{'reasoning' if thinks else 'text'} {chunk.id}"
        if isinstance(chunk, chunks.TextEnd | chunks.ReasoningEnd):
            return self._close(part)
        started = [] if part in self._open else self._begin_words(part, self._name(chunk.id), thinks)
        if isinstance(chunk, chunks.TextStart | chunks.ReasoningStart) or not chunk.delta:
            return started
        kind = "REASONING_MESSAGE_CONTENT" if thinks else "TEXT_MESSAGE_CONTENT"
        return [*started, {"type": kind, "messageId": self._name(chunk.id), "delta": chunk.delta}]

    def _begin_words(self, part: str, name: str, thinks: bool) -> list[AguiEvent]:
        if not thinks:
            self._open[part] = [{"type": "TEXT_MESSAGE_END", "messageId": name}]
            return [{"type": "TEXT_MESSAGE_START", "messageId": name, "role": "assistant"}]
        ends = ("REASONING_MESSAGE_END", "REASONING_END")
        self._open[part] = [{"type": kind, "messageId": name} for kind in ends]
        return [
            {"type": "REASONING_START", "messageId": name},
            {"type": "REASONING_MESSAGE_START", "messageId": name, "role": "reasoning"},
        ]

    def _call(
        self, chunk: chunks.ToolInputStart | chunks.ToolInputDelta | chunks.ToolInputAvailable
    ) -> list[AguiEvent]:
        part = f"call {chunk.tool_call_id}"
        if isinstance(chunk, chunks.ToolInputDelta):
            return self._spell(chunk.tool_call_id, chunk.input_text_delta) if part in self._open else []
        started = [] if part in self._open else self._begin_call(part, chunk)
        if isinstance(chunk, chunks.ToolInputStart):
            return started
        spelled = [] if chunk.tool_call_id in self._spelled else self._spell(chunk.tool_call_id, _json(chunk.input))
        return [*started, *spelled, *self._close(part)]

    def _begin_call(self, part: str, chunk: chunks.ToolInputStart | chunks.ToolInputAvailable) -> list[AguiEvent]:
        name = self._name(chunk.tool_call_id)
        self._spelled.discard(chunk.tool_call_id)
        self._open[part] = [{"type": "TOOL_CALL_END", "toolCallId": name}]
        return [{"type": "TOOL_CALL_START", "toolCallId": name, "toolCallName": chunk.tool_name}]

    def _spell(self, call_id: str, delta: str) -> list[AguiEvent]:
        if not delta:
            return []
        self._spelled.add(call_id)
        return [{"type": "TOOL_CALL_ARGS", "toolCallId": self._name(call_id), "delta": delta}]

    def _result(self, chunk: chunks.ToolOutputAvailable | chunks.ToolOutputError) -> list[AguiEvent]:
        self._asked.pop(chunk.tool_call_id, None)
        name = self._name(chunk.tool_call_id)
        failed = isinstance(chunk, chunks.ToolOutputError)
        content = chunk.error_text if isinstance(chunk, chunks.ToolOutputError) else _json(chunk.output)
        result = {
            "type": "TOOL_CALL_RESULT",
            "messageId": f"{name}:result",
            "toolCallId": name,
            "content": content,
            "role": "tool",
            **({"metadata": {"is_error": True}} if failed else {}),
        }
        return [*self._close(f"call {chunk.tool_call_id}"), result]

    def _end(self) -> list[AguiEvent]:
        ends = [each for part in reversed(self._open.values()) for each in part]
        asked = {self._name(call_id): approval_id for call_id, approval_id in self._asked.items()}
        last = segment_end(self._done, asked, self._billed, error=self._error, aborted=self._aborted)
        if last["type"] == "RUN_FINISHED":
            last = {**last, "threadId": self._thread_id, "runId": self._run_id}
        self._billed = self._done.usage if self._done else self._billed
        self._running, self._open, self._done, self._error, self._aborted = False, {}, None, None, False
        return [*ends, last]


def _custom(chunk: AnyChunk) -> AguiEvent:
    """What AG-UI has no word for, under our own name."""
    body = chunk.model_dump(mode="json", by_alias=True)
    name = body.pop("type")
    return {"type": "CUSTOM", "name": name, "value": body["data"] if body.keys() == {"data"} else body}


def _json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class KnownState:
    """What the client of one segment knows."""

    def __init__(self) -> None:
        self._known: dict[str, Any] | None = None

    def tell(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """The event that brings the client to `state`; none when it is there."""
        known, self._known = self._known, state
        if known is None:
            return [{"type": "STATE_SNAPSHOT", "snapshot": state}]
        delta = _changes(known, state)
        return [{"type": "STATE_DELTA", "delta": delta}] if delta else []


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """Member by member of the outermost object."""
    gone = [{"op": "remove", "path": _pointer(name)} for name in before if name not in after]
    new = [
        {"op": "replace" if name in before else "add", "path": _pointer(name), "value": value}
        for name, value in after.items()
        if name not in before or _text(before[name]) != _text(value)
    ]
    return gone + new


def _text(value: Any) -> str:
    """Compared as JSON, where `true` is not `1`."""
    return json.dumps(value, sort_keys=True)


def _pointer(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1")
