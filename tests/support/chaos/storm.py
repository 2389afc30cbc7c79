"""A run in a storm: its calls fail or die at random, people act at given points, readers come and go. Seeded."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock

from devkit.fakes.model import Reply
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver, build_by_marker
from shared.domain.agent.model_messages import (
    AssistantMessage,
    ModelRequest,
    ToolCall,
)
from shared.domain.errors import AppError
from shared.domain.revisions.revision import Build
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.runs.steps import LoopState
from shared.services.agent import load_work
from shared.services.agent.run_iteration import run_iteration
from shared.services.assets.load_prompt import load_prompt
from shared.services.runs.end.end_run import record_ending
from shared.services.runs.end.sweep_runs import recover_runs, sweep_runs
from shared.services.runs.log.event_writer import EventWriter, Fenced
from tests.support.chaos.machine import Died, Fault, Machine, fused
from tests.support.chaos.weather import Bill, PromptWriter, Reader, Storm, StormyModel, dice, price

Act = Callable[["Chaos"], None]
_WEEK = 7 * 86_400.0


@dataclass(frozen=True)
class Person:
    """Somebody acts just before the `nth` call that begins with `at` ("": any call; nth 0: one at random)."""

    act: Act
    at: str = ""
    nth: int = 0


@dataclass(frozen=True)
class Scenario:
    """What the model says, what is asked, who interferes, and how it may end (first: how it does without a fault).

    `slots` are the answers by the place in the conversation: each a reply, or a tuple of what attempts get in turn.
    Behind them `rest` is said. `verdicts` are the evaluator's. `answers` are a person's, in turn, to what waits.
    """

    slots: tuple[Reply | tuple[Reply, ...], ...]
    rest: Reply
    ends: tuple[tuple[str, str | None], ...] = (("completed", None),)
    verdicts: tuple[Reply, ...] = ()
    request: dict[str, Any] = field(default_factory=dict)
    app: dict[str, Any] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    answers: tuple[str, ...] = ("approve",)
    build: Callable[[World, Build], Build] = build_by_marker
    files: dict[str, bytes] = field(default_factory=dict)


class Chaos(Machine):
    """One scenario in one weather."""

    tried_again = (AppError, Fenced, Died)

    def __init__(self, scenario: Scenario, seed: str, faults: dict[int, Fault], calls: int) -> None:
        self.scenario, self.rng, self.bill = scenario, dice(seed), Bill()
        self.storm = Storm(faults, self._on_call)
        self._attempts: Counter[tuple[bool, int]] = Counter()
        driver = LoopDriver([], respond=self._reply, build=scenario.build, ports_over={"price": price})
        super().__init__(driver, self.storm)
        self._random_at = {person: self.rng.randint(1, calls) for person in scenario.people if not person.nth}
        self._made: Counter[Person] = Counter()
        self.answers = list(scenario.answers)
        self.refused: list[AppError] = []
        self.others: list[Run] = []
        self.worked: Counter[str] = Counter()
        self.restarts = self.rng.randrange(4) == 0 and bool(faults)
        self.readers: list[Reader] = []
        self._busy = False
        app, self.first = driver.world.make_app(tenant_id=USER.tenant_id, **self._app())
        self.run = driver.start(app_id=app.id, **scenario.request)
        self.readers = [Reader(self.run, driver.ports) for _ in range(2)]

    @property
    def world(self) -> World:
        return self.driver.world

    def ride(self) -> Run:
        """Play it to its end: the machine, the rule on dead executions, and at last the sweeper."""
        run = self.play(self.run)
        self.world.workflows.running.discard(self.world.workflows.execution_of_run(run))
        for _ in range(3):
            self.world.clock.advance(600)
            sweep_runs(ports=self.driver.ports, workflows=self.world.workflows)
        return self.world.runs.get(run.tenant_id, run.id)

    def play(self, run: Run) -> Run:
        ports = fused(self.driver.ports, self.storm)
        self._model = StormyModel(self.driver.model, self.storm, self.bill)
        state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id)
        with self._weather():
            while state.next != "done":
                state = self._lost() or state
                before, state = state, self._step(state, ports)
                if before.next == "continue" and self.rng.random() < 0.1 and state.next != "done":
                    self._delivered_twice(before, state)
        return self.world.runs.get(run.tenant_id, run.id)

    @contextmanager
    def _weather(self) -> Iterator[None]:
        """The writers of iterations are played by the seed, and a cancel is looked for before every word."""

        def writer(run: Run, **ports: Any) -> EventWriter:
            return PromptWriter(run, rng=self.rng, **ports)

        often = mock.patch.object(load_work, "_CANCEL_LOOK_SECONDS", 0.0)
        with mock.patch.object(load_work, "EventWriter", writer), often:
            yield

    def _step(self, state: LoopState, ports: Any) -> LoopState:
        if state.next == "worker" and state.build_id is not None:
            self.storm.on_call(self.storm.calls, "worker.build")
            self.worked[state.build_id] += 1
        if state.next in ("worker", "continue", "evaluate"):
            answer = self._iterate(state, ports, self._model)
            return answer or self._record(state, ports, ExecutionEnd.CRASHED)
        return super()._step(state, ports)

    def _record(self, state: LoopState, ports: Any, ending: ExecutionEnd) -> LoopState:
        try:
            return super()._record(state, ports, ending)
        except AssertionError:  # the execution fails, and the rule on failed executions says so once more
            with mock.patch.object(self.storm, "faults", {}):
                self.storm.dead = False
                record_ending(state.tenant_id, state.run_id, ExecutionEnd.CRASHED, ports=self.driver.ports)
            return state.model_copy(update={"next": "done"})

    def _lost(self) -> LoopState | None:
        """The machinery itself dies once in a while; what recovers goes on from what is stored."""
        run = self.world.runs.get(self.run.tenant_id, self.run.id)
        if not self.restarts or run.ended or self.rng.random() > 0.3:
            return None
        self.restarts = False
        self.world.workflows.running.discard(self.world.workflows.execution_of_run(run))
        self.world.clock.advance(30)
        recover_runs(ports=self.driver.ports, workflows=self.world.workflows)
        run = self.world.runs.get(run.tenant_id, run.id)
        return LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id, iteration=run.iteration)

    def _delivered_twice(self, before: LoopState, after: LoopState) -> None:
        again = run_iteration(before, ports=self.driver.ports, model=self.driver.model)
        assert again == after, "an iteration that was done answers something else the second time"

    def _person_approves(self, state: LoopState) -> None:
        run = self.world.runs.get(state.tenant_id, state.run_id)
        if run.status == "awaiting_approval":
            from tests.support.chaos.people import answer

            answer(self, run, self.answers.pop(0) if len(self.answers) > 1 else self.answers[0])

    def nobody_answers(self, run: Run) -> None:
        """The wait times out after a week, as the machine's own state does."""
        self.world.clock.advance(_WEEK)
        record_ending(run.tenant_id, run.id, ExecutionEnd.CRASHED, ports=self.driver.ports)

    # ---- who else is there ---------------------------------------------------------------------------------------

    def _on_call(self, number: int, name: str) -> None:
        if self._busy or not self.readers:
            return
        self._busy = True
        try:
            self._readers_move()
            for person in self.scenario.people:
                if self._acts(person, number, name):
                    person.act(self)
        finally:
            self._busy = False

    def _readers_move(self) -> None:
        for reader in self.readers:
            move = self.rng.random()
            if move < 0.05:
                reader.listen()
            elif move < 0.08:
                reader.cut()

    def _acts(self, person: Person, number: int, name: str) -> bool:
        if not name.startswith(person.at):
            return False
        self._made[person] += 1
        return self._made[person] == (person.nth or self._random_at[person])

    # ---- the model -----------------------------------------------------------------------------------------------

    def _reply(self, request: ModelRequest) -> Reply:
        judges = request.instructions.startswith(load_prompt("evaluator"))
        place = _answers_in(request)
        slots = self.scenario.verdicts if judges else self.scenario.slots
        slot = slots[place] if place < len(slots) else self.scenario.rest
        attempts = slot if isinstance(slot, tuple) else (slot,)
        attempt = self._attempts[judges, place]
        self._attempts[judges, place] += 1
        return attempts[min(attempt, len(attempts) - 1)]

    def _app(self) -> dict[str, Any]:
        from devkit.fakes.samples import SAMPLE_FILES

        return {"files": {**SAMPLE_FILES, **self.scenario.files}, **self.scenario.app}


def _answers_in(request: ModelRequest) -> int:
    """How many whole answers of the model the request holds: what it said together counts once."""
    count, speaking = 0, False
    for item in request.items:
        speaks = isinstance(item, AssistantMessage | ToolCall)
        count += speaks and not speaking
        speaking = speaks
    return count
