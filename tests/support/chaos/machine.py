"""The `agent_loop` machine with its retries, over ports that fail or die at a chosen call."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from devkit.loop import USER, LoopDriver
from shared.domain.errors import Transient
from shared.domain.runs.chunks import ToolInputAvailable, ToolInputStart
from shared.domain.runs.events import Event
from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.run import Run
from shared.domain.runs.steps import LoopState
from shared.ports.model import ModelPort
from shared.services.agent.commit_built import commit_built
from shared.services.agent.run_iteration import run_iteration
from shared.services.loop_ports import LoopPorts
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.end.end_run import record_ending
from shared.services.runs.start.await_approval import await_approval

Fault = Literal["before", "after", "death"]
_PORTS = (
    "apps", "revisions", "builds", "runs", "events", "turns", "diffs", "blobs", "snapshots", "compiler", "spending",
)  # fmt: skip
_TOKEN = "token-1"
STEP_WAITS = (2, 4, 8, 16, 20, 20)
_WAIT_WAITS, _RECORD_WAITS = (2, 4, 8, 16), (1, 2, 4, 8)


class Died(BaseException):
    """The process was killed."""


@dataclass
class Fuse:
    """Blows at the `at`-th call: before it is made, after it was made (its answer lost), or killing the process."""

    at: int
    fault: Fault
    calls: int = 0
    blown: str = ""
    dead: bool = False

    def call(self, name: str, act: Callable[[], Any]) -> Any:
        if self.dead:
            raise Died
        self.calls += 1
        if self.calls != self.at:
            return act()
        self.blown = name
        if self.fault == "death":
            self.dead = True
            raise Died
        if self.fault == "after":
            act()
        raise Transient(f"{name} failed")


class Fused:
    """A port behind a fuse."""

    def __init__(self, name: str, inner: Any, fuse: Fuse) -> None:
        self._name, self._inner, self._fuse = name, inner, fuse

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        return lambda *args, **named: self._fuse.call(f"{self._name}.{name}", lambda: method(*args, **named))


def fused(ports: LoopPorts, fuse: Fuse) -> LoopPorts:
    """The ports, all behind one fuse."""
    return replace(ports, **{name: Fused(name, getattr(ports, name), fuse) for name in _PORTS})


@dataclass
class Machine:
    """Plays one run to its end. `emitted` holds the events of the attempts that counted."""

    driver: LoopDriver
    fuse: Fuse
    emitted: list[Event] = field(default_factory=list)
    tried_again: ClassVar[tuple[type[BaseException], ...]] = (Transient, Died)

    def play(self, run: Run) -> Run:
        ports = fused(self.driver.ports, self.fuse)
        state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id)
        while state.next != "done":
            state = self._step(state, ports)
        return self.driver.world.runs.get(run.tenant_id, run.id)

    def _step(self, state: LoopState, ports: LoopPorts) -> LoopState:
        match state.next:
            case "finish":
                answer = self._tried(state, lambda: commit_built(state, ports=ports), STEP_WAITS)
            case "failed":
                return self._record(state, ports, ExecutionEnd.EXPECTED)
            case "approval":
                answer = self._tried(state, lambda: self._wait(state, ports), _WAIT_WAITS)
                self._person_approves(state)
            case _:
                answer = self._iterate(state, ports, self.driver.model)
        return answer or self._record(state, ports, ExecutionEnd.CRASHED)

    def _iterate(self, state: LoopState, ports: LoopPorts, model: ModelPort) -> LoopState | None:
        """An iteration; behind a build that is green the commit."""
        if state.next == "worker":
            self.driver.work(state)
        if self.driver.is_built(state):
            return self._tried(state, lambda: commit_built(state, ports=ports), STEP_WAITS)
        return self._tried(state, lambda: run_iteration(state, ports=ports, model=model), STEP_WAITS)

    def _wait(self, state: LoopState, ports: LoopPorts) -> LoopState:
        self.driver.world.workflows.waiting.add(_TOKEN)
        await_approval(state.tenant_id, state.run_id, token=_TOKEN, ports=ports)
        return state.model_copy(update={"next": "continue"})

    def _person_approves(self, state: LoopState) -> None:
        world = self.driver.world
        if world.runs.get(state.tenant_id, state.run_id).status == "awaiting_approval":
            yes = Advance(approval="approve")
            advance_run(
                principal=USER, run_id=state.run_id, request=yes, ports=self.driver.ports, workflows=world.workflows
            )

    def _record(self, state: LoopState, ports: LoopPorts, ending: ExecutionEnd) -> LoopState:
        def record() -> LoopState:
            record_ending(state.tenant_id, state.run_id, ending, ports=ports)
            return state.model_copy(update={"next": "done"})

        answer = self._tried(state, record, _RECORD_WAITS)
        assert answer is not None, "a run was not brought to its end"
        return answer

    def _tried(self, state: LoopState, act: Callable[[], LoopState], waits: tuple[int, ...]) -> LoopState | None:
        log, clock = self.driver.world.events, self.driver.world.clock
        before = log.last_seq(state.tenant_id, state.run_id)
        held = {call.call_id for call in self.driver.world.runs.get(state.tenant_id, state.run_id).waiting.held}
        for wait in (*waits, 0):
            self.fuse.dead = False
            try:
                answer = act()
            except self.tried_again:
                clock.advance(wait)
                continue
            counted = _that_counts(log.read(state.tenant_id, state.run_id, after=before))
            self.emitted += [event for event in counted if not _shows(event, held)]
            return answer
        return None


def _that_counts(events: list[Event]) -> list[Event]:
    """What was told of one state, without the words of attempts that a later one has declared void."""
    voids = [number for number, event in enumerate(events) if event.chunk.type == "data-retry"]
    return events[voids[-1] + 1 :] if voids else events


def _shows(event: Event, held: set[str]) -> bool:
    """A held call is shown once, by whichever attempt came first: that is no word that a later attempt repeats."""
    return isinstance(event.chunk, ToolInputStart | ToolInputAvailable) and event.chunk.tool_call_id in held


def essence(events: list[Event]) -> list[tuple[Any, ...]]:
    """What was told, without numbers, times and names of attempts."""
    return [_essence(event) for event in events]


_NAMES = (
    (r"(text|reasoning)-\d+-\d+-\d+-", r"\1-"),
    (r"\b(app|rev|conv|turn|run|dif|bld)_[0-9a-z]{26}\b", r"\1"),
    (r"\bcall_\d+_\d+\b", "call"),
    (r"'(counted_usd|cost_usd|model_calls|lost_tokens|lost_calls|duration_ms)': [^,}]+", ""),
)


def _essence(event: Event) -> tuple[Any, ...]:
    text = str(event.chunk.model_dump(mode="json"))
    for pattern, stand_in in _NAMES:
        text = re.sub(pattern, stand_in, text)
    return (event.stage, text)
