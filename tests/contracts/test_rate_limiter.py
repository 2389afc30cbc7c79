"""The contract of `RateLimiter`."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.clock import FakeClock
from shared.adapters.dynamo.rates import DynamoRateLimiter
from shared.domain.ids import new_id
from shared.ports.access import Rate
from tests.support.aws.aws_stores import AwsStores
from tests.support.racing import race

TEN = Rate(10)


def test_a_bucket_holds_as_many_as_a_minute_allows_and_no_more(stores: Any, tenant: str) -> None:
    assert [stores.rates.take(tenant, "chat", TEN) for _ in range(10)] == [0.0] * 10
    for _ in range(3):
        assert stores.rates.take(tenant, "chat", TEN) == pytest.approx(6.0)


def test_tokens_come_back_evenly(stores: Any, tenant: str) -> None:
    for _ in range(10):
        stores.rates.take(tenant, "chat", TEN)
    stores.clock.advance(5.9)
    assert stores.rates.take(tenant, "chat", TEN) == pytest.approx(0.1)
    stores.clock.advance(0.1)
    assert stores.rates.take(tenant, "chat", TEN) == 0.0
    assert stores.rates.take(tenant, "chat", TEN) > 0


def test_a_refusal_takes_nothing(stores: Any, tenant: str) -> None:
    for _ in range(60):
        stores.rates.take(tenant, "chat", TEN)
    stores.clock.advance(60)
    assert [stores.rates.take(tenant, "chat", TEN) for _ in range(10)] == [0.0] * 10


def test_a_long_pause_fills_a_bucket_no_further_than_its_size(stores: Any, tenant: str) -> None:
    stores.rates.take(tenant, "chat", TEN)
    stores.clock.advance(86_400)
    assert sum(stores.rates.take(tenant, "chat", TEN) == 0.0 for _ in range(30)) == 10


def test_buckets_and_tenants_are_apart(stores: Any, tenant: str) -> None:
    one = Rate(1)
    assert stores.rates.take(tenant, "chat", one) == 0.0
    assert stores.rates.take(tenant, "tools", one) == 0.0
    assert stores.rates.take(f"{tenant}-2", "chat", one) == 0.0
    assert stores.rates.take(tenant, "chat", one) > 0


@pytest.mark.parametrize("bucket", ["a#b", "é" * 300, "../x", "x\ny\x00", "T#acme#APP#x", ""], ids=ascii)
def test_a_bucket_may_be_called_anything(stores: Any, tenant: str, bucket: str) -> None:
    assert stores.rates.take(tenant, bucket, Rate(1)) == 0.0
    assert stores.rates.take(tenant, bucket, Rate(1)) > 0


def test_a_rate_that_is_lowered_holds_at_once(stores: Any, tenant: str) -> None:
    for _ in range(10):
        stores.rates.take(tenant, "chat", TEN)
    stores.clock.advance(29)
    assert stores.rates.take(tenant, "chat", Rate(2)) == pytest.approx(1.0)


def test_of_many_at_once_exactly_as_many_as_allowed_get_one(raced: Any, tenant: str) -> None:
    outcomes = race(*(lambda: raced.rates.take(tenant, "chat", TEN) for _ in range(24)))
    assert outcomes.count(0.0) == 10
    assert all(isinstance(wait, float) and (wait == 0.0 or 0 < wait <= 6.0) for wait in outcomes)


class Bucket:
    """The model: it counts tokens, and gives them back by the clock."""

    def __init__(self, clock: FakeClock, rate: Rate) -> None:
        self._clock, self._rate = clock, rate
        self._spent_us = self._at = 0

    def take(self) -> float:
        now = int(self._clock.now().timestamp() * 1_000_000)
        spent = max(0, self._spent_us - (now - self._at))
        wait = spent + self._rate.interval_us - self._rate.per_minute * self._rate.interval_us
        if wait > 0:
            return wait / 1_000_000
        self._spent_us, self._at = spent + self._rate.interval_us, now
        return 0.0


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 400), st.lists(st.floats(0, 20).map(lambda pause: round(pause, 3)), max_size=40))
def test_the_table_agrees_with_the_model(embedded_stores: AwsStores, per_minute: int, pauses: list[float]) -> None:
    clock, rate, tenant = FakeClock(), Rate(per_minute), f"t-{new_id('node')[-12:]}"
    real, model = DynamoRateLimiter(embedded_stores.table, clock), Bucket(clock, rate)
    for pause in pauses:
        clock.advance(pause)
        assert real.take(tenant, "b", rate) == pytest.approx(model.take())
