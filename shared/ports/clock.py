"""Time, so that tests can own it."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """An aware wall clock in UTC and a sleep in seconds."""

    def now(self) -> datetime: ...

    def sleep(self, seconds: float) -> None: ...
