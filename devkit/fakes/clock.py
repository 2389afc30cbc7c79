"""A clock that moves only when told to, or when somebody sleeps."""

import threading
from datetime import UTC, datetime, timedelta

START = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


class FakeClock:
    """Starts at `START`; `slept` lists what was asked of it."""

    def __init__(self, start: datetime = START) -> None:
        self.slept: list[float] = []
        self._now = start
        self._lock = threading.Lock()

    def now(self) -> datetime:
        return self._now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        with self._lock:
            self._now += timedelta(milliseconds=round(seconds * 1000))

    def now_ms(self) -> int:
        return int(self._now.timestamp() * 1000)
