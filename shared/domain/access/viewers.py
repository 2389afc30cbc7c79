"""Open streams as leases: who watches what, since when, and which give way to newer ones."""

from collections.abc import Iterable

from pydantic import BaseModel

from shared.domain.limits import Limits

LEASE_SECONDS = 90
"""How long a lease outlives the function that kept it."""
LONGEST_SECONDS = 840
"""No stream is open longer: the function it runs in is stopped a minute later."""


class StreamLease(BaseModel, frozen=True):
    """One open stream. `place` is the run (`run:run_..`) or the project (`feed:app_..`) that it shows.

    `viewer` is the name that a client gives its stream, so that its next connection takes the place of the last one.
    """

    tenant_id: str
    person: str
    place: str
    viewer: str = ""
    opened_ms: int
    nonce: str
    until_ms: int

    @property
    def age_key(self) -> tuple[int, str]:
        """Sorts leases from the oldest to the newest; no two are equal."""
        return self.opened_ms, self.nonce


def run_place(run_id: str) -> str:
    return f"run:{run_id}"


def feed_place(app_id: str) -> str:
    return f"feed:{app_id}"


def happenings_place(app_id: str | None) -> str:
    """Of one app, or of all apps of the tenant."""
    return f"happenings:{app_id or 'all'}"


def live(leases: Iterable[StreamLease], now_ms: int) -> list[StreamLease]:
    return [lease for lease in leases if lease.until_ms > now_ms]


def kept(leases: Iterable[StreamLease], limits: Limits) -> list[StreamLease]:
    """The streams that stay open, newest first: what is beyond a person's or the tenant's number gives way.

    Every viewer looks for itself in the same list, so nobody ends another's stream and no two viewers end each other.
    What gives way does not count any more: one person's burst takes nothing from the others of the tenant.
    """
    found: list[StreamLease] = []
    for lease in sorted(leases, key=lambda one: one.age_key, reverse=True):
        if len(found) < limits.streams_tenant and _has_room(lease, found, limits):
            found.append(lease)
    return found


def _has_room(lease: StreamLease, newer: list[StreamLease], limits: Limits) -> bool:
    own = [other for other in newer if other.person == lease.person]
    same = [other for other in own if other.place == lease.place]
    if len(own) >= limits.streams_person or (lease.viewer and any(other.viewer == lease.viewer for other in same)):
        return False
    return not (lease.place.startswith("run:") and len(same) >= limits.streams_run)
