"""Made at the first call, once per process: importing a handler does nothing."""

import functools
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def once(make: Callable[[], T]) -> Callable[[], T]:
    """`make`, called at most once; a failure is not remembered."""
    return functools.lru_cache(maxsize=1)(make)
