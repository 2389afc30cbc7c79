"""The reader alone: every shape, cut anywhere, gives the same calls."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.adapters.openai.chat_reader import ChatReader
from shared.adapters.openai.model import read_answer
from shared.domain.agent.model_errors import ModelRejected, ModelTruncated
from shared.domain.agent.model_messages import (
    Completed,
    ModelEvent,
    ModelRequest,
    Reasoning,
    ToolCallDelta,
    ToolCallDone,
    ToolCallStart,
    ToolSpec,
    text_of,
    tool_calls_of,
)
from tests.wires.odd_shapes import SHAPES
from tests.wires.shapes import Ask

CODE = 'export const a = {"b": "}<\\n", c: [1, {}]};\n// ünï 🌍 "quoted" \\ end\n'
ASKED = [
    Ask("write_file", {"path": "src/a.ts", "content": CODE}),
    Ask("write_file", {"path": "src/b.ts", "content": "export {}"}),
]
TOOLS = tuple(
    ToolSpec(name=name, description="", parameters={}) for name in ("write_file", "edit_file", "read_file", "finish")
)


def request(**fields: Any) -> ModelRequest:
    return ModelRequest(model="m", instructions="", items=(), **{"tools": TOOLS, **fields})


class Response:
    """Bytes in pieces, as the HTTP client gives them."""

    def __init__(self, pieces: list[bytes]) -> None:
        self._pieces = pieces

    def iter_bytes(self) -> Iterator[bytes]:
        return iter(self._pieces)


def read(pieces: list[bytes], **fields: Any) -> tuple[list[ModelEvent], Completed]:
    reader = ChatReader(request(**fields))
    events: list[ModelEvent] = []
    for event in read_answer(Response(pieces), is_chat=True):
        events.extend(reader.feed(event))
    events.extend(reader.end())
    return events, reader.completed()


def made(answer: Completed) -> list[tuple[str, str]]:
    return [(call.name, call.arguments) for call in tool_calls_of(answer.items)]


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_gives_the_calls_that_the_model_made(name: str) -> None:
    events, answer = read(list(SHAPES[name](ASKED)))
    calls = tool_calls_of(answer.items)
    assert [(call.name, _json(call.arguments)) for call in calls] == [(ask.name, ask.arguments) for ask in ASKED]
    assert len({call.call_id for call in calls}) == 2
    assert [event.call_id for event in events if isinstance(event, ToolCallStart)] == [call.call_id for call in calls]
    for call in calls:
        spelled = "".join(e.delta for e in events if isinstance(e, ToolCallDelta) and e.call_id == call.call_id)
        closed = [e.arguments for e in events if isinstance(e, ToolCallDone) and e.call_id == call.call_id]
        assert (spelled, closed) == (call.arguments, [call.arguments])
    assert answer.finish_reason == "tool_calls"
    assert answer.usage.input_tokens + answer.usage.output_tokens > 0
    assert "<" not in text_of(answer.items)
    assert "TOOL_CALLS" not in text_of(answer.items)


def test_there_are_ninety_shapes() -> None:
    assert len(SHAPES) >= 90


@given(name=st.sampled_from(sorted(SHAPES)), cuts=st.lists(st.integers(0, 6_000), max_size=40))
def test_any_chunking_of_the_bytes_gives_the_same_calls(name: str, cuts: list[int]) -> None:
    whole = b"".join(SHAPES[name](ASKED))
    edges = sorted({0, len(whole), *(cut % (len(whole) + 1) for cut in cuts)})
    pieces = [whole[start:end] for start, end in pairwise(edges)]
    assert made(read(pieces)[1]) == made(read([whole])[1])


@given(name=st.sampled_from(sorted(SHAPES)), share=st.floats(0, 1))
def test_a_stream_that_is_cut_is_never_an_exception_of_ours(name: str, share: float) -> None:
    whole = b"".join(SHAPES[name](ASKED))
    try:
        _, answer = read([whole[: int(len(whole) * share)]])
    except (ModelTruncated, ModelRejected):
        return
    assert all(call in [(ask.name, ask.arguments) for ask in ASKED] for call in _parsed(answer))


_FIELDS = [
    "choices", "delta", "message", "content", "tool_calls", "function", "name", "arguments", "index", "id", "usage",
    "finish_reason", "reasoning", "reasoning_content", "reasoning_details", "prompt_tokens", "type", "text", "thinking",
    "prompt_tokens_details", "function_call", "refusal", "extra_content", "cached_tokens",
]  # fmt: skip
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_FIELDS), inner, max_size=5),
    max_leaves=20,
)


@given(st.lists(JUNK, max_size=6))
def test_whatever_a_server_sends_is_read_or_refused(chunks: list[Any]) -> None:
    reader = ChatReader(request())
    try:
        for chunk in chunks:
            list(reader.feed(chunk))
        list(reader.end())
        reader.completed()
    except (ModelTruncated, ModelRejected):
        pass


def test_reasoning_and_signatures_are_kept_for_the_next_request() -> None:
    _, answer = read(list(SHAPES["reasoning_details"](ASKED)))
    (thought,) = [item for item in answer.items if isinstance(item, Reasoning)]
    assert thought.summary == "Two files."
    assert thought.state is not None
    assert thought.state.origin == "chat:m"
    entry = {"type": "reasoning.text", "text": "Two files.", "format": "unknown", "index": 0}
    assert thought.state.fields == {"reasoning": "Two files.", "reasoning_details": [entry]}
    _, answer = read(list(SHAPES["thought_signature"](ASKED)))
    states = [call.state.fields for call in tool_calls_of(answer.items) if call.state]
    assert [state["extra_content"]["google"]["thought_signature"] for state in states] == [
        "c2lnbmF0dXJl0",
        "c2lnbmF0dXJl1",
    ]


def test_a_call_as_text_that_cannot_be_read_is_named_as_one() -> None:
    pieces = list(SHAPES["text_hermes"](ASKED))
    _, answer = read([piece for piece in pieces if b"path" not in piece and b"src/" not in piece])
    assert not tool_calls_of(answer.items)
    assert answer.call_as_text


def test_text_that_shows_a_call_of_no_known_tool_stays_text() -> None:
    shown = Ask("launch_rockets", {"now": True})
    _, answer = read(list(SHAPES["text_fenced_json"]([shown])))
    assert not tool_calls_of(answer.items)
    assert "launch_rockets" in text_of(answer.items)


@pytest.mark.parametrize(
    "pieces",
    [
        [b"data: " + b"[" * 10_000 + b"]" * 10_000 + b"\n\n"],
        [b"data: " + b"x" * (9 * 1024 * 1024)],
        [b'data: {"choices": [{"delta": {"content": "\xff\xfe"}}]}\n\ndata: {"choices": [\n\n'],
        [b"<html>Sign in</html>"],
    ],
    ids=["deep", "long", "broken", "html"],
)
def test_hostile_streams_end_in_an_error_of_the_model(pieces: list[bytes]) -> None:
    with pytest.raises((ModelTruncated, ModelRejected)):
        read(pieces)


def test_ten_thousand_calls_are_refused() -> None:
    asked = [Ask("read_file", {"path": str(number)}) for number in range(10_000)]
    with pytest.raises(ModelRejected, match="200 tool calls"):
        read(list(SHAPES["openai"](asked)))


def test_arguments_past_the_limit_are_refused() -> None:
    asked = [Ask("write_file", {"path": name, "content": "x" * 5_000_000}) for name in ("a", "b")]
    with pytest.raises(ModelRejected, match="8,000,000 characters"):
        read(list(SHAPES["index_without_ids"](asked)))


def test_an_event_past_the_limit_is_refused_before_it_is_parsed() -> None:
    asked = [Ask("write_file", {"path": "a", "content": "x" * 50_000_000})]
    with pytest.raises(ModelRejected, match="one event of the model's answer is longer than 8,388,608 bytes"):
        read(list(SHAPES["index_without_ids"](asked)))


def _json(text: str) -> Any:
    return json.loads(text)


def _parsed(answer: Completed) -> list[tuple[str, Any]]:
    parsed = []
    for call in tool_calls_of(answer.items):
        try:
            parsed.append((call.name, _json(call.arguments)))
        except ValueError:
            continue
    return parsed
