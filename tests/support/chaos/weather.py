"""The weather of a run: calls that fail or die, a writer without a thread, a bill, and clients that come and go."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from shared.domain.agent.model_messages import (
    Completed,
    ModelEvent,
    ModelRequest,
    ReasoningDelta,
    TextDelta,
    ToolCallDelta,
    Usage,
)
from shared.domain.errors import Transient
from shared.domain.runs.events import AnyChunk, Event
from shared.domain.runs.run import Run
from shared.services.runs.log.event_writer import EventWriter
from shared.services.runs.log.follow_run import Follower, nothing_left, seen_at_most
from shared.services.spending.ask_once import estimated_tokens
from tests.support.chaos.machine import Died, Fault, Fuse

DOLLARS_A_TOKEN = 1e-6
_KINDS: list[Fault] = ["before", "after", "death"]


def dice(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311  # chance that can be repeated, not a secret


def price(_: str, usage: Usage) -> float:
    return usage.total_tokens * DOLLARS_A_TOKEN


def faults_for(seed: str, calls: int) -> dict[int, Fault]:
    """One to six faults, now and then close together."""
    rng = dice(f"faults {seed}")
    places = [rng.randint(1, calls) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.3:
        places += [places[0] + rng.randint(1, 12) for _ in range(2)]
    return {place: rng.choice(_KINDS) for place in places}


class Storm(Fuse):
    """Blows at several calls, and tells `on_call` of every one before it is made."""

    def __init__(self, faults: dict[int, Fault], on_call: Callable[[int, str], None]) -> None:
        super().__init__(0, "before")
        self.faults, self.on_call = faults, on_call

    def call(self, name: str, act: Callable[[], Any]) -> Any:
        if self.dead:
            raise Died
        self.calls += 1
        self.on_call(self.calls, name)
        fault = self.faults.pop(self.calls, None)
        if fault is None:
            return act()
        self.blown += f" {self.calls}:{fault}:{name}"
        if fault == "death":
            self.dead = True
            raise Died
        if fault == "after":
            act()
        raise Transient(f"{name} failed")


class PromptWriter(EventWriter):
    """The writer with its thread played by the seed: some words are stored at once, others wait for the end."""

    def __init__(self, run: Run, *, rng: random.Random, **ports: Any) -> None:
        super().__init__(run, **ports)
        self._rng = rng

    def __enter__(self) -> "PromptWriter":
        return self

    def emit(self, *chunks: AnyChunk, **more: Any) -> None:
        super().emit(*chunks, **more)
        if self._rng.random() < 0.3:
            self.flush()


@dataclass
class Bill:
    """What the provider would charge: every call that was started, to its last word."""

    calls: int = 0
    dollars: float = 0.0
    dearest: float = 0.0

    def charge(self, request: ModelRequest, said: int, usage: Usage | None) -> None:
        cost = price("", usage or Usage(input_tokens=estimated_tokens(request), output_tokens=said // 4))
        self.dollars += cost
        self.dearest = max(self.dearest, cost)


class StormyModel:
    """The model behind the storm: the process may die at its first word, and between any two."""

    def __init__(self, inner: Any, storm: Storm, bill: Bill) -> None:
        self._inner, self._storm, self._bill = inner, storm, bill

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
        self._bill.calls += 1
        said, usage = 0, None
        try:
            for event in self._storm.call("model.stream", lambda: self._inner.stream(request)):
                if isinstance(event, TextDelta | ReasoningDelta | ToolCallDelta):
                    said += len(event.delta)
                    self._storm.call("model.chunk", lambda: None)
                elif isinstance(event, Completed):
                    usage = event.usage
                yield event
        finally:
            self._bill.charge(request, said, usage)


class Reader:
    """A client of the stream that goes away at any moment and comes back with the last number it has seen."""

    def __init__(self, run: Run, ports: Any) -> None:
        self.seen: list[Event] = []
        self._run, self._ports = run, ports
        self._follower: Follower | None = None

    def listen(self) -> None:
        if self._follower is None and not self._is_done():
            self._follower = Follower(
                self._run, after=seen_at_most(self._run, self._last(), self._ports), ports=self._ports
            )
        if self._follower is not None:
            self.seen += self._follower.step()
            self._follower = None if self._follower.over else self._follower

    def cut(self) -> None:
        self._follower = None

    def to_the_end(self) -> None:
        self.cut()
        while not self._is_done():
            self.listen()

    def _is_done(self) -> bool:
        self._run = self._ports.runs.get(self._run.tenant_id, self._run.id)
        return nothing_left(self._run, self._last(), self._ports)

    def _last(self) -> int:
        return self.seen[-1].seq if self.seen else 0
