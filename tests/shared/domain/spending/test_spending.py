"""Money in whole micro-dollars, days and months of UTC, and what a call costs."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.agent.model_messages import Usage
from shared.domain.ids import first_id, last_id, new_id
from shared.domain.spending.prices import Price, Prices
from shared.domain.spending.spending import Counts, day_of, micro, month_of, resets_at

MOMENTS = st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1), timezones=st.just(UTC))


@given(st.lists(st.floats(0, 100), max_size=20))
def test_rounding_never_forgets_money(costs: list[float]) -> None:
    assert sum(map(micro, costs)) >= sum(costs) * 1_000_000 - 0.001
    assert all(micro(cost) - cost * 1_000_000 < 1.001 for cost in costs)


@given(MOMENTS)
def test_a_budget_begins_anew_with_the_next_day_or_month(moment: datetime) -> None:
    day, month = resets_at("day", moment), resets_at("month", moment)
    assert moment < day <= moment + timedelta(days=1) and day <= month <= moment + timedelta(days=31)
    before = timedelta(microseconds=1)
    assert day_of(day - before) == day_of(moment) != day_of(day)
    assert month_of(day_of(month - before)) == month_of(day_of(moment)) != month_of(day_of(month))


def test_a_day_is_that_of_utc() -> None:
    assert day_of(datetime(2026, 11, 22, 23, 30, tzinfo=timezone(timedelta(hours=-5)))) == "2026-11-23"


@given(MOMENTS)
def test_identifiers_of_a_day_lie_between_its_first_and_its_last(moment: datetime) -> None:
    made, day = new_id("run", round(moment.timestamp() * 1000 // 1)), moment.date()
    assert first_id("run", day) <= made <= last_id("run", day) or moment.microsecond >= 999_500
    assert last_id("run", day) < first_id("run", day + timedelta(days=1))


@pytest.mark.parametrize("day", [date.min, date(1969, 12, 31), date.max])
def test_the_ends_of_time_have_identifiers_too(day: date) -> None:
    assert len(first_id("run", day)) == len(last_id("run", day)) == 30


def test_counts_add_up_in_every_field() -> None:
    one = Counts(**dict.fromkeys(Counts.model_fields, 2))
    assert one.plus(one) == Counts(**dict.fromkeys(Counts.model_fields, 4)) and one.plus(Counts()) == one


TABLE = Prices(
    as_of="2026-01-01",
    models={
        "gpt-a": Price(input=2, cached=0.2, output=10, cache_write=2.5, long_above=1000),
        "gpt-a-mini": Price(input=1, cached=0.1, output=5),
    },
)
million = Usage(input_tokens=1_000_000)


@pytest.mark.parametrize(
    "name", ["gpt-a-mini", "GPT-A-mini", "gpt-a-mini-2026-04-23", "openai/gpt-a-mini", "openai.gpt-a-mini-1:0"]
)
def test_finds_a_model_under_its_usual_disguises(name: str) -> None:
    assert TABLE.cost(name, million) == 1


@pytest.mark.parametrize("name", ["gpt-b", "gpt-a-maxi", "gpt", "", "gpt-a-mini-instruct"])
def test_an_unknown_model_has_no_price(name: str) -> None:
    assert TABLE.cost(name, million) is None


def test_cached_and_written_tokens_have_their_own_price() -> None:
    usage = Usage(input_tokens=1000, cached_tokens=600, cache_write_tokens=100, output_tokens=10)
    assert TABLE.cost("gpt-a", usage) == pytest.approx((300 * 2 + 600 * 0.2 + 100 * 2.5 + 10 * 10) / 1e6)


def test_a_long_call_costs_more_as_a_whole() -> None:
    usage = Usage(input_tokens=1001, output_tokens=10)
    assert TABLE.cost("gpt-a", usage) == pytest.approx((1001 * 2 * 2 + 10 * 10 * 1.5) / 1e6)


tokens = st.integers(min_value=0, max_value=10**7)


@given(tokens, tokens, tokens, tokens)
def test_a_cost_is_never_negative_and_the_cache_never_makes_it_dearer_than_writing(
    asked: int, cached: int, written: int, said: int
) -> None:
    usage = Usage(input_tokens=asked, cached_tokens=cached, cache_write_tokens=written, output_tokens=said)
    cost = TABLE.cost("gpt-a", usage)
    assert cost is not None and 0 <= cost <= (asked * 2.5 * 2 + said * 10 * 1.5) / 1e6 + 1e-9
