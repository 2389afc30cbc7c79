"""Leases of open streams in DynamoDB: one small item a stream, in one partition a tenant, by the time of opening."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_item
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.writes import PRESENT, create, delete, update
from shared.domain.access.viewers import StreamLease

_KEPT_SECONDS = 3600


class DynamoStreamLeases(Store):
    """`StreamLeases`. An item stays for some time after its `ttl`; the range of a query leaves it out before."""

    def open(self, lease: StreamLease) -> None:
        self._table.apply(create(entity_item(lease, _key(lease)) | {"ttl": _ttl(lease.until_ms)}))

    def extend(self, lease: StreamLease, until_ms: int) -> bool:
        values = {"until_ms": until_ms, "ttl": _ttl(until_ms)}
        return not self._table.attempt(update(_key(lease), PRESENT, values=values))

    def close(self, lease: StreamLease) -> None:
        self._table.attempt(delete(_key(lease), PRESENT, optional=True))

    def opened_since(self, tenant_id: str, since_ms: int) -> list[StreamLease]:
        partition = keys.stream_partition(tenant_id)
        return self._between(StreamLease, partition, keys.stream_sort_key(since_ms), keys.stream_sort_key(None))


def _key(lease: StreamLease) -> keys.Key:
    return keys.stream(lease.tenant_id, lease.opened_ms, lease.nonce)


def _ttl(until_ms: int) -> int:
    return until_ms // 1000 + _KEPT_SECONDS
