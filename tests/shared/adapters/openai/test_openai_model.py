"""The real client over HTTP against the scripted server: bodies, retries, time, secrets."""

import json
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace

import pytest

from devkit.fakes.model import Call, Reply, calls, say
from devkit.scripted_model.server import ScriptedModel, start_scripted
from shared.adapters.openai.errors import Silent
from shared.adapters.openai.model import OpenAIModel, _Patience
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_errors import (
    ModelContextExceeded,
    ModelRateLimited,
    ModelRejected,
    ModelTruncated,
    PaidModelForbidden,
)
from shared.domain.agent.model_messages import (
    Completed,
    Item,
    ModelEvent,
    ModelRequest,
    Retrying,
    TextDelta,
    ToolOutput,
    ToolSpec,
    UserMessage,
    Waiting,
    text_of,
    tool_calls_of,
)
from shared.domain.errors import ModelUnavailable

KEY = "sk-proj-verysecret0123456789"
WIRES = ["chat", "responses"]
TOOL = ToolSpec(
    name="look",
    description="Looks.",
    parameters={"type": "object", "properties": {}, "required": [], "additionalProperties": False},
)
Make = Callable[..., OpenAIModel]


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedModel]:
    with start_scripted(api_key=KEY) as running:
        yield running


@pytest.fixture
def scripted(server: ScriptedModel) -> Iterator[ScriptedModel]:
    server.script.reset()
    yield server
    assert server.script.left == 0


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def make(server: ScriptedModel, wire: str) -> Iterator[Make]:
    made: list[OpenAIModel] = []

    def build(**fields: object) -> OpenAIModel:
        settings = ModelSettings(**{"api_key": KEY, "base_url": server.url, "wire": wire, **fields})  # type: ignore[arg-type]  # one dict for fields of several types
        made.append(OpenAIModel(settings, RetryPolicy(settings.max_attempts, base=0.01)))
        return made[-1]

    yield build
    for model in made:
        model.close()


def ask(*items: Item, **fields: object) -> ModelRequest:
    values = {"instructions": "Be brief.", "tools": (TOOL,), "timeout_seconds": 120.0, **fields}
    return ModelRequest.model_validate({"model": "m", "items": items or (UserMessage(content="hi"),), **values})


def last(events: list[ModelEvent]) -> Completed:
    assert isinstance(events[-1], Completed)
    return events[-1]


# ---- what is sent ------------------------------------------------------------------------------------------------


def test_the_body_is_stateless_strict_and_asks_for_usage(scripted: ScriptedModel, make: Make, wire: str) -> None:
    scripted.script.push(say("ok"))
    list(make().stream(ask(cache_key="app_1", max_output_tokens=99)))
    body = scripted.script.requests[0].body
    tool = body["tools"][0] if wire == "responses" else body["tools"][0]["function"]
    assert (tool["strict"], body["parallel_tool_calls"], body["tool_choice"]) == (True, True, "auto")
    if wire == "responses":
        assert body["store"] is False
        assert body["include"] == ["reasoning.encrypted_content"]
        assert (body["prompt_cache_key"], body["max_output_tokens"]) == ("app_1", 99)
    else:
        assert body["stream_options"] == {"include_usage": True}
        assert body["max_tokens"] == 99
        assert "prompt_cache_key" not in body


def test_the_prefix_of_a_longer_conversation_is_byte_stable(scripted: ScriptedModel, make: Make, wire: str) -> None:
    model = make()
    scripted.script.push(Reply(reasoning=("r",), calls=(Call(name="look"),)), say("done"))
    first = last(list(model.stream(ask())))
    (call,) = tool_calls_of(first.items)
    list(model.stream(ask(UserMessage(content="hi"), *first.items, ToolOutput(call_id=call.call_id, output="seen"))))
    field = "input" if wire == "responses" else "messages"
    before, after = (each.body[field] for each in scripted.script.requests)
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_a_call_that_was_no_json_goes_back_in_a_form_the_server_accepts(
    scripted: ScriptedModel, make: Make, wire: str
) -> None:
    model = make()
    scripted.script.push(calls(Call(name="look", arguments="{oops")), say("done"))
    first = last(list(model.stream(ask())))
    (call,) = tool_calls_of(first.items)
    list(model.stream(ask(UserMessage(content="hi"), *first.items, ToolOutput(call_id=call.call_id, output="no"))))
    body = scripted.script.requests[1].body
    if wire == "chat":
        assert body["messages"][2]["tool_calls"][0]["function"]["arguments"] == '{"invalid_json": "{oops"}'
    else:
        assert body["input"][1]["arguments"] == "{oops"


OPTIONAL = {"chat": ["parallel_tool_calls", "stream_options"], "responses": ["parallel_tool_calls", "include", "store"]}


def test_an_optional_field_the_server_does_not_know_is_left_out_from_then_on(
    scripted: ScriptedModel, make: Make, wire: str
) -> None:
    for field in OPTIONAL[wire]:
        scripted.script.reset()
        model = make()
        refusal = Reply(status=400, error_param=field, error_message=f"Unknown parameter: {field}")
        scripted.script.push(refusal, say("ok"), say("again"))
        assert text_of(last(list(model.stream(ask()))).items) == "ok"
        list(model.stream(ask()))
        assert [field in each.body for each in scripted.script.requests] == [True, False, False]


# ---- usage -------------------------------------------------------------------------------------------------------


def test_usage_counts_the_cache_and_reasoning(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(
        Reply.model_validate(
            {
                "text": ["x"],
                "usage": {
                    "input_tokens": 900,
                    "output_tokens": 70,
                    "cached_tokens": 800,
                    "cache_write_tokens": 50,
                    "reasoning_tokens": 64,
                },
            }
        )
    )
    usage = last(list(make().stream(ask()))).usage
    assert usage.model_dump() == {
        "input_tokens": 900,
        "output_tokens": 70,
        "cached_tokens": 800,
        "cache_write_tokens": 50,
        "reasoning_tokens": 64,
    }


def test_a_server_that_does_not_count_never_looks_free(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(say("some words", usage=None))
    done = last(list(make().stream(ask(UserMessage(content="x" * 4000)))))
    assert done.usage.input_tokens > 1000
    assert done.usage.output_tokens > 2
    assert done.raw["usage_estimated"] is True


def test_the_providers_own_answer_is_kept_beside_ours(scripted: ScriptedModel, make: Make, wire: str) -> None:
    """Coverage 4-16: it was dropped after the call."""
    scripted.script.push(say("ok"))
    done = last(list(make().stream(ask())))
    kept = done.raw["response"]
    assert (kept["id"], kept["model"]) == (done.response_id, "m") and kept["usage"]
    assert wire == "chat" or kept["output"][0]["content"][0]["text"] == "ok"


# ---- retries -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Reply(status=500),
        Reply(status=503),
        Reply(status=408),
        Reply(status=429, retry_after="0"),
        say("x", cut_after=0),
        say("x", end_after=0),
        say("x", error_after=0),
        say("x", error_after=0, error_style="failed"),
        say("x", error_after=0, error_code="rate_limit_exceeded"),
        say("x", garble_after=0),
    ],
    ids=lambda r: f"{r.status}-{r.cut_after}-{r.end_after}-{r.error_code}-{r.error_style}-{r.garble_after}",
)
def test_a_passing_fault_before_the_first_token_is_retried_and_announced(
    scripted: ScriptedModel, make: Make, fault: Reply
) -> None:
    scripted.script.push(fault, fault, say("ok"))
    events = list(make().stream(ask()))
    assert [e.attempt for e in events if isinstance(e, Retrying)] == [2, 3]
    assert text_of(last(events).items) == "ok"


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (Reply(status=401), ModelRejected),
        (Reply(status=403), ModelRejected),
        (Reply(status=404, error_message="The model `m` does not exist"), ModelRejected),
        (Reply(status=400, error_message="bad input"), ModelRejected),
        (Reply(status=429, error_code="insufficient_quota"), ModelRejected),
        (Reply(status=400, error_code="context_length_exceeded", error_message="too long"), ModelContextExceeded),
        (Reply(status=400, error_message="This model's maximum context length is 8192 tokens"), ModelContextExceeded),
        (say("x", error_after=0, error_code="invalid_prompt"), ModelRejected),
        (Reply(html=True), ModelRejected),
    ],
)
def test_a_refusal_is_not_retried(
    scripted: ScriptedModel, make: Make, fault: Reply, kind: type[ModelUnavailable]
) -> None:
    scripted.script.push(fault)
    with pytest.raises(kind):
        list(make().stream(ask()))
    assert len(scripted.script.requests) == 1


def test_nothing_is_retried_after_the_first_token(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(say("a", "b", error_after=1, error_code="rate_limit_exceeded"))
    with pytest.raises(ModelTruncated):
        list(make().stream(ask()))
    assert len(scripted.script.requests) == 1


def test_attempts_are_bounded(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(Reply(status=500), Reply(status=500), Reply(status=500))
    with pytest.raises(ModelUnavailable):
        list(make(max_attempts=3).stream(ask()))


def test_a_wait_that_would_pass_the_deadline_is_not_started(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(Reply(status=429, retry_after="60"))
    began = time.monotonic()
    with pytest.raises(ModelRateLimited) as raised:
        list(make().stream(ask(timeout_seconds=50)))
    assert raised.value.retry_after == 60
    assert time.monotonic() - began < 50


def test_a_closed_port_is_unavailable_after_its_attempts(wire: str) -> None:
    with start_scripted() as gone:
        url = gone.url
    model = OpenAIModel(ModelSettings(base_url=url, wire=wire), RetryPolicy(2, base=0.01))  # type: ignore[arg-type]  # a literal from a fixture
    with pytest.raises(ModelUnavailable, match="cannot be reached: Connection refused"):
        list(model.stream(ask()))
    model.close()


# ---- time --------------------------------------------------------------------------------------------------------


def test_silence_in_the_middle_is_a_truncation(scripted: ScriptedModel, make: Make) -> None:
    """A server so slow that even the first word comes too late is asked again."""
    scripted.script.push(say("a", "b", stall_after=1, stall_seconds=120), repeat=True)
    began = time.monotonic()
    with pytest.raises(ModelTruncated, match="in time"):
        list(make(max_attempts=100).stream(ask(silence_seconds=0.5)))
    assert time.monotonic() - began < 110
    scripted.script.reset()


def test_silence_at_the_start_is_retried_and_each_attempt_has_its_own_time(scripted: ScriptedModel, make: Make) -> None:
    silent = say("a", stall_after=0, stall_seconds=120)
    scripted.script.push(silent, silent, say("ok"))
    events = list(make().stream(ask(first_token_seconds=4)))
    again = [event for event in events if isinstance(event, Retrying)]
    assert text_of(last(events).items) == "ok" and [event.lost for event in again] == [True, True]
    why = "asked again: the first word of your answer did not come in time (the model did not begin its answer in time"
    bodies = [json.dumps(each.body) for each in scripted.script.requests[-3:]]
    assert [body.count(why) for body in bodies] == [0, 1, 1]
    assert not any("do less" in body for body in bodies)


def test_the_attempt_after_a_late_first_word_waits_twice_as_long_so_that_its_answer_is_not_lost_too(
    scripted: ScriptedModel, make: Make
) -> None:
    scripted.script.push(say("late", first_delay=7), repeat=True)
    events = list(make().stream(ask(first_token_seconds=4, silence_seconds=60)))
    # At least one: on a busy machine the second attempt may be late too, and with the first limit all four would be.
    assert text_of(last(events).items) == "late" and any(isinstance(event, Retrying) for event in events)
    scripted.script.reset()


@pytest.mark.parametrize(("at", "is_late"), [(15.0, False), (21.0, True)])
def test_an_answer_that_shows_signs_of_life_has_twice_the_time_for_its_first_word(at: float, is_late: bool) -> None:
    """The clock stands for the seconds; what came before is the server's word that it works on it."""
    now = [0.0]
    patience = _Patience(ask(first_token_seconds=10, silence_seconds=5), lambda: now[0], 1_000)
    now[0] = 9
    patience.note(is_alive=True, is_word=False)
    now[0] = at
    with pytest.raises(Silent, match="only signs of life came for 20 s") if is_late else nullcontext():
        patience.note(is_alive=True, is_word=False)


@pytest.mark.parametrize(("at", "is_late"), [(15.0, False), (21.0, True)])
def test_the_attempt_after_a_silent_one_has_twice_the_time(at: float, is_late: bool) -> None:
    now = [0.0]
    patience = _Patience(ask(first_token_seconds=10), lambda: now[0], 1_000, is_again=True)
    now[0] = at
    with pytest.raises(Silent, match="nothing came for 20 s") if is_late else nullcontext():
        patience.note(is_alive=False, is_word=False)


def test_a_server_that_shows_no_sign_of_life_is_given_up_after_the_first_limit() -> None:
    now = [0.0]
    patience = _Patience(ask(first_token_seconds=10), lambda: now[0], 1_000)
    now[0] = 11
    with pytest.raises(Silent, match="did not begin its answer in time: nothing came for 10 s"):
        patience.note(is_alive=False, is_word=False)


def test_a_word_that_comes_just_after_the_limit_is_taken() -> None:
    now = [0.0]
    patience = _Patience(ask(first_token_seconds=10), lambda: now[0], 1_000)
    now[0] = 10.4
    patience.note(is_alive=True, is_word=True)


def test_a_slow_first_word_is_waited_for_longer_than_a_gap(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(say("late", first_delay=3))
    events = list(make().stream(ask(first_token_seconds=60, silence_seconds=0.5)))
    assert text_of(last(events).items) == "late" and not [e for e in events if isinstance(e, Retrying)]


def test_an_answer_that_drips_is_heard_to_its_end(scripted: ScriptedModel, make: Make) -> None:
    """The gap bounds each wait, not all of them together."""
    scripted.script.push(say(*"abcdefgh", delay=0.4))
    events = list(make().stream(ask(first_token_seconds=30, silence_seconds=3)))
    assert text_of(last(events).items) == "abcdefgh"


def test_who_waits_for_a_silent_server_is_never_held_up(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(say("a", stall_after=0, stall_seconds=120), say("next"))
    model = make()
    events = model.stream(ask())
    began = time.monotonic()
    assert isinstance(next(events), Waiting)
    events.close()  # type: ignore[attr-defined]  # it is a generator
    assert time.monotonic() - began < 10
    assert text_of(last(list(model.stream(ask()))).items) == "next"


def test_a_dropped_answer_ends_the_reading_thread(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(say("a", "b", stall_after=1, stall_seconds=60))
    events = make().stream(ask())
    while not isinstance(next(events), TextDelta):
        pass
    (reading,) = [thread for thread in threading.enumerate() if thread.name == "listening" and thread.is_alive()][-1:]
    events.close()  # type: ignore[attr-defined]  # it is a generator
    reading.join(20)
    assert not reading.is_alive()
    scripted.script.reset()


def test_an_answer_that_never_ends_stops_at_the_deadline(scripted: ScriptedModel, make: Make) -> None:
    scripted.script.push(say(*("x" for _ in range(1_000)), delay=0.05))
    now, model, words = 0.0, make(), []
    model._policy = replace(model._policy, clock=lambda: now)
    with pytest.raises(ModelTruncated, match="longer than"):
        for event in model.stream(ask()):
            words += [event] if isinstance(event, TextDelta) else []
            now = 1_000.0 if words else 0.0
    assert len(words) == 1


def test_closing_the_iterator_drops_the_connection(scripted: ScriptedModel, make: Make) -> None:
    model = make()
    scripted.script.push(say(*("x" for _ in range(1000)), delay=0.06), say("next"))
    events = model.stream(ask())
    next(events)
    events.close()  # type: ignore[attr-defined]  # it is a generator
    began = time.monotonic()
    assert text_of(last(list(model.stream(ask()))).items) == "next"
    assert time.monotonic() - began < 30


# ---- secrets and money -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Reply(status=401, error_message=f"Incorrect API key provided: {KEY}"),
        Reply(status=400, error_message=f"header was Bearer {KEY}"),
        Reply(status=500, error_message=KEY),
        say("x", error_after=1, error_message=f"key={KEY}"),
    ],
)
def test_no_key_in_any_error(scripted: ScriptedModel, make: Make, fault: Reply) -> None:
    scripted.script.push(fault)
    with pytest.raises(ModelUnavailable) as raised:
        list(make(max_attempts=1).stream(ask()))
    report = "".join(traceback.format_exception(raised.value))
    assert "verysecret" not in report
    assert "verysecret" not in repr(ModelSettings(api_key=KEY))


def test_a_wrong_key_is_refused(scripted: ScriptedModel, make: Make) -> None:
    with pytest.raises(ModelRejected, match="credentials"):
        list(make(api_key="sk-wrong").stream(ask()))


@pytest.mark.parametrize(
    "url",
    ["https://api.openai.com/v1", "http://10.0.0.5/v1", "https://localhost.example.com/v1", "http://127.1.evil/v1"],
)
def test_a_paid_model_is_refused_where_it_is_forbidden(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("CHATBUILDER_FORBID_PAID_MODELS", "1")
    model = OpenAIModel(ModelSettings(api_key="k", base_url=url))
    with pytest.raises(PaidModelForbidden):
        next(model.stream(ask()))
    model.close()


def test_a_local_model_is_allowed_where_paid_ones_are_not(
    monkeypatch: pytest.MonkeyPatch, scripted: ScriptedModel, make: Make
) -> None:
    monkeypatch.setenv("CHATBUILDER_FORBID_PAID_MODELS", "1")
    scripted.script.push(say("ok"))
    assert text_of(last(list(make().stream(ask()))).items) == "ok"
