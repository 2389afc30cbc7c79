"""Attempts to spend more than the budget of the autopilot: real prices, runs at once, a model that reports too much."""

import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Reply, calls, say
from devkit.loop import USER
from devkit.pilot import STEP, Pilot, builder, finish, write
from local.openai_server.reply import Tokens
from shared.domain.agent.model_messages import ModelRequest, Usage
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.message_task import MessageTask
from shared.domain.runs.run import Run
from shared.domain.spending.pool import Pool
from shared.domain.spending.spending import micro
from shared.services.agent.model.write_message import write_message
from shared.services.assets.load_models import load_prices
from shared.services.autopilot.explain_plan import ManagerPlan, explain_plan
from shared.services.runs.end.end_run import record_ending
from tests.support.chaos.killed import killed
from tests.support.chaos.machine import Died
from tests.support.racing import race

PRICED = "gpt-5.4-mini"
COST = load_prices().cost
HONEST, HIGH = Tokens(input_tokens=6_000, output_tokens=1_500), Tokens(input_tokens=6_000, output_tokens=222_000)
"""Of one call: about $0.011, and about $1.00."""
FOUR = {f"task{number}": (f"src/file{number}.ts", ()) for number in range(4)}


def price(model: str, usage: Usage) -> float | None:
    return COST(PRICED, usage)


class Waiting:
    """The clock of the fake world, whose sleep gives way to other threads."""

    def __init__(self, clock: Any) -> None:
        self._clock = clock
        self.now = clock.now

    def sleep(self, seconds: float) -> None:
        time.sleep(0.002)


class Night:
    """A project whose calls have a price, and the bill as the model's service would write it."""

    def __init__(
        self, *, tasks: Any = FOUR, usage: Tokens = HONEST, answer: Any = builder, parallel: int = 1, **app: Any
    ) -> None:
        self.bills: list[int] = []
        self._lock = threading.Lock()
        self.usage = usage

        def respond(request: ModelRequest) -> Reply:
            reply: Reply = answer(request)
            time.sleep(0.01)  # other runs come to their calls meanwhile
            used = self.usage
            with self._lock:
                self.bills.append(micro(price(PRICED, Usage(**used.model_dump())) or 0))
            return reply.model_copy(update={"usage": used})

        over = {"price": price}
        self.pilot = Pilot(tasks, respond=respond, model=PRICED, ports_over=over, max_parallel_runs=parallel, **app)
        self.pilot.loop.ports = replace(self.pilot.loop.ports, clock=Waiting(self.pilot.world.clock))

    def order(self, phase: float | None = None, night: float | None = None) -> None:
        caps = {"phase_budget_usd": phase, "night_budget_usd": night}
        self.pilot.order("start", **{name: cap for name, cap in caps.items() if cap is not None})

    def rounds(self, most: int = 60) -> list[str]:
        """Ticks and work by turns; the runs of a round work at the same time."""
        reasons: list[str] = []
        for _ in range(most):
            said = self.pilot.tick()
            reasons.append(said.reason or "")
            if said.status in ("idle", "waiting_for_approval") or said.reason == "phase_done":
                break
            if said.reason == "start" and self._has_place():
                continue
            self.work()
        return reasons

    def _has_place(self) -> bool:
        return len(self.pilot.row.runs) < self.pilot.app.max_parallel_runs

    def work(self) -> None:
        waiting = [run for run in self.pilot.runs() if not run.ended and not run.undecided]
        if waiting:
            race(*(lambda run=run: self.pilot.loop.follow(run) for run in waiting))

    def pool(self, kind: str = "phase") -> Any:
        row = self.pilot.row
        own = Pool(kind=kind, id=self.pilot.phase.id if kind == "phase" else row.night, cap=0)  # type: ignore[arg-type]
        return self.pilot.world.spending.pools(USER.tenant_id, self.pilot.app_id, [own])[0]

    def plan(self) -> ManagerPlan:
        return explain_plan(principal=USER, app_id=self.pilot.app_id, ports=self.pilot.loop.ports)

    @property
    def bill(self) -> int:
        return sum(self.bills)

    def assert_bound(self, dollars: float) -> None:
        """At most the budget and one call, counted as it was billed, and nothing stays reserved."""
        most = micro(dollars) + max(self.bills, default=0)
        assert self.bill <= most, f"${self.bill / 1e6:.4f} of ${dollars:.2f}, {len(self.bills)} calls"
        balance = self.pool()
        assert (balance.held, balance.open) == (0, 0)
        assert balance.spent == self.bill, "the budget counts what was billed"


def stubborn(request: ModelRequest) -> Reply:
    """Never finishes: each answer changes another file."""
    if not request.tools:
        return say(json.dumps({"steps": [STEP]}))
    asked = " ".join(str(getattr(item, "content", "")) for item in request.items)
    path = asked.rpartition("file:")[2].split()[0]
    return calls(write(path, f"export const step = {len(request.items)};\n"))


def silent(request: ModelRequest) -> Reply:
    """Steps that can never be read, so that each run asks twice and fails."""
    return say("no steps") if not request.tools else stubborn(request)


def broken(request: ModelRequest) -> Reply:
    if not request.tools:
        return builder(request)
    return calls(write("src/bad.ts", COMPILE_ERROR), finish("Done."))


ANSWERS: dict[str, Callable[[ModelRequest], Reply]] = {
    "finishing": builder, "stubborn": stubborn, "unreadable": silent, "broken": broken,
}  # fmt: skip


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("usage", [HONEST, HIGH], ids=["honest", "high"])
@pytest.mark.parametrize("parallel", [1, 2, 4])
@pytest.mark.parametrize("dollars", [0.05, 0.3, 1.0])
def test_a_phase_spends_at_most_its_budget_and_one_call(
    answer: str, usage: Tokens, parallel: int, dollars: float
) -> None:
    night = Night(usage=usage, answer=ANSWERS[answer], parallel=parallel)
    night.order(phase=dollars, night=50)
    night.rounds()
    night.assert_bound(dollars)


@pytest.mark.parametrize("answer", ["finishing", "stubborn"])
@pytest.mark.parametrize("usage", [HONEST, HIGH], ids=["honest", "high"])
def test_a_night_spends_at_most_its_budget_and_one_call(answer: str, usage: Tokens) -> None:
    night = Night(usage=usage, answer=ANSWERS[answer], parallel=4)
    night.order(phase=50, night=0.3)
    night.rounds()
    night.assert_bound(0.3)


def test_less_than_a_run_needs_starts_nothing_and_says_what_to_do() -> None:
    night = Night()
    night.order(phase=0.05)
    assert night.rounds() == ["phase_budget"] and night.bills == []
    assert "$0.00 of the $0.05 for this phase is spent; a run needs $0.10. Raise it" in night.plan().summary


def test_a_budget_that_is_used_up_names_its_amounts() -> None:
    night = Night(usage=HIGH)
    night.order(phase=0.3)
    assert night.rounds()[-1] == "phase_budget"
    assert "the budget of this phase is used up: $1.00 of $0.30. Raise it" in night.plan().summary
    night.order(phase=5)
    assert night.pilot.tick().status in ("started_run", "advanced_run")


def test_starts_share_what_is_left_equally_and_reserve_it_with_the_run() -> None:
    night = Night(parallel=4)
    night.order(phase=1)
    for _ in range(4):
        assert night.pilot.tick().status == "started_run"
    assert [run.budget for run in night.pilot.row.runs] == [250_000] * 4
    assert [run.bounds.dollars for run in night.pilot.runs()] == [0.25] * 4
    spent = night.plan().spent
    assert (spent.phase.spent, spent.phase.reserved, spent.phase.left) == (0, 1_000_000, 0)


def test_two_ticks_at_once_reserve_once() -> None:
    night = Night(parallel=4)
    night.order(phase=0.5)
    race(*([night.pilot.tick] * 8))
    assert sum(run.budget for run in night.pilot.row.runs) <= 500_000
    for _ in range(4):
        night.pilot.tick()
    assert sum(run.budget for run in night.pilot.row.runs) <= 500_000


def test_more_places_while_runs_work_share_only_what_no_one_reserved() -> None:
    night = Night(parallel=1)
    night.order(phase=3)
    night.pilot.tick()
    app = night.pilot.app
    night.pilot.world.apps.update(app.model_copy(update={"max_parallel_runs": 4}))
    night.rounds()
    night.assert_bound(3)
    assert night.pilot.row.runs == ()


def test_a_budget_that_is_lowered_stops_running_work_and_keeps_it() -> None:
    night = Night(answer=stubborn, tasks={"task0": FOUR["task0"]})

    def lower(number: int, run: Run) -> None:
        if number >= 2:
            night.pilot.world.autopilots.put(night.pilot.row.model_copy(update={"phase_cap": 1}))

    night.order(phase=3)
    night.pilot.tick()
    night.work()
    night.pilot.tick()
    night.pilot.loop.before_iteration = lower
    night.work()
    (run,) = night.pilot.runs()
    assert run.ended and run.outcome.stopped_by == "budget"
    assert run.outcome.diff_id is not None or run.outcome.revision_id is not None, "its work is kept"
    assert len(night.bills) <= 4, "no call after the one that was being made"


def test_a_second_phase_leaves_the_first_ones_runs_within_their_own_budget() -> None:
    night = Night(answer=stubborn, parallel=2)
    night.order(phase=0.4)
    night.pilot.tick()
    night.work()
    night.pilot.tick()
    first = night.pilot.phase.id
    other = night.pilot.phase.model_copy(update={"id": f"{first[:-1]}{'a' if first[-1] != 'a' else 'b'}", "title": "2"})
    row = night.pilot.row.at(other.id, night.pilot.world.clock.now()).model_copy(update={"phase_cap": 9_000_000})
    night.pilot.world.autopilots.put(row)
    night.work()
    night.assert_bound(0.4)
    run = night.pilot.row.runs[0]
    assert run.phase_id == first


def test_switching_phases_and_back_does_not_begin_the_budget_anew() -> None:
    night = Night(answer=stubborn, tasks={"task0": FOUR["task0"]})
    night.order(phase=0.2)
    night.rounds()
    spent = night.plan().spent.phase.spent
    assert spent > 0
    row, now = night.pilot.row, night.pilot.world.clock.now()
    row = night.pilot.world.autopilots.put(row.at("node_other", now))
    night.pilot.world.autopilots.put(row.at(night.pilot.phase.id, now))
    assert night.plan().spent.phase.spent == spent


def test_a_resumed_run_is_paid_from_the_same_budget() -> None:
    night = Night(answer=broken, tasks={"task0": FOUR["task0"]})
    night.order(phase=0.3)
    night.rounds()
    stopped = night.pilot.world.runs.list(USER.tenant_id, night.pilot.app_id, limit=1).items[0]
    for _ in range(3):
        again = night.pilot.loop.resume(stopped)
        assert again.request.charge == stopped.request.charge is not None
        stopped = night.pilot.loop.follow(again)
    night.assert_bound(0.3)


def test_a_commit_message_is_paid_from_the_same_budget() -> None:
    night = Night(answer=broken)
    night.order(phase=0.3)
    night.rounds()
    runs = night.pilot.world.runs.list(USER.tenant_id, night.pilot.app_id, limit=5).items
    diff_id = next(run.outcome.diff_id for run in runs if run.outcome.diff_id)
    task = MessageTask(tenant_id=USER.tenant_id, diff_id=diff_id, style="plain", instructions="")
    for _ in range(5):
        loop = night.pilot.loop
        write_message(task, ports=loop.ports, model=loop.model, default_model=PRICED)
    night.assert_bound(0.3)


def test_a_persons_own_run_is_not_counted() -> None:
    night = Night()
    night.order(phase=0.3)
    night.pilot.loop.follow(night.pilot.loop.start("file:src/mine.ts", app_id=night.pilot.app_id))
    assert (night.pool().used, night.pool("night").used) == (0, 0)
    assert night.pilot.tick().status == "started_run"


def test_calls_that_died_count_and_block_no_one() -> None:
    night = Night(parallel=2)
    night.order(phase=0.5)
    night.pilot.tick()
    (run,) = night.pilot.runs()
    with killed(night.pilot.loop), pytest.raises(Died):
        night.pilot.loop.follow(run)
    assert night.pool().open == 1, "the process is gone, its reservation is not"
    night.pilot.world.clock.advance(20)
    night.pilot.loop.follow(night.pilot.world.runs.get(run.tenant_id, run.id))
    night.rounds()
    assert night.bill <= micro(0.5) and night.pool().open == 0


def test_a_run_that_crashed_gives_back_what_it_did_not_spend() -> None:
    night = Night()
    night.order(phase=0.5)
    night.pilot.tick()
    (run,) = night.pilot.runs()
    assert night.plan().spent.phase.reserved == 500_000
    record_ending(run.tenant_id, run.id, ExecutionEnd.CRASHED, ports=night.pilot.loop.ports)
    assert night.plan().spent.phase.reserved == 0
    assert night.pilot.tick().reason == "settle" and night.pilot.row.runs == ()


def test_a_cancelled_run_gives_back_what_it_did_not_spend() -> None:
    night = Night(mode="suggest")
    night.order(phase=0.5)
    night.rounds()
    (run,) = night.pilot.runs()
    night.pilot.answer(run, "abort")
    night.pilot.loop.follow(night.pilot.world.runs.get(run.tenant_id, run.id))
    night.pilot.tick()
    money = night.plan().spent.phase
    assert (money.reserved, money.left) == (0, 500_000 - night.bill)


def test_a_run_approved_after_noon_is_paid_by_the_new_night() -> None:
    night = Night(mode="semi_auto", tasks={"task0": FOUR["task0"]})
    night.order(phase=5, night=0.3)
    night.rounds()
    (run,) = night.pilot.runs()
    before, old = night.bill, night.pool("night").spent
    assert old == before > 0
    night.pilot.world.clock.advance(24 * 3600)
    night.pilot.answer(run)
    night.work()
    night.rounds()
    row = night.pilot.row.at(night.pilot.phase.id, night.pilot.world.clock.now())
    night.pilot.world.autopilots.put(row)
    assert night.pool("night").spent == night.bill - before
    assert night.pool("phase").spent == night.bill


def test_a_model_without_a_price_is_bound_by_tokens() -> None:
    night = Night(answer=stubborn, tasks={"task0": FOUR["task0"]})
    free = replace(night.pilot.loop.ports, price=lambda model, usage: None)
    limits = free.limits.model_copy(update={"run_tokens": 30_000})
    night.pilot.loop.ports = replace(free, limits=limits)
    night.pilot.manager = replace(night.pilot.manager, ports=night.pilot.loop.ports)
    night.order(phase=0.05)
    night.rounds()
    assert 0 < len(night.bills) <= 2 * (30_000 // 7_500 + 1)


def test_a_phase_without_money_does_not_end_a_persons_chat() -> None:
    night = Night(usage=HIGH)
    night.order(phase=0.3)
    night.rounds()
    night.usage = HONEST
    run = night.pilot.loop.follow(night.pilot.loop.start("file:src/mine.ts", app_id=night.pilot.app_id))
    assert run.status == "completed"
