"""The Chat Completions wire: what is sent, and how its stream is read."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from openai.types.chat import ChatCompletionChunk

from shared.adapters.openai.errors import from_body
from shared.adapters.openai.settings import ModelSettings
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
OPTIONAL_FIELDS = frozenset({"stream_options", "parallel_tool_calls", "prompt_cache_key"})
_FINISH: Mapping[str, FinishReason] = {
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "content_filter": "content_filter",
}


# ---- sending -----------------------------------------------------------------------------------------------------


def chat_body(request: ModelRequest, settings: ModelSettings) -> Json:
    """The request's body: standard fields only, those of OpenAI alone only to OpenAI."""
    body: Json = {"model": request.model, "messages": chat_messages(request)}
    body["stream_options"] = {"include_usage": True}
    if request.tools:
        body["tools"] = [{"type": "function", "function": tool.model_dump()} for tool in request.tools]
        body["tool_choice"] = request.tool_choice
        body["parallel_tool_calls"] = True
    if request.max_output_tokens:
        body["max_completion_tokens" if settings.is_openai else "max_tokens"] = request.max_output_tokens
    if settings.is_openai:
        body["store"] = False
        if request.cache_key:
            body["prompt_cache_key"] = request.cache_key
    return body


def chat_messages(request: ModelRequest) -> list[Json]:
    """One assistant message for all a model said before the next user message or tool output.

    On this wire a tool's message holds text only: its pictures follow after the last tool's message, as a user's.
    """
    messages: list[Json] = [{"role": "system", "content": request.instructions}] if request.instructions else []
    said: Json = {}
    pictures: list[Json] = []
    for item in request.items:
        if pictures and not isinstance(item, ToolOutput):
            messages.append({"role": "user", "content": pictures})
            pictures = []
        if isinstance(item, ToolOutput):
            pictures += _pictured(item)
        if isinstance(item, UserMessage | ShownPictures | ToolOutput):
            messages.extend(_flush(said))
            said = {}
            messages.append(_user_content(item))
        else:
            _say(said, item)
    return [*messages, *([{"role": "user", "content": pictures}] if pictures else []), *_flush(said)]


def _pictured(item: ToolOutput) -> list[Json]:
    if item.picture is None or not item.picture.data:
        return []
    url = f"data:image/png;base64,{item.picture.data}"
    return [{"type": "text", "text": item.picture_words}, {"type": "image_url", "image_url": {"url": url}}]


def _user_content(item: UserMessage | ShownPictures | ToolOutput) -> Json:
    if isinstance(item, UserMessage):
        return {"role": "user", "content": item.content}
    if isinstance(item, ShownPictures):
        shown = [{"type": "image_url", "image_url": {"url": picture.url}} for picture in item.pictures if picture.data]
        return {"role": "user", "content": [{"type": "text", "text": item.content}, *shown]}
    return {"role": "tool", "tool_call_id": item.call_id, "content": item.output}


def _say(said: Json, item: Item) -> None:
    if isinstance(item, AssistantMessage) and item.content:
        said["content"] = f"{said['content']}\n\n{item.content}" if said.get("content") else item.content
    elif isinstance(item, ToolCall):
        function = {"name": item.name, "arguments": _valid_arguments(item.arguments)}
        said.setdefault("tool_calls", []).append({"id": item.call_id, "type": "function", "function": function})


def _flush(said: Json) -> list[Json]:
    return [{"role": "assistant", "content": said.get("content"), **said}] if said else []


def _valid_arguments(arguments: str) -> str:
    """Servers that template the history parse it, so text that is no JSON object is sent inside one."""
    try:
        if isinstance(json.loads(arguments), dict):
            return arguments
    except ValueError:
        pass
    return json.dumps({"invalid_json": arguments})


# ---- reading -----------------------------------------------------------------------------------------------------


@dataclass
class _Call:
    call_id: str
    name: str
    arguments: str = ""
    done: bool = False


@dataclass
class ChatReader:
    """Collects one stream; `completed` raises ModelTruncated unless the stream said why it ended."""

    request: ModelRequest
    _text: str = ""
    _reasoning: str = ""
    _calls: list[_Call] = field(default_factory=list)
    _slots: dict[int, _Call] = field(default_factory=dict)
    _finish: str | None = None
    _usage: Usage | None = None
    _id: str | None = None
    _model: str = ""
    _top: Json = field(default_factory=dict)

    def feed(self, chunk: ChatCompletionChunk) -> Iterator[ModelEvent]:
        self._id, self._model = chunk.id or self._id, chunk.model or self._model
        self._top |= chunk.model_dump(mode="json", exclude={"choices", "object"}, exclude_none=True, warnings=False)
        if chunk.usage:
            self._usage = _usage(chunk.usage)
        for choice in (chunk.choices or ())[:1]:
            if choice.delta:
                yield from self._delta(choice.delta)
            if choice.finish_reason:
                yield from self._ended(choice.finish_reason, choice)

    def completed(self) -> Completed:
        if self._finish is None:
            raise ModelTruncated("the answer stopped in the middle")
        items = tuple(self._items())
        usage, estimated = usage_or_estimate(self._usage, self.request, items)
        return Completed(
            items=items,
            usage=usage,
            finish_reason="tool_calls" if self._calls and self._finish == "stop" else _FINISH.get(self._finish, "stop"),
            response_id=self._id,
            raw={
                "model": self._model,
                "finish_reason": self._finish,
                "usage_estimated": estimated,
                "response": self._top,
            },
        )

    def _delta(self, delta: Any) -> Iterator[ModelEvent]:
        reasoning = getattr(delta, "reasoning_content", None) or getattr(delta, "reasoning", None)
        if isinstance(reasoning, str) and reasoning:
            self._reasoning += reasoning
            yield ReasoningDelta(delta=reasoning)
        text = (delta.content or "") + (getattr(delta, "refusal", None) or "")
        if text:
            self._text += text
            yield TextDelta(delta=text)
        for position, each in enumerate(delta.tool_calls or ()):
            yield from self._tool_delta(each, position)

    def _tool_delta(self, each: Any, position: int) -> Iterator[ModelEvent]:
        slot = each.index if each.index is not None else position
        call, function = self._slots.get(slot), each.function
        if call is None or (each.id and each.id != call.call_id and function and function.name):
            call = self._open(slot, each)
            yield ToolCallStart(call_id=call.call_id, name=call.name)
        if function and function.arguments:
            call.arguments += function.arguments
            yield ToolCallDelta(call_id=call.call_id, delta=function.arguments)

    def _open(self, slot: int, each: Any) -> _Call:
        """A call under its own id; servers that give none, or the same to all, get one from us."""
        wanted = each.id or f"call_{self._id}_{len(self._calls)}"
        taken = any(call.call_id == wanted for call in self._calls)
        name = (each.function.name if each.function else None) or ""
        call = _Call(f"{wanted}_{len(self._calls)}" if taken else wanted, name)
        self._calls.append(call)
        self._slots[slot] = call
        return call

    def _ended(self, reason: str, choice: Any) -> Iterator[ModelEvent]:
        if reason == "error":
            error = getattr(choice, "error", None)
            raise from_body(error if isinstance(error, dict) else {})
        self._finish = reason
        for call in self._calls:
            if not call.done:
                call.done = True
                yield ToolCallDone(call_id=call.call_id, name=call.name, arguments=call.arguments)

    def _items(self) -> Iterator[Item]:
        if self._reasoning:
            yield Reasoning(summary=self._reasoning)
        if self._text:
            yield AssistantMessage(content=self._text)
        yield from (ToolCall(call_id=c.call_id, name=c.name, arguments=c.arguments) for c in self._calls)


def _usage(usage: Any) -> Usage:
    prompt, completion = usage.prompt_tokens_details, usage.completion_tokens_details
    return Usage(
        input_tokens=usage.prompt_tokens or 0,
        output_tokens=usage.completion_tokens or 0,
        cached_tokens=(prompt and prompt.cached_tokens) or 0,
        cache_write_tokens=(prompt and getattr(prompt, "cache_write_tokens", 0)) or 0,
        reasoning_tokens=(completion and completion.reasoning_tokens) or 0,
    )
