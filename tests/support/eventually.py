"""Waiting for what another process does."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
_SECONDS = 120.0


def eventually(read: Callable[[], T], holds: Callable[[T], object]) -> T:
    """What `read` says once it is so."""
    until = time.monotonic() + _SECONDS
    while not holds(found := read()):
        assert time.monotonic() < until, f"not so after {_SECONDS:.0f} s: {found}"
        time.sleep(0.1)
    return found
