"""Who may come in, and how often: keys of programs without their secrets, open streams, rates."""

from datetime import datetime
from typing import NamedTuple, Protocol

from shared.domain.access.api_key import ApiKey
from shared.domain.access.viewers import StreamLease
from shared.domain.base import Page


class Rate(NamedTuple):
    """A bucket of `per_minute` tokens that fills up again within a minute, evenly."""

    per_minute: int

    @property
    def interval_us(self) -> int:
        """The time in which one token comes back."""
        return -(-60_000_000 // self.per_minute)


class RateLimiter(Protocol):
    """Buckets by tenant and name. Every take is one decision, also when many come at once."""

    def take(self, tenant_id: str, bucket: str, rate: Rate) -> float:
        """Take one token: 0.0. When the bucket is empty nothing is taken: the seconds until the next token, > 0."""


class WorkPlaces(Protocol):
    """Numbered places of a tenant for each kind of costly work; each is held by one request at a time."""

    def take(self, tenant_id: str, kind: str, number: int, holder: str, seconds: float) -> bool:
        """Hold a free place for at most so many seconds; False when somebody else holds it."""

    def give_back(self, tenant_id: str, kind: str, number: int, holder: str) -> None:
        """Free the place; nothing happens when it is no longer the holder's."""


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


class ApiKeyStore(Protocol):
    """Keys of a tenant, and the one look-up over all tenants: by digest."""

    def create(self, key: ApiKey) -> None:
        """Store a new key and its look-up, together. Conflict when the id or the digest is taken."""

    def find(self, digest: str) -> ApiKey | None:
        """The key with this digest, read consistently; None from the moment that it is revoked."""

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None) -> Page[ApiKey]:
        """The tenant's keys, newest first, revoked ones too. An unreadable cursor is Malformed."""

    def revoke(self, tenant_id: str, key_id: str, at: datetime) -> ApiKey:
        """The key as it is from now on; revoking again changes nothing. NotFound for another tenant's."""
