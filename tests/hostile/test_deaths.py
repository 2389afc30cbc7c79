"""Any sequence of deaths of attempts spends at most a budget and one call, whichever budget it is."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import hypothesis.strategies as st
from hypothesis import given, settings

from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver, state_of, stored
from shared.domain.agent.model_errors import ModelSilent, ModelTruncated
from shared.domain.agent.model_messages import (
    Completed,
    ModelEvent,
    ModelRequest,
    Retrying,
    TextDelta,
    ToolCall,
    Usage,
)
from shared.domain.brain import summary_task
from shared.domain.errors import LimitReached
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.runs.steps import LoopState
from shared.domain.spending.pool import Charge, Pool
from shared.domain.spending.spending import day_of, dollars_of
from shared.services.runs.end.end_run import record_ending
from shared.services.spending.ask_once import CHARACTERS_A_TOKEN, estimated_tokens
from tests.support.chaos.killed import Doom
from tests.support.chaos.machine import Died, fused
from tests.support.chaos.weather import price
from tests.support.depth import depth, sampled

Kind = Literal["whole", "killed", "raises", "cut", "silent", "unrecorded", "unstored", "ended"]
"""`unrecorded`, `unstored`: killed after the whole answer. `ended`: killed, and no attempt follows."""
Where = Literal["tenant", "phase", "run"]
_PIECE = 600
_PHASE = "node_1"
_PLACES = {"unrecorded": "spending.record", "unstored": "runs.save_iteration"}


@dataclass
class Provider:
    """A model's service, with its bill: every question that it read, and every word that it sent.

    `aside` is the part of summaries, which are never disturbed here: the tenant pays for them, and no run does.
    """

    doom: Doom = field(default_factory=Doom)
    kind: Kind = "whole"
    pieces: int = 0
    billed: int = 0
    dearest: int = 0
    calls: int = 0
    aside: int = 0

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
        if request.instructions == summary_task.INSTRUCTIONS:
            asked = estimated_tokens(request)
            self.billed, self.aside = self.billed + asked, self.aside + asked
            yield Completed(items=(), usage=Usage(input_tokens=asked))
            return
        self.calls += 1
        asked, said, questions = estimated_tokens(request), 0, 1
        try:
            if self.kind == "silent":
                yield Retrying(attempt=2, reason="nothing came", wait_seconds=0, lost=True)
                questions += 1  # it is sent again once the reader has heard of it
                raise ModelSilent("nothing came")
            for _ in range(self.pieces):
                said += _PIECE
                yield TextDelta(delta="x" * _PIECE)
            self._fail()
            path, content = f"src/note{self.calls}.ts", f"export const a = {self.calls}\\n"
            write = ToolCall(
                call_id=f"c{self.calls}",
                name="write_file",
                arguments=f'{{"path": "{path}", "content": "{content}"}}',
            )
            answer = -(-said // CHARACTERS_A_TOKEN)
            yield Completed(items=(write,), usage=Usage(input_tokens=asked, output_tokens=answer))
        finally:
            cost = questions * asked - (-said // CHARACTERS_A_TOKEN)
            self.billed += cost
            self.dearest = max(self.dearest, cost)

    def _fail(self) -> None:
        match self.kind:
            case "killed" | "ended":
                self.doom.strike()
            case "raises":
                raise TypeError("a bug")
            case "cut":
                raise ModelTruncated("cut")


class Deaths:
    """Attempts of one run after the other, each with its own death."""

    def __init__(self, where: Where, budget: int) -> None:
        self.where, self.budget, self.provider = where, budget, Provider()
        day = dollars_of(budget) if where == "tenant" else None
        limits = DEFAULT_LIMITS.model_copy(update={"budget_day": day, "budget_month": None})
        self.loop = LoopDriver([], world=World(), ports_over={"price": price, "limits": limits})
        self.loop.model = self.provider  # type: ignore[assignment]  # another model
        self.app_id = self.loop.world.make_app(tenant_id=USER.tenant_id)[0].id
        self.run: Run | None = None
        self.state: LoopState | None = None
        self.before = 0  # what the runs before were billed

    def die(self, kind: Kind, pieces: int) -> bool:
        """One attempt; False when no run can be started any more."""
        if self.run is None and not self._start():
            return False
        assert self.run is not None and self.state is not None
        working, doom = self.loop.ports, Doom(_PLACES.get(kind, ""))
        self.provider.doom, self.provider.kind, self.provider.pieces = doom, kind, pieces
        self.loop.ports = fused(working, doom)
        try:
            self.state = self.loop.step(self.state)
        except (Died, TypeError):
            pass
        finally:
            self.loop.ports = working
        self.loop.world.clock.advance(20)  # the lease of a process that was killed
        if self.state.next != "continue" or kind == "ended":
            self.end()
        return True

    def end(self) -> None:
        if self.run is None:
            return
        record_ending(self.run.tenant_id, self.run.id, ExecutionEnd.CRASHED, ports=self.loop.ports)
        ended = stored(self.loop, self.run)
        assert ended.usage.counted_usd * 1e6 >= self._of_runs - self.before - _PIECE
        self.run = self.state = None

    def check(self) -> None:
        """What the ledger counts is never less than the bill, and the bill never more than the budget and one call."""
        provider, spending = self.provider, self.loop.world.spending
        day, _ = spending.balances(USER.tenant_id, day_of(self.loop.world.clock.now()))
        # A piece that came before the reservation for it was refused is known to the process alone.
        assert day.used >= provider.billed - _PIECE, "the ledger knows of everything that was billed"
        if self.where == "tenant":
            assert provider.billed <= self.budget + provider.dearest
        if self.where == "phase":
            (pool,) = spending.pools(USER.tenant_id, self.app_id, [self._pool])
            assert pool.used >= provider.billed - _PIECE
            assert provider.billed <= self.budget + provider.dearest
        if self.where == "run" and self.run is not None:
            assert self._of_runs - self.before <= self.budget + provider.dearest

    def check_end(self) -> None:
        """At the end of everything nothing is reserved, and every run was charged what its tenant was."""
        self.end()
        spending, world = self.loop.world.spending, self.loop.world
        day, _ = spending.balances(USER.tenant_id, day_of(world.clock.now()))
        assert (day.held, day.used >= self.provider.billed - _PIECE) == (0, True)
        runs = world.runs.list(USER.tenant_id, self.app_id, limit=100).items
        assert sum(round(run.usage.counted_usd * 1e6) for run in runs) == day.used - self.provider.aside
        assert sum(run.usage.model_calls for run in runs) >= self.provider.calls
        (pool,) = spending.pools(USER.tenant_id, self.app_id, [self._pool])
        assert (pool.held, pool.open) == (0, 0)

    @property
    def _of_runs(self) -> int:
        return self.provider.billed - self.provider.aside

    @property
    def _pool(self) -> Pool:
        return Pool(kind="phase", id=_PHASE, cap=self.budget)

    def _start(self) -> bool:
        bounds = {"budget": {"dollars": dollars_of(self.budget)}} if self.where == "run" else {}
        try:
            run = self.loop.start(app_id=self.app_id, **bounds)
        except LimitReached:
            return False
        if self.where == "phase":
            run = self.loop.world.runs.update(run.change(charge=Charge(phase_id=_PHASE, cap=self.budget)))
        self.run, self.state, self.before = run, state_of(run), self._of_runs
        return True


KINDS: list[Kind] = ["whole", "killed", "raises", "cut", "silent", "unrecorded", "unstored", "ended"]
STEPS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 25)), min_size=1, max_size=12)


@sampled
@settings(max_examples=depth(40, 300), deadline=None)
@given(steps=STEPS, budget=st.integers(5_000, 80_000), where=st.sampled_from(["tenant", "phase", "run"]))
def test_no_sequence_of_deaths_spends_more_than_a_budget_and_one_call(
    steps: list[tuple[Kind, int]], budget: int, where: Where
) -> None:
    deaths = Deaths(where, budget)
    for kind, pieces in steps:
        if not deaths.die(kind, pieces):
            break
        deaths.check()
    deaths.check_end()
