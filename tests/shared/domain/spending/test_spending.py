"""Money in whole micro-dollars, days and months of UTC."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.ids import first_id, last_id, new_id
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
