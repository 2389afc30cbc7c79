"""A request for a small window: it fits, calls keep their results, and the person's message stays whole."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from shared.domain.agent.model_messages import (
    AssistantMessage,
    Item,
    ModelRequest,
    Reasoning,
    ToolCall,
    ToolOutput,
    ToolSpec,
    UserMessage,
)
from shared.services.agent.context.fit_window import LEAST_ANSWER, TooSmall, answer_room, fitted
from shared.services.spending.ask_once import estimated_tokens

SPEC = ToolSpec(name="write_file", description="Writes a file.", parameters={"type": "object", "properties": {}})
SIZES = st.integers(0, 9_000)
LETTERS = st.sampled_from(["a", "\n", "\u00e4", "\u4e2d", '"', "\U0001f600"])


@st.composite
def texts(draw: st.DrawFn) -> str:
    return draw(LETTERS) * draw(SIZES)


@st.composite
def answers(draw: st.DrawFn, number: int) -> list[Item]:
    """What a model said in one answer, and what its tools said."""
    items = list[Item]()
    if draw(st.booleans()):
        items.append(Reasoning(summary=draw(texts())))
    if draw(st.booleans()):
        items.append(AssistantMessage(content=draw(texts())))
    ids = [f"call_{number}_{place}" for place in range(draw(st.integers(0, 4)))]
    for call_id in ids:
        arguments = json.dumps({"path": f"src/{call_id}.ts", "content": draw(texts())})
        items.append(ToolCall(call_id=call_id, name="write_file", arguments=arguments))
    items += [ToolOutput(call_id=call_id, output=draw(texts())) for call_id in draw(st.permutations(ids))]
    items += [UserMessage(content=draw(texts()))] if draw(st.booleans()) else []
    return items


@st.composite
def requests(draw: st.DrawFn) -> ModelRequest:
    turn: list[Item] = [UserMessage(content=draw(texts())), AssistantMessage(content=draw(texts()))]
    before = turn * draw(st.integers(0, 6))
    project = UserMessage(content=f"<tree>\n{draw(texts())}\n</tree>\n{draw(texts())}")
    asked = UserMessage(content=f"<request>\n{draw(texts())[:4_000]}\n</request>{draw(texts())}")
    work = [item for number in range(draw(st.integers(0, 12))) for item in draw(answers(number))]
    return ModelRequest(
        model="m",
        instructions="i" * draw(st.integers(0, 4_000)),
        items=(*before, project, asked, *work),
        tools=(SPEC,) * draw(st.integers(0, 3)),
        max_output_tokens=draw(st.none() | st.integers(500, 20_000)),
    )


def asked_in(request: ModelRequest) -> str:
    (asked,) = [
        item.content for item in request.items if isinstance(item, UserMessage) and item.content[:9] == "<request>"
    ]
    return asked.partition("</request>")[0]


@settings(max_examples=150, deadline=None)
@given(requests(), st.integers(1_000, 20_000))
def test_a_request_fits_the_window_or_it_is_said_why_not(request: ModelRequest, window: int) -> None:
    made = fitted(request, window)
    if isinstance(made, TooSmall):
        assert made.need > window and made.fixed + made.message < made.need
        assert f"{window:,}" in made.words and f"{made.need:,}" in made.words
        return
    answer = min(answer_room(window, request.max_output_tokens), LEAST_ANSWER)
    assert estimated_tokens(made) + max(answer, made.max_output_tokens or 0) <= window
    assert (made.instructions, made.tools) == (request.instructions, request.tools)
    assert asked_in(made) == asked_in(request)
    calls = [item.call_id for item in made.items if isinstance(item, ToolCall)]
    outputs = [item.call_id for item in made.items if isinstance(item, ToolOutput)]
    assert sorted(calls) == sorted(outputs) and len(set(calls)) == len(calls)
    kept = [item.call_id for item in request.items if isinstance(item, ToolCall) and item.call_id in calls]
    assert kept == calls, "what stays keeps its order"


@settings(max_examples=60, deadline=None)
@given(requests())
def test_what_is_needed_at_least_is_enough(request: ModelRequest) -> None:
    made = fitted(request, 500)
    if isinstance(made, TooSmall):
        assert not isinstance(fitted(request, 8 * made.need), TooSmall)


@settings(max_examples=60, deadline=None)
@given(requests())
def test_what_fits_is_only_shortened_as_little_as_it_must(request: ModelRequest) -> None:
    made = fitted(request, 10_000_000)
    assert not isinstance(made, TooSmall) and len(made.items) == len(request.items)
    for now, before in zip(made.items, request.items, strict=True):
        assert now == before or isinstance(now, Reasoning), "only the thoughts of older answers are dropped"


def test_what_was_left_out_is_named() -> None:
    work = [
        item
        for number in range(60)
        for item in (
            ToolCall(call_id=f"c{number}", name="write_file", arguments=json.dumps({"path": f"src/f{number}.ts"})),
            ToolOutput(call_id=f"c{number}", output="Done. " * 60),
        )
    ]
    asked = UserMessage(content="<request>\nMake it.\n</request>")
    made = fitted(ModelRequest(model="m", instructions="i", items=(asked, *work)), 3_000)
    assert not isinstance(made, TooSmall)
    (note,) = [item for item in made.items[1:] if isinstance(item, UserMessage)]
    assert made.items[1] == note and "were left out" in note.content and "write_file src/f4" in note.content
    assert made.items[-1] == work[-1], "the newest stays"
