"""Leases of open streams."""

from typing import Protocol

from shared.domain.access.viewers import StreamLease


class StreamLeases(Protocol):
    """A tenant's open streams. What has expired may still be listed for a while: readers compare `until_ms`."""

    def open(self, lease: StreamLease) -> None:
        """Store a new lease. Conflict when it is stored already."""

    def extend(self, lease: StreamLease, until_ms: int) -> bool:
        """Move the end of a stored lease; False when it is gone."""

    def close(self, lease: StreamLease) -> None:
        """Remove it; nothing happens when it is gone."""

    def opened_since(self, tenant_id: str, since_ms: int) -> list[StreamLease]:
        """The tenant's leases opened at `since_ms` or later, oldest first."""
