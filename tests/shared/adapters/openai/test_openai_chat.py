"""Streams as other OpenAI-compatible servers really send them."""

from typing import Any

import pytest

from shared.adapters.openai.chat import chat_body, chat_messages
from shared.adapters.openai.chat_reader import ChatReader
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_messages import (
    AssistantMessage,
    Item,
    ModelEvent,
    ModelRequest,
    Reasoning,
    ToolCall,
    ToolCallStart,
    ToolOutput,
    UserMessage,
    tool_calls_of,
)
from shared.domain.errors import ModelUnavailable


def request(*items: Item, **fields: Any) -> ModelRequest:
    return ModelRequest(model="m", instructions="sys", items=items, **fields)


def read(*deltas: dict[str, Any], finish: str = "stop", **choice: Any) -> tuple[ChatReader, list[ModelEvent]]:
    reader = ChatReader(request())
    events: list[ModelEvent] = []
    for number, delta in enumerate([*deltas, {}]):
        end = {"finish_reason": finish, **choice} if number == len(deltas) else {"finish_reason": None}
        chunk = {"id": "c", "model": "m", "choices": [{"index": 0, "delta": delta, **end}]}
        events.extend(reader.feed(chunk))
    events.extend(reader.end())
    return reader, events


def tool(index: int | None, id: str | None, name: str | None, arguments: str) -> dict[str, Any]:
    return {"tool_calls": [{"index": index, "id": id, "function": {"name": name, "arguments": arguments}}]}


def test_parallel_calls_that_all_claim_index_zero_stay_apart() -> None:
    reader, _ = read(tool(0, "a", "f", '{"n":1}'), tool(0, "b", "f", '{"n":2}'))
    assert [(c.call_id, c.arguments) for c in tool_calls_of(reader.completed().items)] == [
        ("a", '{"n":1}'),
        ("b", '{"n":2}'),
    ]


def test_calls_without_an_id_get_different_ones() -> None:
    reader, events = read(tool(0, "", "f", "{}"), tool(1, None, "g", "{}"))
    ids = [call.call_id for call in tool_calls_of(reader.completed().items)]
    assert len(set(ids)) == 2
    assert all(ids)
    assert [e.call_id for e in events if isinstance(e, ToolCallStart)] == ids


def test_two_calls_that_share_one_id_get_different_ones() -> None:
    reader, _ = read(tool(0, "same", "f", "{}"), tool(1, "same", "g", "{}"))
    assert len({call.call_id for call in tool_calls_of(reader.completed().items)}) == 2


def test_an_id_repeated_in_every_piece_is_one_call() -> None:
    reader, _ = read(tool(0, "a", "f", '{"n"'), tool(0, "a", None, ":1}"))
    (call,) = tool_calls_of(reader.completed().items)
    assert call.arguments == '{"n":1}'


def test_stop_with_calls_means_tool_calls() -> None:
    reader, _ = read(tool(0, "a", "f", "{}"), finish="stop")
    assert reader.completed().finish_reason == "tool_calls"


def test_fields_that_nobody_knows_yet_are_kept() -> None:
    reader = ChatReader(request())
    said = {"choices": [{"index": 0, "delta": {"content": "x"}, "finish_reason": "stop"}]}
    list(reader.feed({"id": "c", "model": "m", "of_the_future": {"x": [1]}, **said}))
    list(reader.end())
    assert reader.completed().raw["response"] == {"id": "c", "model": "m", "of_the_future": {"x": [1]}}


def test_an_unknown_reason_to_finish_is_a_stop() -> None:
    assert read({"content": "x"}, finish="eos")[0].completed().finish_reason == "stop"


def test_a_choice_that_ends_in_error_is_an_error() -> None:
    with pytest.raises(ModelUnavailable, match="upstream"):
        read({"content": "x"}, finish="error", error={"code": 502, "message": "upstream"})


def test_one_assistant_message_holds_all_that_was_said_before_the_outputs() -> None:
    messages = chat_messages(
        request(
            UserMessage(content="u"),
            Reasoning(summary="r"),
            AssistantMessage(content="a"),
            ToolCall(call_id="1", name="f", arguments="{}"),
            AssistantMessage(content="b"),
            ToolCall(call_id="2", name="f", arguments="[]"),
            ToolOutput(call_id="1", output="x"),
            ToolOutput(call_id="2", output="y"),
            AssistantMessage(content=""),
        )
    )
    assert [m["role"] for m in messages] == ["system", "user", "assistant", "tool", "tool"]
    assert messages[2]["content"] == "a\n\nb"
    assert [c["function"]["arguments"] for c in messages[2]["tool_calls"]] == ["{}", '{"invalid_json": "[]"}']


def test_fields_of_openai_alone_go_to_openai_alone() -> None:
    asked = request(UserMessage(content="u"), cache_key="k", max_output_tokens=5)
    own = chat_body(asked, ModelSettings(base_url="https://api.openai.com/v1"))
    other = chat_body(asked, ModelSettings(base_url="http://localhost:11434/v1"))
    assert set(own) - set(other) == {"store", "prompt_cache_key", "max_completion_tokens"}
    assert set(other) - set(own) == {"max_tokens"}
