"""Runs several actors in lock step: each call to a port waits for its turn, and the schedule says whose turn it is."""

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any


class ActorDied(BaseException):
    """An actor was stopped in the middle, as a killed process is."""


class Turns:
    """`schedule` names actors by number; when it is used up they go round. After every call `watch` looks."""

    def __init__(self, schedule: Sequence[int], actors: int, watch: Callable[[], None] = lambda: None) -> None:
        self._schedule: Iterator[int] = iter(schedule)
        self._active = set(range(actors))
        self._watch = watch
        self._changed = threading.Condition()
        self._current = 0
        self._next()

    def port(self, actor: int, inner: Any, dies_at: list[int] | None = None) -> Any:
        """`inner` as `actor` sees it. `dies_at` holds the calls that the actor still has to live."""
        return _Stepped(self, actor, inner, dies_at)

    def call(self, actor: int, act: Callable[[], Any]) -> Any:
        with self._changed:
            if not self._changed.wait_for(lambda: self._current == actor, timeout=120):
                raise AssertionError(f"actor {actor} never got its turn")
            try:
                return act()
            finally:
                self._watch()
                self._next()
                self._changed.notify_all()

    def leave(self, actor: int) -> None:
        with self._changed:
            self._active.discard(actor)
            if self._current == actor:
                self._next()
            self._changed.notify_all()

    def _next(self) -> None:
        if not self._active:
            return
        wanted = next(self._schedule, self._current + 1)
        order = sorted(self._active)
        self._current = next((actor for actor in order if actor >= wanted), order[0])


class _Stepped:
    def __init__(self, turns: Turns, actor: int, inner: Any, dies_at: list[int] | None) -> None:
        self._turns, self._actor, self._inner, self._dies_at = turns, actor, inner, dies_at

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)

        def stepped(*args: Any, **named: Any) -> Any:
            def act() -> Any:
                if self._dies_at is not None:
                    self._dies_at[0] -= 1
                    if self._dies_at[0] < 0:
                        raise ActorDied
                return method(*args, **named)

            return self._turns.call(self._actor, act)

        return stepped


def run_together(turns: Turns, acts: Sequence[Callable[[], Any]]) -> list[Any]:
    """What each act returned or raised."""
    outcomes: list[Any] = [None] * len(acts)

    def run(number: int) -> None:
        try:
            outcomes[number] = acts[number]()
        except BaseException as error:  # handed to the test
            outcomes[number] = error
        finally:
            turns.leave(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=150)
    return outcomes
