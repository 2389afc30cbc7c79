"""The log of happenings in DynamoDB: one item for what happened together, in one partition a tenant, by its number.

An append costs one reading (what is the newest number?) and one write; two writers meet on the key. What is owed is an
item after all numbers, so that the same reading finds it.
"""

import random
import secrets
import time
from collections.abc import Callable, Iterator, Sequence

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, Write, create, equals, put
from shared.domain.errors import Bug, Transient
from shared.domain.sessions.happenings import (
    BATCH,
    KEPT_SECONDS,
    NOTED,
    Happening,
    Missed,
    Noted,
    Noticed,
    follows,
    numbered,
)
from shared.ports.clock import Clock

_ATTEMPTS = 8
_ANY = PRESENT | ABSENT


class DynamoHappeningLog:
    """`HappeningLog`. Entries expire by themselves; DynamoDB removes them late, so readers look at the time."""

    def __init__(self, table: Table, clock: Clock, sleep: Callable[[float], None] = time.sleep) -> None:
        self._table = table
        self._clock = clock
        self._sleep = sleep

    def append(self, tenant_id: str, app_id: str | None, happenings: Sequence[Happening]) -> None:
        if not 0 < len(happenings) <= BATCH:
            raise Bug("What is appended is not empty and not too much.")
        entries = [(app_id, happening) for happening in happenings]
        for attempt in range(_ATTEMPTS):
            if attempt:
                self._sleep(random.uniform(0.0, 0.01 * 2**attempt))  # noqa: S311 - a pause, not a secret
            last, owed = self._end(tenant_id)
            if self._appended(tenant_id, entries, last, owed):
                return
        raise Transient("Others are writing what happens in this tenant.")

    def owe(self, tenant_id: str) -> None:
        """Over whatever is owed already: one `missed` stands for all of it."""
        self._table.apply(put(self._owed(tenant_id, secrets.token_hex(8)), _ANY))

    def read(self, tenant_id: str, *, after: int, limit: int = 500) -> Noticed:
        items = list(self._between(tenant_id, after, limit))
        if any(item.get("owed") for item in items):
            self._pay_debt(tenant_id)
            items = list(self._between(tenant_id, after, limit))
        found = [entry for item in items for entry in _entries(item)]
        noticed = follows(found, after)
        return noticed.model_copy(update={"items": noticed.items[:limit]})

    def last(self, tenant_id: str) -> int:
        return self._end(tenant_id)[0]

    def _appended(
        self, tenant_id: str, happened: list[tuple[str | None, Happening]], last: int, owed: str | None
    ) -> bool:
        """Whether the numbers after `last` were free."""
        entries = numbered([(None, Missed()), *happened] if owed else happened, last=last, at=self._clock.now())
        writes = [create(self._item(tenant_id, entries))]
        if owed:
            writes.append(self._paid(tenant_id, owed))
        return not self._table.attempt(*writes)

    def _pay_debt(self, tenant_id: str) -> None:
        """Note what is owed now. Does nothing when another caller was faster."""
        last, owed = self._end(tenant_id)
        if owed:
            self._appended(tenant_id, [], last, owed)

    def _end(self, tenant_id: str) -> tuple[int, str | None]:
        """The newest number, and the name of what is owed."""
        partition = keys.happening_partition(tenant_id)
        last, owed = 0, None
        for item in self._table.query(partition, keys.happening_sort_key(0), keys.OWED, newest=True, page=2):
            if item["SK"] == keys.OWED:
                owed = item["owed"] or None
            else:
                last = int(item["last_seq"]) if self._is_kept(item) else 0
                break
        return last, owed

    def _between(self, tenant_id: str, after: int, limit: int) -> Iterator[Item]:
        """From the item that holds `after`, if it is kept; at the end what is owed."""
        first = keys.happening_sort_key(max(0, after - BATCH))
        count = 0
        for item in self._table.query(keys.happening_partition(tenant_id), first, keys.OWED, page=limit):
            if self._is_kept(item):
                yield item
                count += int(item.get("last_seq", 0)) > after
            if count >= limit:
                return

    def _is_kept(self, item: Item) -> bool:
        return bool(item["ttl"] > self._clock.now().timestamp())

    def _item(self, tenant_id: str, entries: list[Noted]) -> Item:
        key = keys.happening(tenant_id, entries[0].seq)
        body = NOTED.dump_json(entries).decode()
        return key | {"last_seq": entries[-1].seq, "entries": body, "ttl": self._ttl()}

    def _owed(self, tenant_id: str, name: str) -> Item:
        return keys.happening_owed(tenant_id) | {"owed": name, "ttl": self._ttl()}

    def _paid(self, tenant_id: str, name: str) -> Write:
        return put(self._owed(tenant_id, ""), equals("owed", name))

    def _ttl(self) -> int:
        return round(self._clock.now().timestamp()) + KEPT_SECONDS


def _entries(item: Item) -> list[Noted]:
    return NOTED.validate_json(item["entries"]) if "entries" in item else []
