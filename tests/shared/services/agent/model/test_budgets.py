"""The tenant's budget inside a run: reserved before a call, grown with the answer, recorded once, refused in time."""

from typing import Any

import pytest

from devkit.fakes.broken import Broken
from devkit.fakes.model import Call, Reply, calls
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver
from local.openai_server.reply import Tokens
from shared.domain.agent.model_messages import Usage
from shared.domain.errors import LimitReached, Transient
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.spending.spending import Caps, Counts, Hold, day_of
from shared.services.runs.end.end_run import record_ending
from tests.support.chaos.killed import killed
from tests.support.chaos.machine import Died

NONE = Caps(None, None)
WRITE = Call(name="write_file", arguments={"path": "src/note.ts", "content": "export {}\n"})
LONG = Reply(text=("x" * 1_000,) * 90)
FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def costing(reply: Reply, said: int, asked: int = 10) -> Reply:
    return reply.model_copy(update={"usage": Tokens(input_tokens=asked, output_tokens=said)})


def by_answer(model: str, usage: Usage) -> float:
    """A micro-dollar a token of the answer."""
    return usage.output_tokens / 1_000_000


def driver(*replies: Reply, dollars: float | None = 20.0, world: World | None = None, **over: Any) -> LoopDriver:
    limits = DEFAULT_LIMITS.model_copy(update={"budget_day": dollars})
    return LoopDriver(
        list(replies), world=world or World(), ports_over={"price": by_answer} | {"limits": limits} | over
    )


def spend(world: World, amount: int) -> None:
    hold = Hold(
        tenant_id=USER.tenant_id, app_id="app_0000000000000000000000000a", run_id="run_0000000000000000000000000a",
        call="000001-1", attempt=1, model="m", day=day_of(world.clock.now()), amount=amount,
    )  # fmt: skip
    assert world.spending.reserve(hold, NONE) is None
    assert world.spending.record(hold, Counts(calls=1, counted=amount))


def used(loop: LoopDriver) -> tuple[int, int]:
    day, month = loop.world.spending.balances(USER.tenant_id, day_of(loop.world.clock.now()))
    assert (day.used, day.held) == (month.used, month.held)
    return day.used, day.held


def counts_of(loop: LoopDriver, run: Run) -> Counts:
    found = loop.world.spending.runs(run.tenant_id, run.app_id, run.id, run.id, limit=1).items
    return found[0].counts if found else Counts()


def test_what_calls_cost_is_recorded_for_tenant_app_and_run() -> None:
    loop = driver(costing(calls(WRITE), 70, 900), costing(calls(FINISH), 30, 950))
    run = loop.play()
    assert run.status == "completed"
    assert used(loop) == (100, 0)
    counts = counts_of(loop, run)
    assert (counts.calls, counts.input_tokens, counts.output_tokens, counts.counted) == (2, 1_850, 100, 100)
    today = day_of(loop.world.clock.now())
    (row,) = loop.world.spending.days(run.tenant_id, run.app_id, today, today)
    assert (row.model, row.counts) == (run.request.model, counts)
    assert loop.world.spending.holds(run.tenant_id, run.id) == []


def test_a_run_that_finds_no_room_ends_and_keeps_its_work(world: World) -> None:
    loop = driver(costing(calls(WRITE), 100), dollars=0.003, world=world)
    loop.before_iteration = lambda number, run: spend(world, 1_000) if number == 1 else None
    run = loop.play()
    assert run.status == "completed" and run.outcome.revision_id is not None
    assert "$0.00 a day" in (run.outcome.stopped or "")
    assert len(loop.model.requests) == 1, "no call is made that has no room"
    assert used(loop) == (1_100, 0)


def test_a_long_answer_stops_where_the_budget_ends() -> None:
    loop = driver(costing(LONG, 30_000), dollars=0.009)
    run = loop.play()
    assert (run.status, run.outcome.failure_code) == ("failed", "BUDGET_EXCEEDED")
    total, held = used(loop)
    assert held == 0 and 8_000 <= total <= 9_000


def test_a_long_answer_that_is_paid_for_is_heard_to_its_end() -> None:
    loop = driver(costing(LONG, 30_000), dollars=1.0)
    run = loop.play()
    assert run.outcome.failure_code != "BUDGET_EXCEEDED" and used(loop) == (30_000, 0)


def test_without_a_cap_nothing_is_refused() -> None:
    loop = driver(costing(calls(FINISH), 10), dollars=None)
    spend(loop.world, 10**9)
    loop.ports = loop.world.loop_ports(
        price=by_answer,
        limits=DEFAULT_LIMITS.model_copy(update={"budget_day": None, "budget_month": None}),
    )
    assert loop.play().status == "completed"


def test_a_free_model_costs_nothing_and_is_counted() -> None:
    loop = driver(calls(FINISH), dollars=0.000001, price=lambda m, u: 0.0)
    run = loop.play()
    assert run.status == "completed" and used(loop) == (0, 0) and counts_of(loop, run).calls == 1


def unpriced(*replies: Reply, world: World | None = None, **limits: Any) -> LoopDriver:
    """A driver whose model has no price."""
    ours = DEFAULT_LIMITS.model_copy(update=limits)
    return LoopDriver(list(replies), world=world or World(), ports_over={"price": lambda m, u: None, "limits": ours})


def tokens(loop: LoopDriver) -> tuple[int, int]:
    day, month = loop.world.spending.balances(USER.tenant_id, day_of(loop.world.clock.now()))
    assert (day.tokens, day.tokens_held) == (month.tokens, month.tokens_held)
    return day.tokens, day.tokens_held


def test_a_model_without_a_price_is_counted_in_tokens() -> None:
    loop = unpriced(costing(calls(FINISH), 40, 900), budget_day=0.000001)
    run = loop.play()
    counts = counts_of(loop, run)
    assert run.status == "completed" and run.usage.cost_usd is None and run.usage.counted_usd == 0
    assert (counts.unpriced_calls, counts.cost, counts.counted, counts.unpriced_tokens) == (1, 0, 0, 940)
    assert used(loop) == (0, 0) and tokens(loop) == (940, 0)


@pytest.mark.parametrize("cap", ["day", "month"])
def test_a_new_run_is_refused_when_the_tokens_are_used_up(cap: str) -> None:
    loop = unpriced(costing(calls(FINISH), 40, 30_000), **{f"budget_{cap}_tokens": 30_000})
    assert loop.play().status == "completed"
    with pytest.raises(LimitReached) as refused:
        loop.start()
    assert refused.value.code == "BUDGET_EXCEEDED" and refused.value.extra["cap"] == cap
    assert (refused.value.extra["used_tokens"], refused.value.extra["limit_tokens"]) == (30_040, 30_000)
    assert "30,000 tokens" in refused.value.message


def test_a_budget_of_no_dollars_refuses_a_model_without_a_price_too() -> None:
    with pytest.raises(LimitReached):
        unpriced(calls(FINISH), budget_day=0.0).start()


def test_an_unpriced_run_that_finds_no_room_ends_and_keeps_its_work() -> None:
    loop = unpriced(costing(calls(WRITE), 100, 40_000), budget_day_tokens=41_000)
    run = loop.play()
    assert run.status == "completed" and run.outcome.revision_id is not None
    assert "41,000 tokens a day" in (run.outcome.stopped or "") and len(loop.model.requests) == 1
    assert tokens(loop) == (40_100, 0)


def test_a_long_unpriced_answer_stops_where_the_tokens_end() -> None:
    loop = unpriced(costing(LONG, 30_000), budget_day_tokens=25_000)
    run = loop.play()
    total, held = tokens(loop)
    assert (run.status, run.outcome.failure_code) == ("failed", "BUDGET_EXCEEDED") and held == 0 and total <= 25_000


def test_an_unpriced_run_has_its_cap_of_tokens() -> None:
    loop = unpriced(*[costing(calls(WRITE), 100, 9_000)] * 9)
    run = loop.play(budget={"tokens": 30_000})
    assert run.outcome.stopped is not None and run.status == "completed" and run.usage.total_tokens <= 30_000


def test_what_was_used_beyond_what_was_reserved_is_counted_and_can_pass_the_cap() -> None:
    loop = unpriced(costing(calls(FINISH), 5_000, 3_000), budget_day_tokens=7_000)
    assert loop.play().status == "completed"
    assert tokens(loop) == (8_000, 0)


def test_a_call_that_was_refused_before_its_first_word_is_given_back() -> None:
    loop = driver(Reply(status=401, error_code="invalid_api_key"))
    run = loop.play()
    assert run.status == "failed" and used(loop) == (0, 0) and counts_of(loop, run) == Counts()


def test_a_ledger_that_cannot_record_costs_no_answer_and_no_money(world: World) -> None:
    down = Broken(world.spending, Transient("The ledger is down."), "record", "holds")
    loop = driver(costing(calls(FINISH), 40), world=world, spending=down)
    run = loop.start()
    with pytest.raises(Transient):
        loop.follow(run)
    assert used(loop) == (2_000, 2_000), "what was reserved stays counted"
    loop.ports = driver(world=world).ports
    record_ending(run.tenant_id, run.id, ExecutionEnd.EXPECTED, ports=loop.ports)
    assert world.runs.get(run.tenant_id, run.id).status == "completed"
    assert used(loop) == (2_000, 0) and counts_of(loop, run).calls == 1


class Stumbling:
    """A ledger that fails to tell the outcome of some reservations, made or not."""

    def __init__(self, inner: Any, at: set[int], *, is_made: bool) -> None:
        self._inner, self._at, self._is_made, self.asked = inner, at, is_made, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def reserve(self, *args: Any, **named: Any) -> Any:
        self.asked += 1
        if self.asked not in self._at:
            return self._inner.reserve(*args, **named)
        if self._is_made:
            self._inner.reserve(*args, **named)
        raise Transient("The ledger is down.")


@pytest.mark.parametrize("is_made", [True, False])
@pytest.mark.parametrize("at", [{2}, {2, 3}, {3, 4}])
def test_a_ledger_that_stumbles_while_an_answer_grows_is_asked_again(at: set[int], is_made: bool, world: World) -> None:
    ledger = Stumbling(world.spending, at, is_made=is_made)
    loop = driver(*[costing(LONG, 30_000)] * 2, world=world, spending=ledger)
    run = loop.start()
    with killed(loop, events=88), pytest.raises(Died):
        loop.follow(run)
    assert used(loop) == (32_000, 32_000), "all of the answer that came, before the process was killed, is reserved"
    loop.world.clock.advance(20)
    assert loop.follow(run).status != "running" and used(loop)[1] == 0


def test_an_iteration_is_stored_only_when_its_calls_are_recorded() -> None:
    loop = driver(costing(calls(WRITE), 300), costing(calls(FINISH), 200), in_background=lambda act: act)
    seen = []
    loop.before_iteration = lambda number, run: seen.append(used(loop))
    run = loop.play()
    assert (run.status, seen, used(loop)) == ("completed", [(0, 0), (300, 0), (500, 0)][: len(seen)], (500, 0))
    assert len(seen) >= 2
