"""One suite for every ModelPort: the fake, and the real client on both wires against the scripted server."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.fakes.model import Call, FakeModel, Reply, calls, say
from devkit.scripted_model.server import ScriptedModel, start_scripted
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_errors import ModelRateLimited, ModelRejected, ModelTruncated
from shared.domain.agent.model_messages import (
    Completed,
    Item,
    ModelEvent,
    ModelRequest,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
    ToolCallDone,
    ToolCallStart,
    ToolOutput,
    ToolSpec,
    UserMessage,
    Waiting,
    text_of,
    tool_calls_of,
)
from shared.domain.errors import ModelUnavailable
from shared.ports.model import ModelPort

TOOL = ToolSpec(
    name="read_file",
    description="Reads a file.",
    parameters={
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
        "additionalProperties": False,
    },
)


@dataclass
class Subject:
    model: ModelPort
    push: Callable[..., None]

    def play(self, reply: Reply, items: tuple[Item, ...] = (UserMessage(content="hi"),)) -> list[ModelEvent]:
        self.push(reply)
        return list(self.model.stream(request(items)))


def request(items: tuple[Item, ...] = (UserMessage(content="hi"),)) -> ModelRequest:
    return ModelRequest(model="m", instructions="Be brief.", items=items, tools=(TOOL,), timeout_seconds=120)


@pytest.fixture(scope="module")
def scripted() -> Iterator[ScriptedModel]:
    with start_scripted() as server:
        yield server


@pytest.fixture(autouse=True)
def clean_script(scripted: ScriptedModel) -> None:
    """What a failed test left to be said fails no other test."""
    scripted.script.reset()


@pytest.fixture(params=["fake", "chat", "responses"], scope="module")
def subject(request: pytest.FixtureRequest, scripted: ScriptedModel) -> Iterator[Subject]:
    if request.param == "fake":
        fake = FakeModel()
        yield Subject(fake, fake.push)
        return
    model = OpenAIModel(ModelSettings(base_url=scripted.url, wire=request.param, max_attempts=1))
    yield Subject(model, scripted.script.push)
    model.close()


def test_text_arrives_in_pieces_and_ends_with_one_completed(subject: Subject) -> None:
    events = subject.play(say("Hel", "lo", " wörld 🌍"))
    assert [e.delta for e in events if isinstance(e, TextDelta)] == ["Hel", "lo", " wörld 🌍"]
    last = _completed(events)
    assert text_of(last.items) == "Hello wörld 🌍"
    assert last.finish_reason == "stop"
    assert (last.usage.input_tokens, last.usage.output_tokens) == (10, 5)


def test_parallel_calls_keep_their_order_ids_and_arguments(subject: Subject) -> None:
    wanted = [Call(name="read_file", arguments={"path": f"src/{n}.ts" + "x" * 300}) for n in range(3)]
    events = subject.play(calls(*wanted, text=("Reading.",)))
    last = _completed(events)
    made = tool_calls_of(last.items)
    assert [call.arguments for call in made] == [each.arguments_text for each in wanted]
    assert len({call.call_id for call in made}) == 3
    assert last.finish_reason == "tool_calls"
    assert [e.call_id for e in events if isinstance(e, ToolCallStart)] == [call.call_id for call in made]
    for call in made:
        pieces = [e.delta for e in events if isinstance(e, ToolCallDelta) and e.call_id == call.call_id]
        assert "".join(pieces) == call.arguments
        done = [e for e in events if isinstance(e, ToolCallDone) and e.call_id == call.call_id]
        assert [(e.name, e.arguments) for e in done] == [(call.name, call.arguments)]


def test_garbled_arguments_come_through_as_they_are(subject: Subject) -> None:
    (call,) = tool_calls_of(_completed(subject.play(calls(Call(name="read_file", arguments='{"path": "a')))).items)
    assert call.arguments == '{"path": "a'


def test_a_call_without_arguments_is_still_a_call(subject: Subject) -> None:
    (call,) = tool_calls_of(_completed(subject.play(calls(Call(name="read_file", arguments="")))).items)
    assert (call.name, call.arguments) == ("read_file", "")


def test_what_a_model_said_can_be_sent_back_with_the_outputs(subject: Subject) -> None:
    said = Reply(reasoning=("hm",), text=("Look.",), calls=(Call(name="read_file", arguments='{"path"'),))
    first = _completed(subject.play(said))
    (call,) = tool_calls_of(first.items)
    history = (UserMessage(content="hi"), *first.items, ToolOutput(call_id=call.call_id, output="no"))
    assert text_of(_completed(subject.play(say("done"), history)).items) == "done"


def test_reasoning_is_shown_apart_from_text(subject: Subject) -> None:
    events = subject.play(Reply(reasoning=("think", "ing"), text=("So.",)))
    assert "".join(e.delta for e in events if isinstance(e, ReasoningDelta)) == "thinking"
    assert text_of(_completed(events).items) == "So."


def test_running_out_of_tokens_is_told(subject: Subject) -> None:
    assert _completed(subject.play(say("half", finish="length"))).finish_reason == "length"


def test_running_out_of_tokens_inside_a_call_closes_the_call(subject: Subject) -> None:
    reply = calls(Call(name="read_file", arguments='{"pa'), finish="length")
    events = subject.play(reply)
    last = _completed(events)
    assert last.finish_reason == "length"
    assert [e.arguments for e in events if isinstance(e, ToolCallDone)] == ['{"pa']


LONG = Reply(reasoning=("r",), text=("a", "b"), calls=(Call(name="read_file", arguments="x" * 500),))


@pytest.mark.parametrize("fault", ["cut_after", "end_after", "error_after", "garble_after"])
@pytest.mark.parametrize("chunks", range(1, 7))
def test_a_stream_that_stops_anywhere_is_truncated_and_never_completed(
    subject: Subject, fault: str, chunks: int
) -> None:
    subject.push(LONG.model_copy(update={fault: chunks}))
    seen: list[ModelEvent] = []
    with pytest.raises(ModelTruncated):
        seen.extend(_recorded(subject.model, seen))
    assert seen
    assert not [event for event in seen if isinstance(event, Completed)]


@pytest.mark.parametrize(
    ("status", "kind"), [(429, ModelRateLimited), (500, ModelUnavailable), (400, ModelRejected), (401, ModelRejected)]
)
def test_refusals_have_their_class(subject: Subject, status: int, kind: type[ModelUnavailable]) -> None:
    with pytest.raises(kind) as raised:
        subject.play(Reply(status=status))
    assert raised.value.code == "MODEL_UNAVAILABLE"
    assert isinstance(raised.value, ModelRejected) == (status in (400, 401))


def test_the_service_says_how_long_to_wait(subject: Subject) -> None:
    with pytest.raises(ModelRateLimited) as raised:
        subject.play(Reply(status=429, retry_after="7"))
    assert raised.value.retry_after == 7


def test_who_listens_is_given_a_moment_while_nothing_comes(subject: Subject) -> None:
    events = subject.play(say("late", first_delay=2))
    assert isinstance(events[0], Waiting) and text_of(_completed(events).items) == "late"


def test_closing_the_iterator_early_is_quiet_and_the_next_call_works(subject: Subject) -> None:
    subject.push(say(*"abcdef"))
    events = subject.model.stream(request())
    while not isinstance(next(events), TextDelta):
        pass
    events.close()  # type: ignore[attr-defined]  # every port returns a generator
    assert text_of(_completed(subject.play(say("next"))).items) == "next"


pieces = st.lists(st.text(min_size=1, max_size=20).filter(lambda t: t.isprintable()), max_size=4)
arguments = st.lists(st.text(max_size=30), max_size=3)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=pieces, args=arguments)
def test_any_text_and_any_arguments_survive(subject: Subject, text: list[str], args: list[str]) -> None:
    reply = Reply(text=tuple(text), calls=tuple(Call(name="read_file", arguments=each) for each in args))
    last = _completed(subject.play(reply))
    assert text_of(last.items) == "".join(text)
    assert [call.arguments for call in tool_calls_of(last.items)] == args


def _completed(events: list[ModelEvent]) -> Completed:
    assert [index for index, event in enumerate(events) if isinstance(event, Completed)] == [len(events) - 1]
    last = events[-1]
    assert isinstance(last, Completed)
    return last


def _recorded(model: ModelPort, into: list[ModelEvent]) -> Iterator[ModelEvent]:
    for event in model.stream(request()):
        into.append(event)
        yield from ()
