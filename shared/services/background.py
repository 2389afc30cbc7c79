"""Work that need not be over before the next begins, only before what depends on it."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

T = TypeVar("T")


class Background(Protocol):
    """Begins `act`; what it answers is called for its outcome, and raises what it raised."""

    def __call__(self, act: Callable[[], T]) -> Callable[[], T]: ...


def at_once(act: Callable[[], T]) -> Callable[[], T]:
    """`Background` without any other thread."""
    done: Future[T] = Future()
    try:
        done.set_result(act())
    except Exception as error:
        done.set_exception(error)
    return done.result
