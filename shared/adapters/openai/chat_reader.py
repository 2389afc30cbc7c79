"""Reads the stream of Chat Completions that any compatible server sends: odd types, odd order and odd ends included."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from shared.adapters.openai.errors import from_body
from shared.adapters.openai.spoken import Splitter
from shared.adapters.openai.sse import Signal
from shared.adapters.openai.text_calls import TextCall, calls_in_text, looks_like_call
from shared.adapters.openai.tool_fragments import Call, ToolFragments
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
    TextDelta,
    ToolCall,
    Usage,
)

CHAT_ORIGIN = "chat:{model}"
_FINISH: Mapping[str, FinishReason] = {
    "tool_calls": "tool_calls",
    "tool_use": "tool_calls",
    "function_call": "tool_calls",
    "length": "length",
    "max_tokens": "length",
    "content_filter": "content_filter",
    "safety": "content_filter",
}
_REASONING_TEXT = ("reasoning_content", "reasoning", "reasoning_text", "thinking")
_KNOWN = frozenset({"role", "content", "refusal", "tool_calls", "function_call", "name", "audio", "annotations"})
_ENTRY_TEXTS = ("text", "summary")
_STATE_CHARACTERS, _TEXT_CHARACTERS = 2_000_000, 8_000_000
_TOP_KEYS, _TOP_KEY_CHARACTERS, _TOP_CHARACTERS = 100, 100, 20_000
"""Of what stands beside the choices: how many, and characters of a name and of a value."""


class ChatReader:
    """Collects one stream. `feed` takes the JSON of an event; `end` closes what is open, and `completed` follows it."""

    def __init__(self, request: ModelRequest) -> None:
        self._request = request
        known = [tool.name for tool in request.tools] if request.tool_choice != "none" else []
        self._known = frozenset(known)
        self._splitter = Splitter(self._known)
        self._fragments: ToolFragments | None = None
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._characters = self._state_characters = 0
        self._state: dict[str, list[Any]] = {}
        self._finish: str | None = None
        self._is_done = False
        self._usage: Usage | None = None
        self._id: str | None = None
        self._model = ""
        self._top: Json = {}
        self._choice: Any = None

    def feed(self, event: Any) -> Iterator[ModelEvent]:
        """The events that one piece of the stream brings; an error in it is raised."""
        if event is Signal.DONE:
            self._is_done = True
            return
        chunk = mapping(event)
        _raise_error(chunk)
        self._id, self._model = text(chunk.get("id")) or self._id, text(chunk.get("model")) or self._model
        self._note_top(chunk)
        self._note_usage(chunk.get("usage"))
        self._note_usage(mapping(chunk.get("x_groq")).get("usage"))
        for choice in map(mapping, sequence(chunk.get("choices"))[:1]):
            if self._choice is None:
                self._choice = choice.get("index")
            if choice.get("index") != self._choice:
                continue  # another answer to the same request
            self._note_usage(choice.get("usage"))
            yield from self._delta(mapping(choice.get("delta")) or self._whole_message(choice))
            self._note_end(choice)

    def end(self) -> Iterator[ModelEvent]:
        """Pass on what was held back, and close the calls. ModelTruncated unless the stream came to its end."""
        thought, held = self._splitter.end()
        if thought:
            yield self._think(thought)
        rest, calls = "", list[TextCall]()
        if self._fragments is None:
            rest, calls = calls_in_text("".join([*self._text, held]), self._known)
        if calls:
            self._text = [rest] if rest else []
        elif held:
            yield self._say(held)
        for call in calls:
            yield from self._tools().feed({"function": {"name": call.name, "arguments": call.arguments}})
        if not self._has_ended():
            raise ModelTruncated("the answer stopped in the middle")
        yield from self._fragments.end() if self._fragments else ()

    def completed(self) -> Completed:
        """The whole answer, after `end`."""
        calls = self._calls()
        items = tuple(self._items())
        usage, estimated = usage_or_estimate(self._usage, self._request, items)
        reason = _FINISH.get((self._finish or "stop").lower(), "stop")
        said = "".join(self._text)
        return Completed(
            items=items,
            usage=usage,
            finish_reason="tool_calls" if calls and reason == "stop" else reason,
            response_id=self._id,
            call_as_text=not calls and bool(self._known) and self._meant_call(said),
            raw={
                "model": self._model,
                "finish_reason": self._finish,
                "usage_estimated": estimated,
                "response": self._top,
            },
        )

    def _meant_call(self, said: str) -> bool:
        """Whether an answer without calls was to have one: in its text, in reasoning alone, or as the server says."""
        in_thought = not said.strip() and looks_like_call("".join(self._reasoning))
        return looks_like_call(said) or in_thought or (self._finish or "").lower() == "malformed_function_call"

    def _has_ended(self) -> bool:
        """Some servers name no reason for the end; then `[DONE]`, or usage, after something whole is one."""
        if self._finish is not None:
            return True
        calls = self._calls()
        is_whole = all(call.is_whole or call.is_empty_object for call in calls)
        return (self._is_done or self._usage is not None) and is_whole and bool(calls or self._text)

    def _calls(self) -> list[Call]:
        return self._fragments.calls if self._fragments else []

    def _note_usage(self, value: Any) -> None:
        """Usage is next to the choices, in one of them (Moonshot), or in a field of the server's (Groq)."""
        if (usage := mapping(value)) != {}:
            self._usage = _usage(usage)

    def _whole_message(self, choice: Json) -> Json:
        """A message in place of a delta; nothing of one that repeats at the end what has been streamed."""
        return {} if self._text or self._fragments else mapping(choice.get("message"))

    def _delta(self, delta: Json) -> Iterator[ModelEvent]:
        yield from self._reason(delta)
        yield from self._content(delta.get("content"))
        if refusal := text(delta.get("refusal")):
            yield self._say(refusal)
        calls = delta.get("tool_calls")
        for fragment in [calls] if isinstance(calls, dict) else sequence(calls):
            yield from self._tools().feed(fragment)
        if (function := mapping(delta.get("function_call"))) != {}:
            yield from self._tools().feed({"index": 0, "function": function})
        self._keep_state({name: delta[name] for name in delta.keys() - _KNOWN if delta[name] is not None})

    def _keep_state(self, given: Json) -> None:
        """Pieces of the provider's state; none at all once they are more than a turn can carry."""
        if not given:
            return
        self._state_characters += len(str(given))
        if self._state_characters > _STATE_CHARACTERS:
            self._state.clear()
            return
        for name, value in given.items():
            self._state.setdefault(name, []).append(value)

    def _reason(self, delta: Json) -> Iterator[ModelEvent]:
        for name in _REASONING_TEXT:
            if name not in delta:
                continue
            value = delta[name]
            if thought := text(value) or text(mapping(value).get("content")) or text(mapping(value).get("text")):
                yield self._think(thought)
                return  # some servers send the same text under two names

    def _content(self, content: Any) -> Iterator[ModelEvent]:
        """Text, or a list of parts of text and thinking."""
        for part in [content] if isinstance(content, str | dict) else sequence(content):
            given = mapping(part)
            if "thinking" in given or given.get("type") in ("thinking", "reasoning"):
                if thought := _joined(given.get("thinking", given.get("text"))):
                    yield self._think(thought)
            elif said := text(part) or text(given.get("text")) or text(mapping(given.get("text")).get("value")):
                thought, said = self._splitter.feed(said)
                if thought:
                    yield self._think(thought)
                if said:
                    yield self._say(said)

    def _tools(self) -> ToolFragments:
        if self._fragments is None:
            self._fragments = ToolFragments(self._known, self._id or "0")
        return self._fragments

    def _say(self, said: str) -> ModelEvent:
        self._text.append(said)
        self._count(said)
        return TextDelta(delta=said)

    def _think(self, thought: str) -> ModelEvent:
        self._reasoning.append(thought)
        self._count(thought)
        return ReasoningDelta(delta=thought)

    def _count(self, said: str) -> None:
        self._characters += len(said)
        if self._characters > _TEXT_CHARACTERS:
            raise ModelOverflow(f"the model's answer is longer than {_TEXT_CHARACTERS:,} characters")

    def _note_top(self, chunk: Json) -> None:
        """Keep what stands beside the choices, for the record of the answer."""
        for key, value in chunk.items():
            if key in ("choices", "object") or value is None or self._top.get(key) == value:
                continue
            has_room = key in self._top or (len(self._top) < _TOP_KEYS and len(key) <= _TOP_KEY_CHARACTERS)
            if has_room and len(str(value)) <= _TOP_CHARACTERS:
                self._top[key] = value

    def _note_end(self, choice: Json) -> None:
        reason = text(choice.get("finish_reason"))
        if reason == "error":
            raise from_body(choice.get("error"))
        if reason and reason != "null":
            self._finish = reason

    def _items(self) -> Iterator[Item]:
        origin = CHAT_ORIGIN.format(model=self._request.model)
        extra = _bounded({name: _merged(pieces) for name, pieces in self._state.items()})
        if self._reasoning or extra:
            state = ProviderState(origin=origin, fields=extra) if extra else None
            yield Reasoning(summary="".join(self._reasoning), state=state)
        if self._text:
            yield AssistantMessage(content="".join(self._text))
        for call in self._calls():
            extra = _bounded(call.extra)
            state = ProviderState(origin=origin, fields=extra) if extra else None
            yield ToolCall(call_id=call.call_id, name=call.name, arguments=call.arguments, state=state)


def _raise_error(chunk: Json) -> None:
    """An error that comes as an event, under either of its names."""
    if chunk.get("error"):
        raise from_body(chunk["error"])
    if chunk.get("object") == "error" or chunk.get("type") == "error":
        raise from_body(chunk)


def _merged(pieces: list[Any]) -> Any:
    """One value of what came in pieces: texts joined, entries of lists put together, otherwise the newest."""
    if all(isinstance(piece, str) for piece in pieces):
        return "".join(pieces)
    if all(isinstance(piece, list) for piece in pieces):
        entries = [entry for piece in pieces for entry in piece]
        return [_entry(list(group)) for _, group in groupby(enumerate(entries), _group_of)]
    if all(isinstance(piece, dict) for piece in pieces):
        return {key: value for piece in pieces for key, value in piece.items()}
    return pieces[-1]


def _group_of(numbered: tuple[int, Any]) -> tuple[Any, ...]:
    """Consecutive pieces of one entry of `reasoning_details` have its type and index, and are texts."""
    number, entry = numbered
    given = mapping(entry)
    is_text = any(isinstance(given.get(key), str) for key in _ENTRY_TEXTS) and "data" not in given
    return (str(given.get("type")), str(given.get("index"))) if is_text else (number,)


def _entry(group: list[tuple[int, Any]]) -> Any:
    entries = [entry for _, entry in group]
    if len(entries) == 1:
        return entries[0]
    whole = {key: value for entry in entries for key, value in entry.items() if value is not None}
    texts = {key: "".join(text(entry.get(key)) for entry in entries) for key in _ENTRY_TEXTS if key in whole}
    return whole | texts


def _bounded(fields: Json) -> Json:
    """The state of the provider when it has a size that a turn can carry, else nothing."""
    return fields if len(str(fields)) <= _STATE_CHARACTERS else {}


def _joined(value: Any) -> str:
    return text(value) or "".join(text(mapping(part).get("text")) for part in sequence(value))


def _usage(usage: Json) -> Usage:
    prompt, completion = mapping(usage.get("prompt_tokens_details")), mapping(usage.get("completion_tokens_details"))
    return Usage(
        input_tokens=count(usage.get("prompt_tokens")),
        output_tokens=count(usage.get("completion_tokens")),
        cached_tokens=count(prompt.get("cached_tokens")),
        cache_write_tokens=count(prompt.get("cache_write_tokens")),
        reasoning_tokens=count(completion.get("reasoning_tokens")),
    )
