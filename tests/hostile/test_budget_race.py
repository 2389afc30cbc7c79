"""Many runs at once against a nearly spent budget: a model that has a price, over HTTP, and the real price table."""

import threading
from typing import Any

import pytest

from devkit.fakes.model import Call, Reply, calls
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver
from devkit.scripted_model.server import ScriptedModel, start_scripted
from local.emulator.emulator import Emulator
from local.openai_server.reply import Tokens
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.ids import new_id
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.spending.spending import Balance, Cap, Caps, Counts, Hold, OwnBudgets, day_of, dollars_of
from shared.services.assets.load_models import load_prices
from shared.services.runs.end.end_run import record_ending
from tests.contracts.conftest import embedded
from tests.support.aws.aws_stores import AwsStores
from tests.support.aws.table import create_table
from tests.support.chaos.killed import killed
from tests.support.chaos.machine import Died
from tests.support.racing import race

PRICED = "gpt-5.4-mini"
RUNS, ROOM = 12, 3
FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
NONE = Caps(None, None)


class Watched:
    """A ledger, what was asked of it, and the most that was ever counted as spent."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._lock = threading.Condition()
        self.tenant = f"t-{new_id('node')[-12:]}"
        self.amounts: list[int] = []
        self.refused = 0
        self.most = 0

    def reserve(self, hold: Hold, caps: Caps, before: Any = None) -> Cap | None:
        mine = hold.model_copy(update={"tenant_id": self.tenant})
        cap: Cap | None = self._inner.reserve(mine, caps, before)
        used = self.balance(hold.day).used
        with self._lock:
            self.most = max(self.most, used)
            if cap is None:
                self.amounts.append(hold.amount)
            else:
                self.refused += 1
            self._lock.notify_all()
        return cap

    def record(self, hold: Hold, counts: Counts) -> bool:
        done: bool = self._inner.record(hold.model_copy(update={"tenant_id": self.tenant}), counts)
        return done

    def own_budgets(self, tenant_id: str) -> OwnBudgets:
        own: OwnBudgets = self._inner.own_budgets(self.tenant)
        return own

    def holds(self, tenant_id: str, run_id: str) -> list[Hold]:
        found: list[Hold] = self._inner.holds(self.tenant, run_id)
        return found

    def calls(self, tenant_id: str, run_id: str) -> list[Hold]:
        found: list[Hold] = self._inner.calls(self.tenant, run_id)
        return found

    def balances(self, tenant_id: str, day: str) -> tuple[Balance, Balance]:
        first, second = self._inner.balances(self.tenant, day)
        return first, second

    def balance(self, day: str) -> Balance:
        return self.balances("", day)[0]

    def wait_for_all(self, runs: int) -> None:
        """Until every run has asked for its first call: nothing is recorded before."""
        with self._lock:
            assert self._lock.wait_for(lambda: len(self.amounts) + self.refused >= runs, timeout=60)


@pytest.fixture(params=["fake", "ministack"])
def ledger(request: pytest.FixtureRequest) -> Watched:
    if request.param == "fake":
        return Watched(World().spending)
    emulator: Emulator = request.getfixturevalue("ministack")
    dynamodb = embedded(emulator, "dynamodb")
    table = create_table(dynamodb, f"race-{new_id('node')[-12:]}")
    return Watched(AwsStores(dynamodb, embedded(emulator, "s3"), table).spending)


class Scene:
    """Runs of one tenant on a priced model behind a server whose answers wait until everybody has asked."""

    def __init__(self, ledger: Watched, server: ScriptedModel, dollars: float | None) -> None:
        self.ledger, self.world = ledger, World()
        limits = DEFAULT_LIMITS.model_copy(update={"budget_day": dollars, "budget_month": None})
        over = {"price": load_prices().cost, "limits": limits, "spending": ledger}
        self.loop = LoopDriver([], world=self.world, ports_over=over)
        self.loop.model = OpenAIModel(ModelSettings(api_key="test", base_url=server.url))  # type: ignore[assignment]  # the real client

    def begin(self) -> Run:
        run = self.loop.start()
        return self.world.runs.update(run.change(model=PRICED))

    def spend(self, amount: int) -> None:
        hold = Hold(
            tenant_id=USER.tenant_id, app_id="app_0000000000000000000000000a", run_id="run_0000000000000000000000000a",
            call="000001-1", attempt=1, model=PRICED, day=self.today, amount=amount,
        )  # fmt: skip
        assert self.ledger._inner.reserve(hold.model_copy(update={"tenant_id": self.ledger.tenant}), NONE) is None
        assert self.ledger.record(hold, Counts(calls=1, counted=amount))

    @property
    def today(self) -> str:
        return day_of(self.world.clock.now())

    @property
    def balance(self) -> Balance:
        return self.ledger.balance(self.today)


def answering(ledger: Watched, runs: int, output_tokens: int = 40) -> Any:
    def respond(_: ModelRequest) -> Reply:
        ledger.wait_for_all(runs)
        return calls(FINISH).model_copy(update={"usage": Tokens(input_tokens=900, output_tokens=output_tokens)})

    return respond


def reservation() -> int:
    """What the first call of such a run reserves."""
    alone = Watched(World().spending)
    with start_scripted(respond=answering(alone, 1)) as server:
        scene = Scene(alone, server, None)
        scene.loop.follow(scene.begin())
    return alone.amounts[0]


def raced(ledger: Watched, *, output_tokens: int = 40) -> tuple[Scene, list[Any], int, int]:
    """Twelve runs, room for three and a half first calls."""
    each = reservation()
    spent = 1_000
    cap = spent + ROOM * each + each // 2
    with start_scripted(respond=answering(ledger, RUNS, output_tokens)) as server:
        scene = Scene(ledger, server, dollars_of(cap))
        scene.spend(spent)
        started = [scene.begin() for _ in range(RUNS)]
        ended = race(*(lambda run=run: scene.loop.follow(run) for run in started))
    assert not [run for run in ended if not isinstance(run, Run)], ended
    return scene, ended, cap, each


def test_as_many_calls_are_made_as_the_budget_has_room_for_and_not_one_more(ledger: Watched) -> None:
    scene, ended, cap, each = raced(ledger)
    assert [run.status for run in ended].count("completed") == ROOM
    refused = [run for run in ended if run.status != "completed"]
    assert {(run.status, run.outcome.failure_code, run.usage.model_calls) for run in refused} == {
        ("failed", "BUDGET_EXCEEDED", 0)
    }
    assert set(ledger.amounts) == {each} and len(ledger.amounts) == ROOM
    assert ledger.most <= cap, "reservations together never pass the cap"
    assert scene.balance.held == 0 and 1_000 < scene.balance.used <= cap


def test_calls_that_cost_more_than_was_reserved_pass_the_cap_by_that_alone_and_no_call_follows(ledger: Watched) -> None:
    """Reasoning that nobody sees is counted only at the end: each call at work may pass by its own excess."""
    scene, ended, cap, _ = raced(ledger, output_tokens=60_000)
    assert ledger.most <= cap
    paid = sum(run.usage.counted_usd for run in ended)
    assert scene.balance.held == 0
    assert scene.balance.used > cap and abs(dollars_of(scene.balance.used - 1_000) - paid) < 0.0001
    late = scene.loop.follow(scene.begin())
    assert (late.outcome.failure_code, late.usage.model_calls, len(ledger.amounts)) == ("BUDGET_EXCEEDED", 0, ROOM)


def test_calls_that_die_give_their_reservation_up_when_their_runs_end(ledger: Watched) -> None:
    """A process killed between reserving and paying: all it reserved counts, and nothing stays reserved."""
    with start_scripted(respond=answering(ledger, 4)) as server:
        scene = Scene(ledger, server, None)
        started = [scene.begin() for _ in range(4)]

        def attempt(run: Run) -> Run:
            with pytest.raises(Died):
                scene.loop.follow(run)
            return run

        with killed(scene.loop, before=lambda: ledger.wait_for_all(4)):
            race(*(lambda run=run: attempt(run) for run in started))
        reserved = sum(ledger.amounts)
        assert (scene.balance.used, scene.balance.held) == (reserved, reserved)
        for run in started:
            record_ending(run.tenant_id, run.id, ExecutionEnd.CRASHED, ports=scene.loop.ports)
            record_ending(run.tenant_id, run.id, ExecutionEnd.CRASHED, ports=scene.loop.ports)
    assert (scene.balance.used, scene.balance.held) == (reserved, 0)
