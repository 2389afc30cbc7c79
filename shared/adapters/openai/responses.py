"""The Responses wire, without state on the server: what is sent, and how its stream is read."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from shared.adapters.openai.errors import from_body
from shared.adapters.openai.usage import usage_or_estimate
from shared.domain.agent.model_errors import ModelTruncated
from shared.domain.agent.model_messages import (
    AssistantMessage,
    Completed,
    FinishReason,
    Item,
    ModelEvent,
    ModelRequest,
    Reasoning,
    ReasoningDelta,
    ShownPictures,
    TextDelta,
    ToolCall,
    ToolCallDelta,
    ToolCallDone,
    ToolCallStart,
    ToolOutput,
    Usage,
    UserMessage,
)

Json = dict[str, Any]
OPTIONAL_FIELDS = frozenset({"include", "parallel_tool_calls", "prompt_cache_key", "store"})
TEXT_DELTAS = frozenset({"response.output_text.delta", "response.refusal.delta"})
REASONING_DELTAS = frozenset({"response.reasoning_summary_text.delta", "response.reasoning_text.delta"})


# ---- sending -----------------------------------------------------------------------------------------------------


def responses_body(request: ModelRequest) -> Json:
    """The request's body: nothing is stored, so reasoning travels encrypted in both directions."""
    body: Json = {
        "model": request.model,
        "input": [each for item in request.items for each in _input(item)],
        "store": False,
        "include": ["reasoning.encrypted_content"],
    }
    if request.instructions:
        body["instructions"] = request.instructions
    if request.tools:
        body["tools"] = [{"type": "function", **tool.model_dump()} for tool in request.tools]
        body["tool_choice"] = request.tool_choice
        body["parallel_tool_calls"] = True
    if request.max_output_tokens:
        body["max_output_tokens"] = request.max_output_tokens
    if request.cache_key:
        body["prompt_cache_key"] = request.cache_key
    return body


def _input(item: Item) -> list[Json]:
    match item:
        case UserMessage():
            return [{"role": "user", "content": item.content}]
        case ShownPictures():
            shown = [
                {"type": "input_image", "image_url": picture.url, "detail": "auto"}
                for picture in item.pictures
                if picture.data
            ]
            return [{"role": "user", "content": [{"type": "input_text", "text": item.content}, *shown]}]
        case AssistantMessage():
            phase = {"phase": item.phase} if item.phase else {}
            return [{"role": "assistant", "content": item.content, **phase}]
        case ToolCall():
            return [{"type": "function_call", **item.model_dump(exclude={"type"})}]
        case ToolOutput():
            return [{"type": "function_call_output", "call_id": item.call_id, "output": _output(item)}]
        case Reasoning():
            return _reasoning_input(item)


def _output(item: ToolOutput) -> str | list[Json]:
    if item.picture is None or not item.picture.data:
        return item.output
    url = f"data:image/png;base64,{item.picture.data}"
    return [
        {"type": "input_text", "text": item.output},
        {"type": "input_text", "text": item.picture_words},
        {"type": "input_image", "image_url": url, "detail": "auto"},
    ]


def _reasoning_input(item: Reasoning) -> list[Json]:
    """Only what this wire itself gave can be sent back; a readable summary of another wire cannot."""
    if not (item.encrypted and item.id):
        return []
    summary = [{"type": "summary_text", "text": item.summary}] if item.summary else []
    return [{"type": "reasoning", "id": item.id, "summary": summary, "encrypted_content": item.encrypted}]


# ---- reading -----------------------------------------------------------------------------------------------------


@dataclass
class ResponsesReader:
    """Collects one stream; `completed` raises ModelTruncated unless the stream brought its terminal event."""

    request: ModelRequest
    _done: dict[int, Item] = field(default_factory=dict)
    _open: dict[int, tuple[str, str]] = field(default_factory=dict)
    _arguments: dict[int, str] = field(default_factory=dict)
    _final: Any = None

    def feed(self, event: Any) -> Iterator[ModelEvent]:
        match event.type:
            case kind if kind in TEXT_DELTAS:
                yield TextDelta(delta=event.delta)
            case kind if kind in REASONING_DELTAS:
                yield ReasoningDelta(delta=event.delta)
            case "response.reasoning_summary_part.added" if event.summary_index:
                yield ReasoningDelta(delta="\n\n")
            case "response.output_item.added" if event.item.type == "function_call":
                yield self._start(event)
            case "response.function_call_arguments.delta" if event.output_index in self._open:
                yield self._more(event)
            case "response.output_item.done":
                yield from self._item_done(event)
            case "response.completed" | "response.incomplete":
                yield from self._ended(event.response)
            case "response.failed":
                raise from_body(_error_of(event.response))
            case "error":
                raise from_body({"code": getattr(event, "code", None), "message": getattr(event, "message", None)})

    def completed(self) -> Completed:
        if self._final is None:
            raise ModelTruncated("the answer stopped in the middle")
        items = tuple(self._done[index] for index in sorted(self._done))
        usage, estimated = usage_or_estimate(_usage(self._final.usage), self.request, items)
        return Completed(
            items=items,
            usage=usage,
            finish_reason=_finish(self._final, items),
            response_id=self._final.id,
            raw={
                "model": self._final.model,
                "status": self._final.status,
                "usage_estimated": estimated,
                "response": self._final.model_dump(mode="json", warnings=False),
            },
        )

    def _start(self, event: Any) -> ModelEvent:
        self._open[event.output_index] = (event.item.call_id, event.item.name)
        return ToolCallStart(call_id=event.item.call_id, name=event.item.name)

    def _more(self, event: Any) -> ModelEvent:
        index = event.output_index
        self._arguments[index] = self._arguments.get(index, "") + event.delta
        return ToolCallDelta(call_id=self._open[index][0], delta=event.delta)

    def _item_done(self, event: Any) -> Iterator[ModelEvent]:
        item = _item(event.item)
        if item is None:
            return
        if isinstance(item, ToolCall):
            if event.output_index not in self._open:
                yield self._start(event)
            del self._open[event.output_index]
            yield ToolCallDone(call_id=item.call_id, name=item.name, arguments=item.arguments)
        self._done[event.output_index] = item

    def _ended(self, response: Any) -> Iterator[ModelEvent]:
        """Closes the calls an incomplete answer left open and takes the items only the terminal event has."""
        self._final = response
        for index, (call_id, name) in list(self._open.items()):
            call = ToolCall(call_id=call_id, name=name, arguments=self._arguments.get(index, ""))
            self._done[index] = call
            yield ToolCallDone(call_id=call.call_id, name=call.name, arguments=call.arguments)
        for index, raw in enumerate(response.output or ()):
            item = _item(raw)
            if item is not None and not isinstance(item, ToolCall):
                self._done.setdefault(index, item)


def _item(raw: Any) -> Item | None:
    match raw.type:
        case "message":
            text = "".join(
                getattr(part, "text", "") or getattr(part, "refusal", "") or "" for part in raw.content or ()
            )
            return AssistantMessage(content=text, phase=getattr(raw, "phase", None)) if text else None
        case "function_call":
            return ToolCall(call_id=raw.call_id, name=raw.name, arguments=raw.arguments or "")
        case "reasoning":
            summary = "\n\n".join(part.text for part in raw.summary or ())
            return Reasoning(id=raw.id, encrypted=getattr(raw, "encrypted_content", None), summary=summary)
    return None


def _text(part: Any) -> str:
    return getattr(part, "text", "") or getattr(part, "refusal", "") or ""


def _finish(response: Any, items: tuple[Item, ...]) -> FinishReason:
    if response.status == "incomplete":
        reason = response.incomplete_details and response.incomplete_details.reason
        return "content_filter" if reason == "content_filter" else "length"
    return "tool_calls" if any(isinstance(item, ToolCall) for item in items) else "stop"


def _error_of(response: Any) -> Json:
    error = response.error
    return {"code": error.code, "message": error.message} if error else {}


def _usage(usage: Any) -> Usage | None:
    if usage is None:
        return None
    asked, said = usage.input_tokens_details, usage.output_tokens_details
    return Usage(
        input_tokens=usage.input_tokens or 0,
        output_tokens=usage.output_tokens or 0,
        cached_tokens=(asked and asked.cached_tokens) or 0,
        cache_write_tokens=(asked and getattr(asked, "cache_write_tokens", 0)) or 0,
        reasoning_tokens=(said and said.reasoning_tokens) or 0,
    )
