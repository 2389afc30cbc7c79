from collections.abc import Generator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.adapters.openai.errors import Passing, retry_after, safe
from shared.adapters.openai.retry import RetryPolicy, with_retries
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_errors import ModelRateLimited
from shared.domain.agent.model_messages import ModelEvent, Retrying, TextDelta, Waiting
from shared.domain.errors import ModelUnavailable


class Clock:
    def __init__(self) -> None:
        self.now = 0.0
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


def play(failures: list[ModelUnavailable], policy_clock: Clock, timeout: float, attempts: int = 9) -> list[ModelEvent]:
    left = list(failures)

    def attempt(deadline: float, failure: ModelUnavailable | None) -> Generator[ModelEvent]:
        assert policy_clock.now < deadline
        if left:
            raise left.pop(0)
        yield TextDelta(delta="ok")

    policy = RetryPolicy(attempts, clock=lambda: policy_clock.now, sleep=policy_clock.sleep, jitter=lambda: 0.5)
    return list(with_retries(attempt, policy, timeout))


def test_waits_grow_and_what_the_service_asked_for_is_the_floor() -> None:
    clock = Clock()
    events = play([Passing("a"), Passing("b"), ModelRateLimited("c", retry_after=9)], clock, 100)
    waits = [event.wait_seconds for event in events if isinstance(event, Retrying)]
    assert waits[0] < waits[1] < 9 <= waits[2] and clock.now == pytest.approx(sum(waits))


def test_a_long_wait_lets_the_listener_stop_at_any_moment() -> None:
    clock = Clock()
    events = play([ModelRateLimited("slow down", retry_after=30)], clock, 100)
    assert len([event for event in events if isinstance(event, Waiting)]) >= 60 and max(clock.slept) <= 0.5


@given(
    st.lists(st.one_of(st.none(), st.floats(min_value=0, max_value=100)), max_size=8),
    st.floats(min_value=0.1, max_value=60),
)
def test_no_attempt_begins_and_no_wait_ends_after_the_deadline(asked: list[float | None], timeout: float) -> None:
    clock = Clock()
    failures: list[ModelUnavailable] = [ModelRateLimited("slow down", retry_after=each) for each in asked]
    try:
        events = play(failures, clock, timeout)
        assert len([e for e in events if isinstance(e, Retrying)]) == len(asked)
    except ModelRateLimited:
        assert asked
    assert clock.now < timeout or not clock.slept


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [({"retry-after-ms": "250"}, 0.25), ({"retry-after": "2.5"}, 2.5), ({}, None), ({"retry-after": "soon"}, None)],
)
def test_retry_after_is_read_in_every_form(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds


def test_retry_after_may_be_a_date() -> None:
    seconds = retry_after({"retry-after": "Wed, 21 Oct 2099 07:28:00 GMT"})
    assert seconds is not None
    assert seconds > 1e9


@pytest.mark.parametrize("text", ["sk-abcdefgh12345", "Bearer abcdef12345", "api_key=abcdef12345", "sk-proj-***x123"])
def test_what_looks_like_a_key_is_cut_out(text: str) -> None:
    assert text not in safe(f"wrong: {text} was given")


@pytest.mark.parametrize(
    ("url", "wire"),
    [
        ("https://api.openai.com/v1", "responses"),
        ("https://eu.api.openai.com/v1", "responses"),
        ("https://bedrock-runtime.eu-central-1.amazonaws.com/openai/v1", "responses"),
        ("https://bedrock-mantle.us-east-1.api.aws/v1", "responses"),
        ("https://openrouter.ai/api/v1", "chat"),
        ("http://127.0.0.1:11434/v1", "chat"),
        ("https://api.openai.com.evil.example/v1", "chat"),
        ("https://notapi.openai.com/v1", "chat"),
    ],
)
def test_auto_speaks_responses_only_where_it_is_native(url: str, wire: str) -> None:
    assert ModelSettings(base_url=url).chosen_wire == wire


def test_the_wire_can_be_chosen() -> None:
    assert ModelSettings(base_url="https://api.openai.com/v1", wire="chat").chosen_wire == "chat"


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/v1", "http://[::1]:1/v1", "http://localhost/v1", "http://a.localhost/"]
)
def test_loopback(url: str) -> None:
    assert ModelSettings(base_url=url).is_loopback


@pytest.mark.parametrize("url", ["http://0.0.0.0/v1", "http://localhost.com/v1", "", "nonsense", "http://10.0.0.1/"])
def test_not_loopback(url: str) -> None:
    assert not ModelSettings(base_url=url).is_loopback
