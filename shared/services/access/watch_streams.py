"""Open streams of a tenant: a viewer opens a lease, keeps it, and asks whether a newer stream has taken its place."""

import secrets
import threading
import time

from shared.domain.access.viewers import LEASE_SECONDS, LONGEST_SECONDS, StreamLease, kept, live
from shared.domain.identity import Principal
from shared.domain.limits import Limits
from shared.ports.access import StreamLeases
from shared.ports.clock import Clock

_FRESH_SECONDS = 2.0


class OpenStreams:
    """One per process. A tenant's list is read at most every two seconds, however many viewers ask."""

    def __init__(
        self, leases: StreamLeases, clock: Clock, limits: Limits, *, fresh_seconds: float = _FRESH_SECONDS
    ) -> None:
        self._leases, self._clock, self._limits = leases, clock, limits
        self._fresh_seconds = fresh_seconds
        self._lock = threading.Lock()
        self._known: dict[str, tuple[float, list[StreamLease]]] = {}

    def open(self, who: Principal, place: str, viewer: str = "") -> StreamLease:
        """A lease of this moment: the newest of its tenant."""
        now = self._now_ms()
        lease = StreamLease(
            tenant_id=who.tenant_id, person=who.subject, place=place, viewer=viewer, opened_ms=now,
            nonce=secrets.token_hex(8), until_ms=now + LEASE_SECONDS * 1000,
        )  # fmt: skip
        self._leases.open(lease)
        return lease

    def keep(self, lease: StreamLease) -> StreamLease:
        """The lease, extended when half of its time is over."""
        now = self._now_ms()
        if lease.until_ms - now > LEASE_SECONDS * 500:
            return lease
        until = now + LEASE_SECONDS * 1000
        self._leases.extend(lease, until)
        return lease.model_copy(update={"until_ms": until})

    def close(self, lease: StreamLease) -> None:
        self._leases.close(lease)

    def stays(self, lease: StreamLease) -> bool:
        """False when newer streams of the person or the tenant have taken its place."""
        others = [other for other in self._of(lease.tenant_id) if other.age_key != lease.age_key]
        return lease in kept([lease, *others], self._limits)

    def count(self, tenant_id: str, place: str) -> int:
        return sum(lease.place == place for lease in kept(self._of(tenant_id), self._limits))

    def _of(self, tenant_id: str) -> list[StreamLease]:
        with self._lock:
            at, known = self._known.get(tenant_id, (0.0, []))
            if time.monotonic() - at >= self._fresh_seconds:
                since = self._now_ms() - (LONGEST_SECONDS + LEASE_SECONDS) * 1000
                known = self._leases.opened_since(tenant_id, since)
                self._known[tenant_id] = time.monotonic(), known
        return live(known, self._now_ms())

    def _now_ms(self) -> int:
        return round(self._clock.now().timestamp() * 1000)
