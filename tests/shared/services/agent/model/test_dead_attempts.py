"""An attempt that dies is charged: at once where its process lives to do it, else by the next attempt or at the end."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import NamedTuple

import pytest

from devkit.api.api import Api
from devkit.fakes.broken import Broken
from devkit.fakes.model import Call, FakeModel, Reply, calls
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver, state_of, stored
from shared.domain.agent.model_errors import ModelRejected, ModelSilent
from shared.domain.agent.model_messages import ModelEvent, ModelRequest, Retrying, TextDelta, Waiting
from shared.domain.errors import Transient
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import RunUsage
from shared.domain.runs.steps import LoopState
from shared.domain.spending.spending import Counts, day_of, dollars_of
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.end.end_run import record_ending
from shared.services.spending.ask_once import Payer, ask_once, estimated_tokens, hold_for, plain_request
from tests.support.chaos.killed import killed, killed_at
from tests.support.chaos.machine import Died
from tests.support.chaos.weather import price

WRITE = Call(name="write_file", arguments={"path": "src/note.ts", "content": "export {}\n"})
WORDS = ("word " * 120,) * 3
"""1,800 characters in three pieces, about 600 tokens."""
RECEIVED = 400
"""Tokens of two of these pieces."""
ANSWER = 2_000
"""Tokens of an answer that are reserved before the first word."""


class Raising(FakeModel):
    """Says two pieces, then the reader raises something that nobody expects."""

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
        self.requests.append(request)
        yield TextDelta(delta=WORDS[0])
        yield TextDelta(delta=WORDS[1])
        raise TypeError("a bug")


def whole(text: tuple[str, ...] = WORDS) -> Reply:
    return calls(WRITE, text=text, usage={"input_tokens": 900, "output_tokens": 700})


def driver(model: FakeModel | None = None, **limits: float) -> LoopDriver:
    made = LoopDriver(
        [],
        respond=lambda request: whole(),
        ports_over={"price": price, "limits": DEFAULT_LIMITS.model_copy(update=limits)},
    )
    made.model = model or made.model
    return made


class Money(NamedTuple):
    """Micro-dollars, which are tokens here: used and held by the tenant, and counted for the run."""

    used: int
    held: int
    counted: int


def money(loop: LoopDriver, run: Run) -> Money:
    day, month = loop.world.spending.balances(run.tenant_id, day_of(loop.world.clock.now()))
    assert (day.used, day.held) == (month.used, month.held)
    rows = loop.world.spending.runs(run.tenant_id, run.app_id, run.id, run.id, limit=1).items
    return Money(day.used, day.held, rows[0].counts.counted if rows else 0)


def usage(loop: LoopDriver, run: Run) -> RunUsage:
    return stored(loop, run).usage


def attempt(loop: LoopDriver, run: Run) -> LoopState:
    loop.world.clock.advance(20)  # the lease of an attempt that was killed has expired
    return loop.step(state_of(run))


def crash(loop: LoopDriver, run: Run) -> Run:
    return record_ending(run.tenant_id, run.id, ExecutionEnd.CRASHED, ports=loop.ports) or run


Death = Callable[[LoopDriver], AbstractContextManager[object]]
KILLED: Death = partial(killed, events=2)


def asked(loop: LoopDriver) -> int:
    return estimated_tokens(loop.model.requests[0])


# ---- what is charged, and when -----------------------------------------------------------------------------------


def test_a_reader_that_raises_is_charged_at_once_in_every_ledger() -> None:
    loop = driver(Raising())
    run = loop.start()
    with pytest.raises(TypeError):
        attempt(loop, run)
    cost = asked(loop) + RECEIVED
    assert money(loop, run) == (cost, 0, cost)
    assert usage(loop, run) == RunUsage(
        model_calls=1, lost_calls=1, lost_tokens=cost, cost_usd=cost / 1e6, counted_usd=cost / 1e6, model="fake"
    )


def test_a_killed_process_holds_all_it_may_have_used_until_the_next_attempt_charges_it() -> None:
    loop = driver()
    run = loop.start()
    with KILLED(loop), pytest.raises(Died):
        attempt(loop, run)
    reserved = asked(loop) + ANSWER
    assert money(loop, run) == (reserved, reserved, 0), "counted at once, in the place of what nobody knows yet"
    assert usage(loop, run) == RunUsage()
    assert attempt(loop, run).next == "continue"
    assert money(loop, run) == (reserved + 1_600, 0, reserved + 1_600)
    used = usage(loop, run)
    assert (used.model_calls, used.lost_calls, used.lost_tokens) == (2, 1, reserved)
    assert used.counted_usd == used.cost_usd == dollars_of(reserved + 1_600)


def test_a_killed_process_is_charged_at_the_end_of_a_run_that_has_no_next_attempt() -> None:
    loop = driver()
    run = loop.start()
    with KILLED(loop), pytest.raises(Died):
        attempt(loop, run)
    for _ in range(2):  # the end is recorded twice
        crash(loop, run)
        reserved = asked(loop) + ANSWER
        assert money(loop, run) == (reserved, 0, reserved)
        assert usage(loop, run).counted_usd == dollars_of(reserved)


def test_a_long_answer_of_a_killed_process_is_held_in_full() -> None:
    long = ("word " * 1_200,) * 5  # 10,000 tokens
    loop = driver(FakeModel(respond=lambda request: whole(long)))
    run = loop.start()
    with killed(loop, events=5), pytest.raises(Died):
        attempt(loop, run)
    held = money(loop, run).held
    assert asked(loop) + 10_000 <= held <= asked(loop) + 2 * 10_000
    crash(loop, run)
    assert money(loop, run) == (held, 0, held)


@pytest.mark.parametrize("place", ["snapshots.put", "runs.save_iteration"])
def test_an_answer_that_was_recorded_and_not_stored_is_charged_as_its_provider_counted(place: str) -> None:
    loop = driver()
    run = loop.start()
    with killed_at(loop, place), pytest.raises(Died):
        attempt(loop, run)
    assert money(loop, run) == (1_600, 0, 1_600)
    assert usage(loop, run) == RunUsage(), "a process that was killed tells the run nothing"
    crash(loop, run)
    assert money(loop, run) == (1_600, 0, 1_600)
    assert (usage(loop, run).counted_usd, usage(loop, run).lost_tokens) == (0.0016, 1_600)


def test_an_answer_whose_process_was_killed_before_it_was_recorded_is_charged_as_reserved() -> None:
    loop = driver()
    run = loop.start()
    with killed_at(loop, "spending.record"), pytest.raises(Died):
        attempt(loop, run)
    reserved = asked(loop) + ANSWER
    assert money(loop, run) == (reserved, reserved, 0)
    attempt(loop, run)
    assert money(loop, run) == (reserved + 1_600, 0, reserved + 1_600)
    assert usage(loop, run).counted_usd == dollars_of(reserved + 1_600)


def test_an_attempt_that_fails_after_its_answer_is_charged_at_once_as_its_provider_counted() -> None:
    loop = driver()
    run = loop.start()
    working, down = loop.ports, Broken(loop.world.runs, Transient("The store is down."), "save_iteration")
    loop.ports = loop.world.loop_ports(price=price, runs=down)
    with pytest.raises(Transient):
        attempt(loop, run)
    assert money(loop, run) == (1_600, 0, 1_600)
    assert (usage(loop, run).model_calls, usage(loop, run).counted_usd) == (1, 0.0016)
    loop.ports = working
    attempt(loop, run)
    assert money(loop, run) == (3_200, 0, 3_200)
    used = usage(loop, run)
    assert (used.model_calls, used.lost_calls, used.counted_usd) == (2, 1, 0.0032), "nothing is charged twice"


def test_an_iteration_that_was_stored_after_all_is_not_charged_as_lost() -> None:
    loop = driver()
    run = loop.start()

    class Unheard(Broken):
        """The iteration is stored, and the answer to that is lost."""

        def save_iteration(self, *args: object) -> None:
            loop.world.runs.save_iteration(*args)  # type: ignore[arg-type]  # whatever it is given
            raise Transient("The answer was lost.")

    loop.ports = loop.world.loop_ports(price=price, runs=Unheard(loop.world.runs, Transient("")))
    with pytest.raises(Transient):
        attempt(loop, run)
    used = usage(loop, run)
    assert (used.model_calls, used.lost_calls, used.total_tokens) == (1, 0, 1_600)
    assert money(loop, run) == (1_600, 0, 1_600)


class Hanging(FakeModel):
    """A server that hangs: questions are read, never answered, and the time for them ends."""

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
        self.requests.append(request)
        yield Retrying(attempt=2, reason="nothing came for 300 s", wait_seconds=0, lost=True)
        yield Waiting()
        raise ModelSilent("the model's answer took longer than there was time for it")


def test_a_server_that_hangs_until_the_time_is_over_is_charged_at_once() -> None:
    loop = driver(Hanging())
    run = loop.start()
    assert attempt(loop, run).next == "failed"
    cost = 2 * asked(loop)
    assert money(loop, run) == (cost, 0, cost)
    assert (usage(loop, run).lost_calls, usage(loop, run).counted_usd) == (2, dollars_of(cost))


def test_questions_that_were_never_answered_are_reserved_before_they_are_asked_again() -> None:
    loop = driver(Hanging())
    run = loop.start()
    with killed(loop, events=2), pytest.raises(Died):
        attempt(loop, run)
    assert money(loop, run).held == 2 * asked(loop) + ANSWER


def test_a_run_that_is_cancelled_while_the_model_speaks_is_charged_at_once() -> None:
    loop = driver()
    run = loop.start()

    class Cancelling(FakeModel):
        def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
            self.requests.append(request)
            yield TextDelta(delta=WORDS[0])
            yield TextDelta(delta=WORDS[1])
            cancel_run(run.tenant_id, run.app_id, run.id, ports=loop.ports, workflows=loop.world.workflows)
            while True:
                yield Waiting()

    loop.model = Cancelling()
    ended = loop.follow(run)
    cost = asked(loop) + RECEIVED
    assert (ended.status, ended.outcome.failure_code) == ("aborted", "CANCELLED")
    assert money(loop, run) == (cost, 0, cost) and ended.usage.counted_usd == dollars_of(cost)


def test_a_run_that_is_cancelled_after_its_process_was_killed_is_charged_when_it_ends() -> None:
    loop = driver()
    run = loop.start()
    with KILLED(loop), pytest.raises(Died):
        attempt(loop, run)
    loop.world.workflows.running.clear()
    ended = cancel_run(run.tenant_id, run.app_id, run.id, ports=loop.ports, workflows=loop.world.workflows)
    reserved = asked(loop) + ANSWER
    assert money(loop, run) == (reserved, 0, reserved) and ended.usage.counted_usd == dollars_of(reserved)


def test_a_call_that_was_refused_before_its_first_word_costs_nothing_in_any_ledger() -> None:
    loop = driver(FakeModel([Reply(status=400)]))
    run = loop.start()
    assert attempt(loop, run).next == "failed"
    assert money(loop, run) == (0, 0, 0) and usage(loop, run).counted_usd == 0


def test_attempts_that_died_are_in_the_usage_of_a_run_that_crashed() -> None:
    loop = driver(Raising())
    run = loop.start()
    for number in range(1, 4):
        with pytest.raises(TypeError):
            attempt(loop, run)
        cost = number * (asked(loop) + RECEIVED)
        assert usage(loop, run).counted_usd == pytest.approx(dollars_of(cost)), "each at its own death"
    before = usage(loop, run)
    for _ in range(2):
        crash(loop, run)
        assert usage(loop, run) == before and money(loop, run) == (cost, 0, cost)


def test_an_unpriced_model_is_charged_in_tokens() -> None:
    loop = LoopDriver([], respond=lambda request: whole(), ports_over={"price": lambda model, used: None})
    run = loop.start()
    with KILLED(loop), pytest.raises(Died):
        attempt(loop, run)
    attempt(loop, run)
    used = usage(loop, run)
    assert (used.cost_usd, used.counted_usd, used.lost_tokens) == (None, 0.0, asked(loop) + ANSWER)
    day, _ = loop.world.spending.balances(run.tenant_id, day_of(loop.world.clock.now()))
    assert (day.tokens, day.tokens_held) == (asked(loop) + ANSWER + 1_600, 0)


# ---- what binds meanwhile, and what a person sees ----------------------------------------------------------------


def test_what_a_killed_process_holds_binds_the_tenants_budget() -> None:
    loop = driver(budget_day=0.018)
    run = loop.start()
    with KILLED(loop), pytest.raises(Died):
        attempt(loop, run)
    with KILLED(loop), pytest.raises(Died):
        attempt(loop, run)
    state = attempt(loop, run)
    assert (state.next, stored(loop, run).outcome.stopped_by) == ("failed", "budget")
    assert money(loop, run).used <= 18_000 and len(loop.model.requests) == 2, "no third call is made"


@pytest.mark.parametrize("bounds", [{"model_calls": 2}, {"dollars": 0.014}, {"tokens": 15_000}])
def test_what_killed_processes_have_used_binds_each_cap_of_the_run(bounds: dict[str, float]) -> None:
    loop = driver()
    run = loop.start(budget=bounds)
    for _ in range(2):
        with KILLED(loop), pytest.raises(Died):
            attempt(loop, run)
    assert attempt(loop, run).next == "failed"
    assert len(loop.model.requests) == 2, "no third call is made"
    assert stored(loop, run).outcome.stopped_by == next(iter(bounds))


def test_a_person_sees_what_the_attempts_have_cost() -> None:
    loop = driver()
    run, api = loop.start(), Api(loop.world)

    def seen() -> tuple[float, float, float]:
        tenant = api.client.get("/admin/usage").json()["budgets"]["day"]
        return api.client.get(f"/runs/{run.id}").json()["usage"]["cost_usd"], tenant["spent_usd"], tenant["held_usd"]

    with KILLED(loop), pytest.raises(Died):
        attempt(loop, run)
    reserved = dollars_of(asked(loop) + ANSWER)
    assert seen() == (0.0, reserved, reserved)
    attempt(loop, run)
    assert seen() == (reserved + 0.0016, reserved + 0.0016, 0.0)
    kinds = loop.kinds(run)
    place = kinds.index("data-retry") - 1
    assert kinds[place] == "data-usage" and loop.chunks(run)[place]["data"]["counted_usd"] == reserved


# ---- calls outside of the loop -----------------------------------------------------------------------------------


@pytest.mark.parametrize("is_refused", [False, True])
def test_a_small_call_whose_reader_raises_is_charged_at_once(is_refused: bool, world: World) -> None:
    ports = world.loop_ports(price=price)
    app, _ = world.make_app(tenant_id=USER.tenant_id)
    request = plain_request("fake", "Summarise.", "word " * 300, answer_tokens=500, seconds=60)
    hold = hold_for(request, Payer(app.tenant_id, app.id, app.id), 500, ports=ports)

    class Refusing(FakeModel):
        def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
            yield Waiting()
            raise ModelRejected("no")

    with nullcontext() if is_refused else pytest.raises(TypeError):
        ask_once(request, hold, 500, model=Refusing() if is_refused else Raising(), ports=ports)
    cost = 0 if is_refused else estimated_tokens(request) + RECEIVED
    day, _ = world.spending.balances(app.tenant_id, day_of(world.clock.now()))
    assert (day.used, day.held) == (cost, 0)
    (call,) = world.spending.calls(app.tenant_id, app.id)
    assert (call.spent or Counts()).counted == cost
