"""Words that open a door once: the code in the Studio's printed address, and the codes that a sign-in hands over."""

import secrets
import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")
_MOST = 1000


class OneTimeCodes(Generic[V]):
    """Codes with what they stand for. Each is good once and for `seconds`; the oldest go when there are too many."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._kept: dict[str, tuple[float, V]] = {}
        self._lock = threading.Lock()

    def make(self, value: V) -> str:
        """A new code for it."""
        code = secrets.token_urlsafe(24)
        with self._lock:
            while len(self._kept) >= _MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[code] = (self._clock() + self._seconds, value)
        return code

    def take(self, code: str) -> V | None:
        """What it stood for; None when it was used, is too old or never was."""
        with self._lock:
            until, value = self._kept.pop(code, (0.0, None))
        return value if self._clock() < until else None
