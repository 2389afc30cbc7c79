"""Token buckets in DynamoDB: one number a bucket, the moment at which it is full again."""

from boto3.dynamodb.conditions import Attr

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, Write, update
from shared.domain.errors import Transient
from shared.ports.access import Rate
from shared.ports.clock import Clock

_TRIES = 8
_KEPT_SECONDS = 600
_FULL_AT = "full_at"


class DynamoRateLimiter:
    """`RateLimiter`. A take is one conditional update that adds to the number; nothing is read before it."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = table
        self._clock = clock

    def take(self, tenant_id: str, bucket: str, rate: Rate) -> float:
        key = keys.rate(tenant_id, bucket)
        for _ in range(_TRIES):
            now = int(self._clock.now().timestamp() * 1_000_000)
            failures = self._table.attempt(_from_full(key, now, rate))
            if not failures:
                return 0.0
            failures = self._table.attempt(_from_less(key, now, rate))
            if not failures:
                return 0.0
            wait = _wait(failures[0].stored, now, rate)
            if wait > 0:
                return wait / 1_000_000
        raise Transient("Others are taking from the same allowance; try again.")


def _from_full(key: keys.Key, now: int, rate: Rate) -> Write:
    """A bucket that nobody has used, or that has become full again."""
    values = {_FULL_AT: now + rate.interval_us, "ttl": _ttl(now)}
    return update(key, ABSENT | Attr(_FULL_AT).lte(now), values=values)


def _from_less(key: keys.Key, now: int, rate: Rate) -> Write:
    """A bucket that is not full and holds a token."""
    holds_one = Attr(_FULL_AT).gt(now) & Attr(_FULL_AT).lte(_last_chance(now, rate))
    return update(key, holds_one, values={"ttl": _ttl(now)}, increments={_FULL_AT: rate.interval_us})


def _last_chance(now: int, rate: Rate) -> int:
    """The latest moment of being full at which one token is left."""
    return now + (rate.per_minute - 1) * rate.interval_us


def _wait(stored: Item | None, now: int, rate: Rate) -> int:
    """Until a token is there; 0 or less when the bucket has changed since and is worth another try."""
    return int(stored[_FULL_AT]) - _last_chance(now, rate) if stored else 0


def _ttl(now: int) -> int:
    return now // 1_000_000 + _KEPT_SECONDS
