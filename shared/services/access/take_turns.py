"""How many costly requests a tenant has running at once: others wait for a moment, then are refused for a while."""

import secrets
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from shared.domain.errors import LimitReached
from shared.domain.identity import Principal
from shared.domain.limits import Limits
from shared.ports.access import WorkPlaces
from shared.ports.clock import Clock

Work = Literal["read", "compile"]
"""`read`: searches, imports and outlines, which the API computes itself. `compile`: what the compiler is asked for."""
_WAITS: Mapping[Work, float] = {"read": 4.0, "compile": 12.0}
"""Seconds. A compilation has ten; an ordinary one takes less than one."""
_MOST_WAITING = 24
"""Each holds a thread of a server that has 64 for everybody."""
_LEASE_SECONDS = 60.0
_RESTS, _REST_SECONDS = 3.0, 1.5
"""While another tenant is served by the same process, a tenant's work rests so many times as long as it took, at most
so many seconds: then the other has most of the processors.
"""
_PRESENT_SECONDS = 2.0
_TENANTS_MOST = 1_000
_POLL_SECONDS = 0.25
_RETRY_SECONDS = 2.0


class Turns:
    """One per process. Requests of the same process queue here; those of others are seen by the places they hold.

    So a process that serves everybody (a laptop) polls nothing, and functions that serve one request each still count
    together.
    """

    def __init__(self, places: WorkPlaces, clock: Clock, limits: Limits) -> None:
        self._places, self._clock, self._most = places, clock, limits.rate_at_once
        self._changed = threading.Condition()
        self._busy: Counter[tuple[str, Work]] = Counter()
        self._waiting: Counter[tuple[str, Work]] = Counter()
        self._rests_until: dict[tuple[str, Work], float] = {}
        self._seen: dict[str, float] = {}

    def note(self, tenant_id: str) -> None:
        """A request of this tenant has come, of whatever kind."""
        with self._changed:
            if len(self._seen) >= _TENANTS_MOST:
                self._seen.clear()
            self._seen[tenant_id] = time.monotonic()

    @contextmanager
    def turn(self, who: Principal, work: Work) -> Iterator[None]:
        """Hold one of the tenant's places; LimitReached with `retry_after` when none is free for too long."""
        until = time.monotonic() + _WAITS[work]
        place = (who.tenant_id, work)
        rest = self._enter(place, until)
        started = 0.0
        try:
            if rest > 0:
                self._clock.sleep(rest)
            with self._leased(place):
                started = time.monotonic()
                yield
        finally:
            self._leave(place, started)

    def _enter(self, place: tuple[str, Work], until: float) -> float:
        """Seconds that the place still rests for."""
        with self._changed:
            if self._busy[place] >= self._most:
                self._wait(place, until)
            self._busy[place] += 1
            return self._rest(place, time.monotonic())

    def _rest(self, place: tuple[str, Work], now: float) -> float:
        are_others_here = any(
            now - at < _PRESENT_SECONDS for tenant_id, at in self._seen.items() if tenant_id != place[0]
        )
        return self._rests_until.get(place, 0.0) - now if are_others_here else 0.0

    def _wait(self, place: tuple[str, Work], until: float) -> None:
        if self._waiting[place] >= _MOST_WAITING:
            raise self._refusal(place[1])
        self._waiting[place] += 1
        try:
            if not self._changed.wait_for(lambda: self._busy[place] < self._most, until - time.monotonic()):
                raise self._refusal(place[1])
        finally:
            _less(self._waiting, place)

    def _leave(self, place: tuple[str, Work], started: float) -> None:
        now = time.monotonic()
        with self._changed:
            self._rests_until = {one: until for one, until in self._rests_until.items() if until > now}
            if started:
                self._rests_until[place] = now + min(_RESTS * (now - started), _REST_SECONDS)
            _less(self._busy, place)
            self._changed.notify_all()

    @contextmanager
    def _leased(self, place: tuple[str, Work]) -> Iterator[None]:
        tenant, work = place
        holder = secrets.token_hex(8)
        number = self._take(tenant, work, holder)
        try:
            yield
        finally:
            self._places.give_back(tenant, work, number, holder)

    def _take(self, tenant: str, work: Work, holder: str) -> int:
        """The number of a free place. Between tries the request sleeps: no function is woken when one is given back."""
        for attempt in range(1 + round(_WAITS[work] / _POLL_SECONDS)):
            if attempt:
                self._clock.sleep(_POLL_SECONDS)
            for number in range(self._most):
                if self._places.take(tenant, work, number, holder, _LEASE_SECONDS):
                    return number
        raise self._refusal(work)

    def _refusal(self, work: Work) -> LimitReached:
        what = "compilations" if work == "compile" else "searches, imports and outlines"
        return LimitReached(
            f"Too many {what} at once: at most {self._most} of a tenant are done at the same time.",
            retry_after=_RETRY_SECONDS,
        )


def _less(counter: Counter[tuple[str, Work]], place: tuple[str, Work]) -> None:
    counter[place] -= 1
    if counter[place] <= 0:
        del counter[place]
