"""Work that goes on while its caller does something else, until its outcome is asked for."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

T = TypeVar("T")


class Background(Protocol):
    """Starts `act`. Calling what it returns waits for `act`, and returns or raises what `act` did."""

    def __call__(self, act: Callable[[], T]) -> Callable[[], T]: ...


def at_once(act: Callable[[], T]) -> Callable[[], T]:
    """`Background` without another thread: `act` is over when this returns."""
    done: Future[T] = Future()
    try:
        done.set_result(act())
    except Exception as error:
        done.set_exception(error)
    return done.result
