"""A process that is killed: from that moment on nothing that it does reaches a store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from devkit.loop import LoopDriver
from shared.domain.agent.model_messages import ModelEvent, ModelRequest
from shared.ports.model import ModelPort
from tests.support.chaos.machine import Died, Fuse, fused


class Doom(Fuse):
    """Kills the process before the first call of that name: a port and its method, as `runs.save_iteration`."""

    def __init__(self, name: str = "") -> None:
        super().__init__(0, "death")
        self._fatal = name

    def call(self, name: str, act: Callable[[], Any]) -> Any:
        if name == self._fatal:
            self.dead = True
        return super().call(name, act)

    def strike(self) -> None:
        self.dead = True
        raise Died


class Killing:
    """A model whose process dies after `events` events of its answer; `before` is called first."""

    def __init__(self, inner: ModelPort, doom: Doom, events: int, before: Callable[[], None]) -> None:
        self._inner, self._doom, self._events, self._before = inner, doom, events, before

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
        if self._events:
            for number, event in enumerate(self._inner.stream(request), 1):
                yield event
                if number == self._events:
                    break
        self._before()
        self._doom.strike()


@contextmanager
def killed(loop: LoopDriver, *, events: int = 0, before: Callable[[], None] = lambda: None) -> Iterator[None]:
    """For the block the driver's process is killed at every answer; after it another process has its place."""
    ports, model, doom = loop.ports, loop.model, Doom()
    loop.ports = fused(ports, doom)
    loop.model = Killing(model, doom, events, before)  # type: ignore[assignment]  # another model
    try:
        yield
    finally:
        loop.ports, loop.model = ports, model


@contextmanager
def killed_at(loop: LoopDriver, name: str) -> Iterator[None]:
    """For the block the driver's process is killed before the first call of that name."""
    ports = loop.ports
    loop.ports = fused(ports, Doom(name))
    try:
        yield
    finally:
        loop.ports = ports
