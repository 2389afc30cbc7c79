"""The event log in DynamoDB: one item a batch, keyed by its first number, so two writers meet on the key."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.bodies import Bodies
from shared.adapters.dynamo.table.items import PACKED, Item
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import PRESENT, Write, create, update
from shared.adapters.s3 import blob_keys
from shared.domain.errors import AppError, Bug, Conflict
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.events import EVENTS_ADAPTER, Event
from shared.ports.clock import Clock
from shared.ports.storage import BlobStore

_LAST = 9_999_999_999
_TRANSACTION_ITEMS = 100
_TRANSACTION_BYTES = 2_000_000
_ENDS_KEPT = 256


class DynamoEventLog:
    """`EventLog`. A reader that goes on where a batch ended reads only what is new.

    One that starts within a batch begins a batch's length earlier and drops what it has.
    """

    def __init__(self, table: Table, blobs: BlobStore, clock: Clock) -> None:
        self._table = table
        self._bodies = Bodies(blobs)
        self._clock = clock
        self._ends: OrderedDict[tuple[str, int], None] = OrderedDict()

    def append(self, tenant_id: str, run_id: str, events: Sequence[Event]) -> None:
        first = _checked(events)
        body = self._bodies.pack(EVENTS_ADAPTER.dump_json(list(events)), blob_keys.event_bodies(tenant_id, run_id))
        key = keys.event_batch(tenant_id, run_id, first)
        self._table.apply(create(key | {"last_seq": events[-1].seq} | body, _taken))

    def read(self, tenant_id: str, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]:
        found: list[Event] = []
        for event in self._stored(keys.run_partition(tenant_id, run_id), after, limit):
            expected = after + len(found) + 1
            if event.seq > expected or len(found) == limit:
                break
            if event.seq == expected:
                found.append(event)
        return found

    def last_seq(self, tenant_id: str, run_id: str) -> int:
        newest = self._batches(keys.run_partition(tenant_id, run_id), 0, newest=True, page=1)
        return next((int(item["last_seq"]) for item in newest), 0)

    def expire(self, tenant_id: str, run_id: str, at_epoch: int) -> None:
        for items in _transactions(self._batches(keys.run_partition(tenant_id, run_id), 0)):
            self._table.attempt(*(_expiring(item, at_epoch) for item in items))

    def _stored(self, partition: str, after: int, limit: int) -> Iterator[Event]:
        """Events from `after` on, and perhaps some before; those of whole batches known to be read are not fetched."""
        exact = after == 0 or (partition, after) in self._ends
        first = after + 1 if exact else max(1, after + 2 - DEFAULT_LIMITS.event_batch)
        for item in self._batches(partition, first, page=limit + DEFAULT_LIMITS.event_batch):
            if item["last_seq"] > after:
                yield from EVENTS_ADAPTER.validate_json(self._bodies.unpack(item))
            self._remember_end(partition, int(item["last_seq"]))

    def _batches(self, partition: str, first: int, *, newest: bool = False, page: int | None = None) -> Iterator[Item]:
        now = self._clock.now().timestamp()
        low, high = keys.event_sort_key(first), keys.event_sort_key(_LAST)
        for item in self._table.query(partition, low, high, newest=newest, page=page):
            if item.get("ttl") is None or item["ttl"] > now:  # DynamoDB removes late
                yield item

    def _remember_end(self, partition: str, seq: int) -> None:
        self._ends[partition, seq] = None
        if len(self._ends) > _ENDS_KEPT:
            self._ends.popitem(last=False)


def _checked(events: Sequence[Event]) -> int:
    """The first number of a batch that may be stored."""
    first = events[0].seq if events else 0
    numbers = [event.seq for event in events]
    if first < 1 or numbers != list(range(first, first + len(events))) or len(events) > DEFAULT_LIMITS.event_batch:
        raise Bug("A batch of events is not empty, not too long, and numbered without a gap from 1 or more.")
    return first


def _taken(_: Item | None) -> AppError:
    return Conflict("This number is taken.")


def _expiring(item: Item, at_epoch: int) -> Write:
    key = {"PK": item["PK"], "SK": item["SK"]}
    return update(key, PRESENT, values={"ttl": at_epoch}, optional=True)


def _transactions(items: Iterator[Item]) -> Iterator[list[Item]]:
    """Groups that one transaction takes: at most 100 items and well under 4 MB."""
    group: list[Item] = []
    size = 0
    for item in items:
        size += len(item.get(PACKED, b"")) + 512
        if group and (len(group) == _TRANSACTION_ITEMS or size > _TRANSACTION_BYTES):
            yield group
            group, size = [], len(item.get(PACKED, b"")) + 512
        group.append(item)
    if group:
        yield group
