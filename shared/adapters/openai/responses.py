"""The Responses wire, without state on the server: what is sent, and how its stream is read."""

import json
from collections.abc import Iterator
from typing import Any

from shared.adapters.openai.errors import from_body
from shared.adapters.openai.sse import Signal
from shared.adapters.openai.usage import usage_or_estimate
from shared.adapters.openai.values import Json, count, mapping, sequence, text
from shared.domain.agent.model_errors import ModelOverflow, ModelTruncated
from shared.domain.agent.model_messages import (
    AssistantMessage,
    Completed,
    FinishReason,
    Item,
    ModelEvent,
    ModelRequest,
    ProviderState,
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
from shared.domain.agent.model_profile import GENERAL, Profile

RESPONSES_ORIGIN = "responses:{model}"
_ITEMS_MOST, _CHARACTERS_MOST = 2_000, 8_000_000
"""Of one answer, all items together."""
TEXT_DELTAS = frozenset({"response.output_text.delta", "response.refusal.delta"})
REASONING_DELTAS = frozenset({"response.reasoning_summary_text.delta", "response.reasoning_text.delta"})


# ---- sending -----------------------------------------------------------------------------------------------------


def responses_body(request: ModelRequest, profile: Profile = GENERAL) -> Json:
    """The request's body: nothing is stored, so reasoning travels encrypted in both directions."""
    body: Json = {
        "model": request.model,
        "input": [
            each for item in request.items for each in _input(item, RESPONSES_ORIGIN.format(model=request.model))
        ],
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
    return {name: value for name, value in body.items() if name not in profile.without}


def _input(item: Item, origin: str) -> list[Json]:
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
            return [{"type": "function_call", **item.model_dump(exclude={"type", "state"})}]
        case ToolOutput():
            return [{"type": "function_call_output", "call_id": item.call_id, "output": _output(item)}]
        case Reasoning():
            return _reasoning_input(item, origin)


def _output(item: ToolOutput) -> str | list[Json]:
    if item.picture is None or not item.picture.data:
        return item.output
    return [
        {"type": "input_text", "text": item.output},
        {"type": "input_text", "text": item.picture_words},
        *({"type": "input_image", "image_url": url, "detail": "auto"} for url in item.picture.urls),
    ]


def _reasoning_input(item: Reasoning, origin: str) -> list[Json]:
    """Only what this wire and model gave can be sent back; a readable summary of another wire cannot."""
    if not (item.encrypted and item.id) or (item.state is not None and item.state.origin != origin):
        return []
    summary = [{"type": "summary_text", "text": item.summary}] if item.summary else []
    return [{"type": "reasoning", "id": item.id, "summary": summary, "encrypted_content": item.encrypted}]


# ---- reading -----------------------------------------------------------------------------------------------------


class ResponsesReader:
    """Collects one stream. `feed` takes the JSON of an event; `end` closes what is open, and `completed` follows it."""

    def __init__(self, request: ModelRequest) -> None:
        self._request = request
        self._done: dict[int, Item] = {}
        self._open: dict[int, tuple[str, str]] = {}
        self._arguments: dict[int, list[str]] = {}
        self._final: Json | None = None
        self._characters = 0

    def feed(self, event: Any) -> Iterator[ModelEvent]:
        if isinstance(event, Signal):
            return
        given = mapping(event)
        kind = text(given.get("type"))
        _raise_error(kind, given)
        match kind:
            case _ if kind in TEXT_DELTAS:
                yield TextDelta(delta=text(given.get("delta")))
            case _ if kind in REASONING_DELTAS:
                yield ReasoningDelta(delta=text(given.get("delta")))
            case "response.reasoning_summary_part.added" if given.get("summary_index"):
                yield ReasoningDelta(delta="\n\n")
            case "response.output_item.added" if mapping(given.get("item")).get("type") == "function_call":
                self._count("")
                yield self._start(_index(given), mapping(given.get("item")))
            case "response.function_call_arguments.delta" if _index(given) in self._open:
                yield self._more(given)
            case "response.output_item.done":
                yield from self._item_done(given)
            case "response.completed" | "response.incomplete":
                yield from self._ended(mapping(given.get("response")))

    def end(self) -> Iterator[ModelEvent]:
        """ModelTruncated unless the stream brought its terminal event, which closes every call."""
        if self._final is None:
            raise ModelTruncated("the answer stopped in the middle")
        yield from ()

    def completed(self) -> Completed:
        """The whole answer, after `end`."""
        final = self._final or {}
        items = tuple(self._done[index] for index in sorted(self._done))
        usage, estimated = usage_or_estimate(_usage(mapping(final.get("usage"))), self._request, items)
        return Completed(
            items=items,
            usage=usage,
            finish_reason=_finish(final, items),
            response_id=text(final.get("id")) or None,
            raw={
                "model": text(final.get("model")),
                "status": final.get("status"),
                "usage_estimated": estimated,
                "response": final,
            },
        )

    def _start(self, index: int, item: Json) -> ModelEvent:
        self._open[index] = (text(item.get("call_id")) or f"call_{index}", text(item.get("name")))
        return ToolCallStart(call_id=self._open[index][0], name=self._open[index][1])

    def _more(self, event: Json) -> ModelEvent:
        index, delta = _index(event), text(event.get("delta"))
        self._count(delta)
        self._arguments.setdefault(index, []).append(delta)
        return ToolCallDelta(call_id=self._open[index][0], delta=delta)

    def _item_done(self, event: Json) -> Iterator[ModelEvent]:
        index, raw = _index(event), mapping(event.get("item"))
        item = _item(raw, index, self._request.model)
        if item is None:
            return
        if isinstance(item, ToolCall):
            if index not in self._open:
                yield self._start(index, raw)
            del self._open[index]
            yield ToolCallDone(call_id=item.call_id, name=item.name, arguments=item.arguments)
        self._keep(index, item)

    def _keep(self, index: int, item: Item) -> None:
        match item:
            case AssistantMessage():
                self._count(item.content)
            case ToolCall():
                self._count(item.arguments)
            case Reasoning():
                self._count(item.summary + (item.encrypted or ""))
        self._done[index] = item

    def _count(self, said: str) -> None:
        """ModelRejected for more items, or more text in them, than any answer has."""
        self._characters += len(said)
        if max(len(self._done), len(self._open)) >= _ITEMS_MOST or self._characters > 2 * _CHARACTERS_MOST:
            raise ModelOverflow(
                f"the model's answer has more than {_ITEMS_MOST:,} items or {_CHARACTERS_MOST:,} characters"
            )

    def _ended(self, response: Json) -> Iterator[ModelEvent]:
        """Closes the calls an incomplete answer left open and takes the items only the terminal event has."""
        self._final = response
        for index, (call_id, name) in list(self._open.items()):
            call = ToolCall(call_id=call_id, name=name, arguments="".join(self._arguments.get(index, ())))
            self._done[index] = call
            yield ToolCallDone(call_id=call.call_id, name=call.name, arguments=call.arguments)
        streamed = bool(self._done)
        for index, raw in enumerate(map(mapping, sequence(response.get("output")))):
            item = _item(raw, index, self._request.model)
            if item is None or index in self._done:
                continue
            if not isinstance(item, ToolCall) or not streamed:
                self._keep(index, item)


def _raise_error(kind: str, event: Json) -> None:
    """An error that comes as an event, under any of its names."""
    if kind == "response.failed":
        raise from_body(mapping(event.get("response")).get("error"))
    if kind == "error" or (not kind and event.get("error")):
        raise from_body(event.get("error") or {key: event.get(key) for key in ("code", "message")})


def _index(event: Json) -> int:
    return count(event.get("output_index"))


def _item(raw: Json, index: int, model: str) -> Item | None:
    match raw.get("type"):
        case "message":
            parts = map(mapping, sequence(raw.get("content")))
            said = "".join(text(part.get("text")) or text(part.get("refusal")) for part in parts)
            return AssistantMessage(content=said, phase=text(raw.get("phase")) or None) if said else None
        case "function_call":
            arguments = raw.get("arguments")
            written = arguments if isinstance(arguments, str) else json.dumps(arguments) if arguments else ""
            call_id = text(raw.get("call_id")) or f"call_{index}"
            return ToolCall(call_id=call_id, name=text(raw.get("name")), arguments=written)
        case "reasoning":
            summary = "\n\n".join(text(mapping(part).get("text")) for part in sequence(raw.get("summary")))
            encrypted = text(raw.get("encrypted_content")) or None
            state = ProviderState(origin=RESPONSES_ORIGIN.format(model=model), fields={}) if encrypted else None
            return Reasoning(id=text(raw.get("id")) or None, encrypted=encrypted, summary=summary, state=state)
    return None


def _finish(response: Json, items: tuple[Item, ...]) -> FinishReason:
    if response.get("status") == "incomplete":
        reason = mapping(response.get("incomplete_details")).get("reason")
        return "content_filter" if reason == "content_filter" else "length"
    return "tool_calls" if any(isinstance(item, ToolCall) for item in items) else "stop"


def _usage(usage: Json) -> Usage | None:
    if not usage:
        return None
    asked, said = mapping(usage.get("input_tokens_details")), mapping(usage.get("output_tokens_details"))
    return Usage(
        input_tokens=count(usage.get("input_tokens")),
        output_tokens=count(usage.get("output_tokens")),
        cached_tokens=count(asked.get("cached_tokens")),
        cache_write_tokens=count(asked.get("cache_write_tokens")),
        reasoning_tokens=count(said.get("reasoning_tokens")),
    )
