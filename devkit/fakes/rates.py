"""Token buckets in memory."""

import threading

from devkit.fakes.clock import FakeClock
from shared.ports.rates import Rate


class FakeRateLimiter:
    """`RateLimiter`: counts tokens, and gives them back by the clock."""

    def __init__(self, clock: FakeClock | None = None) -> None:
        self._clock = clock or FakeClock()
        self._lock = threading.Lock()
        self._spent_us: dict[tuple[str, str], tuple[int, int]] = {}

    def take(self, tenant_id: str, bucket: str, rate: Rate) -> float:
        with self._lock:
            now = int(self._clock.now().timestamp() * 1_000_000)
            spent, at = self._spent_us.get((tenant_id, bucket), (0, now))
            spent = max(0, spent - (now - at))
            room = rate.per_minute * rate.interval_us
            if spent + rate.interval_us > room:
                return (spent + rate.interval_us - room) / 1_000_000
            self._spent_us[tenant_id, bucket] = (spent + rate.interval_us, now)
            return 0.0


class BottomlessRates:
    """`RateLimiter` for tests that ask thousands of times within the minute at which their clock stands."""

    def take(self, tenant_id: str, bucket: str, rate: Rate) -> float:
        return 0.0
