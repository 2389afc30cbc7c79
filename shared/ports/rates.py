"""Token buckets: how often something may be done."""

from typing import NamedTuple, Protocol


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
