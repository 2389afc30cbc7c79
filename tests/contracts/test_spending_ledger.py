"""The contract of `SpendingLedger`."""

import random
from typing import Any

import pytest

from shared.domain.errors import AppError, Conflict
from shared.domain.ids import new_id, new_run_id
from shared.domain.spending.pool import Pool
from shared.domain.spending.spending import Balance, Caps, Counts, Hold, micro
from tests.support.racing import failures, race

DAY, MONTH = "2026-11-22", "2026-11"
CAPS = Caps(day=100, month=1_000)
NONE = Caps(day=None, month=None)
APP = "app_0000000000000000000000000a"
RUN = "run_0000000000000000000000000a"
LOWEST, HIGHEST = "run_" + "0" * 26, "run_" + "z" * 26


def a_hold(tenant: str, call: str = "000001.1", amount: int = 10, **over: Any) -> Hold:
    fields = {"app_id": APP, "run_id": RUN, "attempt": 1, "model": "gpt-x", "day": DAY} | over
    return Hold(tenant_id=tenant, call=call, amount=amount, **fields)


def cost(counted: int, calls: int = 1, **over: int) -> Counts:
    return Counts(calls=calls, counted=counted, cost=counted, **over)


def used(stores: Any, tenant: str, day: str = DAY) -> tuple[tuple[int, int], tuple[int, int]]:
    first, second = stores.spending.balances(tenant, day)
    return (first.used, first.held), (second.used, second.held)


def test_a_tenant_that_has_spent_nothing(stores: Any, tenant: str) -> None:
    assert stores.spending.balances(tenant, DAY) == (Balance(), Balance())
    assert stores.spending.holds(tenant, RUN) == []
    assert stores.spending.days(tenant, APP, "2026-01-01", DAY) == []
    assert stores.spending.runs(tenant, APP, LOWEST, HIGHEST, limit=5).items == []


def test_what_is_reserved_counts_at_once_and_what_it_cost_takes_its_place(stores: Any, tenant: str) -> None:
    hold = a_hold(tenant, amount=30)
    assert stores.spending.reserve(hold, CAPS) is None
    assert used(stores, tenant) == ((30, 30), (30, 30))
    assert stores.spending.holds(tenant, RUN) == [hold]
    assert stores.spending.record(hold, cost(12))
    assert used(stores, tenant) == ((12, 0), (12, 0))
    assert stores.spending.holds(tenant, RUN) == []


def test_calls_of_a_run_are_told_with_what_they_have_spent(stores: Any, tenant: str) -> None:
    first, second = a_hold(tenant, input_tokens=7), a_hold(tenant, "000002.1", 20, attempt=2)
    for hold in (first, second):
        stores.spending.reserve(hold, CAPS)
    grown = first.model_copy(update={"amount": 15, "input_tokens": 9, "output_tokens": 4})
    stores.spending.reserve(grown, CAPS, before=first)
    stores.spending.record(grown, cost(12, output_tokens=3))
    stores.spending.reserve(a_hold(tenant, run_id="run_0000000000000000000000000b"), CAPS)
    closed = grown.model_copy(update={"settled": True, "spent": cost(12, output_tokens=3)})
    assert stores.spending.calls(tenant, RUN) == [closed, second]
    assert stores.spending.holds(tenant, RUN) == [second]


def test_doing_it_twice_counts_once(stores: Any, tenant: str) -> None:
    hold = a_hold(tenant)
    assert [stores.spending.reserve(hold, CAPS) for _ in range(2)] == [None, None]
    assert used(stores, tenant)[0] == (10, 10)
    raised = hold.model_copy(update={"amount": 25})
    assert [stores.spending.reserve(raised, CAPS, before=hold) for _ in range(2)] == [None, None]
    assert used(stores, tenant)[0] == (25, 25)
    assert [stores.spending.record(raised, cost(7)) for _ in range(3)] == [True, False, False]
    assert used(stores, tenant) == ((7, 0), (7, 0))
    assert stores.spending.days(tenant, APP, DAY, DAY)[0].counts.calls == 1


def test_a_recorded_call_never_comes_back(stores: Any, tenant: str) -> None:
    hold = a_hold(tenant)
    stores.spending.reserve(hold, CAPS)
    stores.spending.record(hold, cost(7))
    for again, before in ((hold, None), (hold.model_copy(update={"amount": 20}), hold)):
        with pytest.raises(Conflict):
            stores.spending.reserve(again, CAPS, before=before)
    assert used(stores, tenant)[0] == (7, 0)


def test_what_was_never_reserved_is_not_recorded(stores: Any, tenant: str) -> None:
    assert not stores.spending.record(a_hold(tenant), cost(7))
    assert used(stores, tenant)[0] == (0, 0)
    with pytest.raises(Conflict):
        stores.spending.reserve(a_hold(tenant), CAPS, before=a_hold(tenant, amount=5))
    assert used(stores, tenant)[0] == (0, 0)


def test_who_records_need_not_know_the_latest_amount(stores: Any, tenant: str) -> None:
    hold = a_hold(tenant)
    stores.spending.reserve(hold, CAPS)
    stores.spending.reserve(hold.model_copy(update={"amount": 40}), CAPS, before=hold)
    assert stores.spending.record(hold, cost(15))
    assert used(stores, tenant) == ((15, 0), (15, 0))


def test_a_release_leaves_nothing_behind(stores: Any, tenant: str) -> None:
    hold = a_hold(tenant)
    stores.spending.reserve(hold, CAPS)
    assert stores.spending.record(hold, Counts())
    assert used(stores, tenant) == ((0, 0), (0, 0))
    assert stores.spending.days(tenant, APP, DAY, DAY) == []
    assert stores.spending.runs(tenant, APP, LOWEST, HIGHEST, limit=5).items == []


def test_a_cap_is_named_and_nothing_is_written(stores: Any, tenant: str) -> None:
    assert stores.spending.reserve(a_hold(tenant, amount=90), CAPS) is None
    assert stores.spending.reserve(a_hold(tenant, "000001.2", 11), CAPS) == "day"
    assert stores.spending.reserve(a_hold(tenant, "000001.2", 11), Caps(None, 100)) == "month"
    assert stores.spending.reserve(a_hold(tenant, "000001.2", 11), Caps(100, 100)) == "month"
    assert used(stores, tenant) == ((90, 90), (90, 90))
    assert len(stores.spending.holds(tenant, RUN)) == 1
    assert stores.spending.reserve(a_hold(tenant, "000001.2", 10), CAPS) is None
    assert used(stores, tenant)[0] == (100, 100)


def test_a_hold_that_would_grow_past_the_cap_stays_as_it_is(stores: Any, tenant: str) -> None:
    hold = a_hold(tenant, amount=60)
    stores.spending.reserve(hold, CAPS)
    assert stores.spending.reserve(hold.model_copy(update={"amount": 101}), CAPS, before=hold) == "day"
    assert stores.spending.holds(tenant, RUN) == [hold]
    assert used(stores, tenant)[0] == (60, 60)


def test_more_than_the_whole_cap_is_refused_on_the_first_call_of_a_day(stores: Any, tenant: str) -> None:
    assert stores.spending.reserve(a_hold(tenant, amount=101), CAPS) == "day"
    assert stores.spending.reserve(a_hold(tenant, amount=1), Caps(0, 0)) == "month"
    assert stores.spending.reserve(a_hold(tenant, amount=0), Caps(0, 0)) is None
    assert stores.spending.reserve(a_hold(tenant, "000001.2", 10**15), NONE) is None


def test_money_really_spent_counts_past_the_cap(stores: Any, tenant: str) -> None:
    hold = a_hold(tenant, amount=90)
    stores.spending.reserve(hold, CAPS)
    stores.spending.record(hold, cost(150))
    assert used(stores, tenant) == ((150, 0), (150, 0))
    assert stores.spending.reserve(a_hold(tenant, "000001.2", 1), CAPS) == "day"


def test_a_new_day_is_a_new_budget_of_the_same_month(stores: Any, tenant: str) -> None:
    caps = Caps(day=100, month=150)
    stores.spending.reserve(a_hold(tenant, amount=100), caps)
    assert stores.spending.reserve(a_hold(tenant, "000001.2", 60, day="2026-11-23"), caps) == "month"
    assert stores.spending.reserve(a_hold(tenant, "000001.2", 50, day="2026-11-23"), caps) is None
    assert stores.spending.reserve(a_hold(tenant, "000001.3", 100, day="2026-12-01"), caps) is None
    assert used(stores, tenant, "2026-11-23") == ((50, 50), (150, 150))
    assert used(stores, tenant, "2026-12-01") == ((100, 100), (100, 100))


def test_tenants_and_runs_are_apart(stores: Any, tenant: str) -> None:
    other = f"{tenant}-2"
    stores.spending.reserve(a_hold(tenant, amount=100), CAPS)
    assert stores.spending.reserve(a_hold(other, amount=100), CAPS) is None
    another_run = a_hold(other, run_id=new_run_id(), amount=0)
    assert stores.spending.reserve(another_run, CAPS) is None
    assert [hold.run_id for hold in stores.spending.holds(other, RUN)] == [RUN]
    assert not stores.spending.record(a_hold(f"{tenant}-3"), cost(1))
    assert used(stores, tenant)[0] == (100, 100)


def test_usage_is_counted_by_day_model_and_run_and_all_agree(stores: Any, tenant: str) -> None:
    runs = sorted(new_run_id() for _ in range(3))
    dice, total = random.Random(7), Counts()  # noqa: S311 - the same amounts every time
    for number in range(18):
        model = ("gpt-x", "openai/gpt y", "é" * 200)[number % 3]
        hold = a_hold(
            tenant, f"000001.{number}", run_id=dice.choice(runs), model=model, day=f"2026-11-{20 + number % 4}"
        )
        counts = cost(dice.randrange(50), input_tokens=number, output_tokens=2, cached_tokens=1, reasoning_tokens=1)
        assert stores.spending.reserve(hold, NONE) is None and stores.spending.record(hold, counts)
        total = total.plus(counts)
    days = stores.spending.days(tenant, APP, "2026-11-20", "2026-11-23")
    spent = stores.spending.runs(tenant, APP, LOWEST, HIGHEST, limit=9).items
    assert summed(days) == summed(spent) == total
    assert [day.day for day in days] == sorted(day.day for day in days) and len(days) == 12
    assert {day.model for day in days} == {"gpt-x", "openai/gpt y", "é" * 200}
    assert {day.day for day in stores.spending.days(tenant, APP, "2026-11-21", "2026-11-22")} == {"2026-11-21", DAY}
    assert stores.spending.days(tenant, new_id("app"), "2026-11-20", "2026-11-23") == []
    assert [run.run_id for run in spent] == sorted((run.run_id for run in spent), reverse=True)


def summed(rows: Any) -> Counts:
    total = Counts()
    for row in rows:
        total = total.plus(row.counts)
    return total


def test_runs_come_in_pages(stores: Any, tenant: str) -> None:
    runs = sorted((new_run_id() for _ in range(5)), reverse=True)
    for run in runs:
        hold = a_hold(tenant, run_id=run)
        stores.spending.reserve(hold, CAPS)
        stores.spending.record(hold, cost(1))
    seen, cursor = [], None
    for _ in range(3):
        found = stores.spending.runs(tenant, APP, runs[3], runs[0], limit=2, cursor=cursor)
        seen += [row.run_id for row in found.items]
        cursor = found.next_cursor
        if cursor is None:
            break
    assert seen == runs[:4] and cursor is None
    inner = stores.spending.runs(tenant, APP, runs[2], runs[1], limit=9)
    assert [row.run_id for row in inner.items] == runs[1:3]
    with pytest.raises(AppError):
        stores.spending.runs(tenant, APP, LOWEST, HIGHEST, limit=2, cursor="nonsense")


def test_of_many_at_once_none_passes_the_cap(raced: Any, tenant: str) -> None:
    caps = Caps(day=100, month=10_000)
    holds = [a_hold(tenant, f"000001.{number}", 9, run_id=new_run_id()) for number in range(20)]
    outcomes = race(*(lambda hold=hold: raced.spending.reserve(hold, caps) for hold in holds))
    assert failures(outcomes) == [] and outcomes.count(None) == 11 and outcomes.count("day") == 9
    assert used(raced, tenant) == ((99, 99), (99, 99))
    taken = [hold for hold, outcome in zip(holds, outcomes, strict=True) if outcome is None]
    assert set(race(*(lambda hold=hold: raced.spending.record(hold, cost(3)) for hold in taken))) == {True}
    assert used(raced, tenant) == ((33, 0), (33, 0))
    assert raced.spending.days(tenant, APP, DAY, DAY)[0].counts == cost(33, calls=11)


def test_of_many_who_record_the_same_call_one_does(raced: Any, tenant: str) -> None:
    hold = a_hold(tenant)
    raced.spending.reserve(hold, CAPS)
    outcomes = race(*(lambda: raced.spending.record(hold, cost(4)) for _ in range(8)))
    assert sorted(map(bool, outcomes)) == [False] * 7 + [True]
    assert used(raced, tenant)[0] == (4, 0)


def test_a_part_of_a_micro_dollar_is_one() -> None:
    assert [micro(dollars) for dollars in (0.0, 1e-9, 0.000001, 0.0000011, 1.0, 20.0, 0.1 + 0.2)] == [
        0, 1, 1, 2, 1_000_000, 20_000_000, 300_000,
    ]  # fmt: skip


def test_the_days_of_a_tenant_are_read_in_the_order_that_is_asked_for(stores: Any, tenant: str) -> None:
    early = a_hold(tenant, "000001.1", 7, day="2026-02-01")
    for hold in (early, a_hold(tenant, "000001.2", 5)):
        assert stores.spending.reserve(hold, Caps(None, None)) is None
    assert stores.spending.record(early, cost(6))
    days = [DAY, *[f"2025-{month:02}-{day:02}" for month in range(1, 11) for day in range(1, 29)], "2026-02-01"]
    found = stores.spending.history(tenant, days)
    assert [(balance.used, balance.held) for balance in found if balance.used] == [(5, 5), (6, 0)]
    assert (len(found), found[0].used, found[-1].used) == (len(days), 5, 6)
    assert stores.spending.history(f"{tenant}-other", [DAY]) == [Balance()]
    assert stores.spending.history(tenant, []) == []


TOKENS = Caps(day=100, month=1_000, day_tokens=5_000, month_tokens=9_000)


def tokens(stores: Any, tenant: str, day: str = DAY) -> tuple[tuple[int, int], tuple[int, int]]:
    first, second = stores.spending.balances(tenant, day)
    return (first.tokens, first.tokens_held), (second.tokens, second.tokens_held)


def unpriced(tenant: str, call: str = "000001.1", tokens: int = 1_000, **over: Any) -> Hold:
    return a_hold(tenant, call, 0, tokens=tokens, unpriced=True, **over)


def test_a_model_without_a_price_is_counted_in_tokens(stores: Any, tenant: str) -> None:
    hold = unpriced(tenant)
    assert stores.spending.reserve(hold, TOKENS) is None
    assert tokens(stores, tenant) == ((1_000, 1_000), (1_000, 1_000)) and used(stores, tenant) == ((0, 0), (0, 0))
    raised = hold.model_copy(update={"tokens": 3_000})
    assert [stores.spending.reserve(raised, TOKENS, before=hold) for _ in range(2)] == [None, None]
    assert stores.spending.record(hold, Counts(calls=1, unpriced_calls=1, unpriced_tokens=2_500))
    assert tokens(stores, tenant) == ((2_500, 0), (2_500, 0))
    assert stores.spending.days(tenant, APP, DAY, DAY)[0].counts.unpriced_tokens == 2_500


def test_tokens_have_caps_of_a_day_and_a_month(stores: Any, tenant: str) -> None:
    assert stores.spending.reserve(unpriced(tenant, tokens=5_001), TOKENS) == "day"
    assert stores.spending.reserve(unpriced(tenant, tokens=4_000), TOKENS) is None
    assert stores.spending.reserve(unpriced(tenant, "000001.2", 1_001), TOKENS) == "day"
    later = unpriced(tenant, "000001.2", 5_000, day="2026-11-23")
    assert stores.spending.reserve(later, TOKENS) is None
    assert stores.spending.reserve(unpriced(tenant, "000001.3", 1, day="2026-11-24"), TOKENS) == "month"
    assert stores.spending.reserve(unpriced(tenant, "000001.3", 1, day="2026-12-01"), TOKENS) is None


def test_money_and_tokens_have_budgets_of_their_own(stores: Any, tenant: str) -> None:
    assert stores.spending.reserve(a_hold(tenant, amount=100), TOKENS) is None
    assert stores.spending.reserve(unpriced(tenant, "000001.2", 5_000), TOKENS) is None
    assert stores.spending.reserve(a_hold(tenant, "000001.3", 1), TOKENS) == "day"
    assert stores.spending.reserve(unpriced(tenant, "000001.3", 1), TOKENS) == "day"
    assert used(stores, tenant)[0] == (100, 100) and tokens(stores, tenant)[0] == (5_000, 5_000)


def test_of_many_at_once_none_passes_the_cap_of_tokens(raced: Any, tenant: str) -> None:
    holds = [unpriced(tenant, f"000001.{number}", 450, run_id=new_run_id()) for number in range(20)]
    outcomes = race(*(lambda hold=hold: raced.spending.reserve(hold, TOKENS) for hold in holds))
    assert failures(outcomes) == [] and outcomes.count(None) == 11 and outcomes.count("day") == 9
    assert tokens(raced, tenant)[0] == (4_950, 4_950)


def test_a_tenants_own_budgets_are_set_by_who_knows_the_version(stores: Any, tenant: str) -> None:
    before = stores.spending.own_budgets(tenant)
    assert (before.caps, before.version) == (NONE, 0)
    wish = before.model_copy(update={"day": 5, "month_tokens": 0, "changed_by": "sam"})
    first = stores.spending.set_budgets(wish)
    assert first == wish.model_copy(update={"version": 1}) == stores.spending.own_budgets(tenant)
    with pytest.raises(Conflict):
        stores.spending.set_budgets(wish)
    with pytest.raises(Conflict):
        stores.spending.set_budgets(wish.model_copy(update={"version": 7}))
    second = stores.spending.set_budgets(first.model_copy(update={"day": None}))
    assert (second.version, second.caps) == (2, Caps(None, None, None, 0))
    assert stores.spending.own_budgets(f"{tenant}-other").version == 0
    stores.spending.reserve(a_hold(tenant), CAPS)
    assert used(stores, tenant)[0] == (10, 10), "what is spent lies beside it"


def balance(stores: Any, tenant: str, hold: Hold) -> list[tuple[int, int, int, int]]:
    found = stores.spending.pools(tenant, APP, hold.pools)
    return [(one.used, one.held, one.open, one.worst) for one in found]


def a_pooled(tenant: str, call: str, pooled: int = 50, amount: int = 10, phase: int = 100, night: int = 80) -> Hold:
    pools = (Pool(kind="phase", id="node_1", cap=phase), Pool(kind="night", id=DAY, cap=night))
    return a_hold(tenant, call, amount, pools=pools, pooled=pooled, is_open=True)


def test_pools_reserve_the_longest_answer_and_count_what_it_cost(stores: Any, tenant: str) -> None:
    hold = a_pooled(tenant, "1")
    assert balance(stores, tenant, hold) == [(0, 0, 0, 0)] * 2
    assert [stores.spending.reserve(hold, NONE) for _ in range(2)] == [None, None]
    assert balance(stores, tenant, hold) == [(50, 50, 1, 0)] * 2
    assert [stores.spending.record(hold, cost(12)) for _ in range(2)] == [True, False]
    assert balance(stores, tenant, hold) == [(12, 0, 0, 0)] * 2
    assert stores.spending.holds(tenant, RUN) == []


def test_what_no_longer_fits_a_pool_is_taken_alone_or_not_at_all(stores: Any, tenant: str) -> None:
    first, second, third = (a_pooled(tenant, call) for call in "123")
    assert stores.spending.reserve(first, NONE) is None
    assert stores.spending.reserve(second, NONE) == "night"
    assert stores.spending.reserve(second, NONE, alone=True) is not None, "the first is in flight"
    stores.spending.record(first, cost(40))
    assert stores.spending.reserve(second, NONE, alone=True) is None
    assert balance(stores, tenant, first) == [(90, 50, 1, 0)] * 2
    assert stores.spending.reserve(third, NONE, alone=True) is not None
    stores.spending.record(second, cost(900))
    assert balance(stores, tenant, first) == [(940, 0, 0, 900)] * 2
    assert stores.spending.reserve(third, NONE, alone=True) == "phase"
    assert used(stores, tenant)[0] == (940, 0), "what is refused is written nowhere"


def test_a_released_call_leaves_its_pools_as_they_were(stores: Any, tenant: str) -> None:
    hold = a_pooled(tenant, "1")
    stores.spending.reserve(hold, NONE)
    raised = hold.model_copy(update={"amount": 60, "pooled": 60})
    assert stores.spending.reserve(raised, NONE, before=hold) is None
    assert balance(stores, tenant, hold) == [(60, 60, 1, 0)] * 2
    stores.spending.record(raised, Counts())
    assert balance(stores, tenant, hold) == [(0, 0, 0, 0)] * 2


def test_calls_that_race_for_a_pool_pass_it_together_by_none(raced: Any, tenant: str) -> None:
    holds = [a_pooled(tenant, str(number)) for number in range(8)]
    answers = race(*(lambda hold=hold: raced.spending.reserve(hold, NONE) for hold in holds))
    assert answers.count(None) == 1
    assert balance(raced, tenant, holds[0]) == [(50, 50, 1, 0)] * 2
