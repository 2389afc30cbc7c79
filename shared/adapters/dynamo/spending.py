"""The money of tenants in DynamoDB: one item a day and one a month, one a call under way, one a day, model and app."""

from collections.abc import Sequence

from boto3.dynamodb.conditions import Attr, ConditionBase

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.cursors import decode_cursor, encode_cursor
from shared.adapters.dynamo.table.items import Item, entity_item, entity_of
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, Write, create, equals, update
from shared.domain.base import Page
from shared.domain.errors import Conflict
from shared.domain.spending.pool import Pool, PoolBalance, PoolKind
from shared.domain.spending.spending import (
    Balance,
    Cap,
    Caps,
    Counts,
    DayUsage,
    Hold,
    OwnBudgets,
    RunSpending,
    month_of,
)
from shared.ports.clock import Clock

_KEPT_SECONDS = 30 * 86_400
_TRIES = 4
_ANY = PRESENT | ABSENT


class DynamoSpendingLedger(Store):
    """`SpendingLedger`. Holds expire after 30 days; what they reserved stays counted."""

    def __init__(self, table: Table, clock: Clock) -> None:
        super().__init__(table)
        self._clock = clock

    def reserve(
        self, hold: Hold, caps: Caps, before: Hold | None = None, *, alone: bool = False
    ) -> Cap | PoolKind | None:
        made = self._made(hold, before)
        more = (
            (hold.amount, hold.tokens) if before is None else (hold.amount - before.amount, hold.tokens - before.tokens)
        )
        names: list[Cap | PoolKind] = ["month", "day", *(pool.kind for pool in hold.pools)]
        takes = [
            _take(_month(hold), more, (caps.month, caps.month_tokens)),
            _take(_day(hold), more, (caps.day, caps.day_tokens)),
            *_pooled(hold, before, alone=alone),
        ]
        failures = self._table.attempt(made, *takes)
        refused = [failed.write for failed in failures]
        if made in refused:
            _require_same(failures[refused.index(made)].stored, hold)
            return None
        return next((name for name, write in zip(names, takes, strict=False) if write in refused), None)

    def record(self, hold: Hold, counts: Counts) -> bool:
        for _ in range(_TRIES):
            closed = update(
                _key(hold),
                _open(hold),
                values={"settled": True, "spent": counts.model_dump(), "ttl": self._ttl()},
            )
            failures = self._table.attempt(closed, *_paid(hold, counts), *_counted(hold, counts))
            if not failures:
                self._note_worst(hold, counts)
                return True
            stored = failures[0].stored
            if stored is None or stored["settled"]:
                return False
            hold = entity_of(Hold, stored)
        raise Conflict("Somebody else changed it in the meantime.")

    def pools(self, tenant_id: str, app_id: str, pools: Sequence[Pool]) -> list[PoolBalance]:
        # One read each: the functions that run the agent may not read in batches.
        found = (self._find(PoolBalance, keys.pool(tenant_id, app_id, pool.kind, pool.id)) for pool in pools)
        return [balance or PoolBalance() for balance in found]

    def own_budgets(self, tenant_id: str) -> OwnBudgets:
        return self._find(OwnBudgets, keys.own_budgets(tenant_id)) or OwnBudgets(tenant_id=tenant_id)

    def set_budgets(self, budgets: OwnBudgets) -> OwnBudgets:
        return self._put_next(budgets, keys.own_budgets(budgets.tenant_id))

    def holds(self, tenant_id: str, run_id: str) -> list[Hold]:
        return [hold for hold in self.calls(tenant_id, run_id) if not hold.settled]

    def calls(self, tenant_id: str, run_id: str) -> list[Hold]:
        partition = keys.run_partition(tenant_id, run_id)
        return [entity_of(Hold, item) for item in self._table.query(partition, keys.HOLD, f"{keys.HOLD}~")]

    def balances(self, tenant_id: str, day: str) -> tuple[Balance, Balance]:
        wanted = [keys.day_budget(tenant_id, day), keys.month_budget(tenant_id, month_of(day))]
        first, second = (entity_of(Balance, item or {}) for item in self._table.get_many(wanted))
        return first, second

    def history(self, tenant_id: str, days: Sequence[str]) -> list[Balance]:
        found = self._table.get_many([keys.day_budget(tenant_id, day) for day in days])
        return [entity_of(Balance, item or {}) for item in found]

    def days(self, tenant_id: str, app_id: str, first: str, last: str) -> list[DayUsage]:
        partition = keys.app_partition(tenant_id, app_id)
        found = self._table.query(partition, f"{keys.USAGE}{first}#", f"{keys.USAGE}{last}#~")
        return [DayUsage(day=item["day"], model=item["model"], counts=entity_of(Counts, item)) for item in found]

    def runs(
        self, tenant_id: str, app_id: str, first: str, last: str, *, limit: int, cursor: str | None = None
    ) -> Page[RunSpending]:
        until = decode_cursor(cursor, keys.SPENT) if cursor is not None else None
        highest = min(until or f"{keys.SPENT}{last}", f"{keys.SPENT}{last}")
        lowest = f"{keys.SPENT}{first}"
        if highest < lowest:
            return Page(items=[])
        partition = keys.app_partition(tenant_id, app_id)
        found: list[Item] = []
        for item in self._table.query(partition, lowest, highest, newest=True, page=limit + 2):
            if item["SK"] != until:
                found.append(item)
            if len(found) > limit:
                break
        shown = [RunSpending(run_id=item["run_id"], counts=entity_of(Counts, item)) for item in found[:limit]]
        return Page(items=shown, next_cursor=encode_cursor(found[limit - 1]["SK"]) if len(found) > limit else None)

    def _made(self, hold: Hold, before: Hold | None) -> Write:
        if before is None:
            return create(entity_item(hold, _key(hold)) | {"ttl": self._ttl()})
        grown = {"amount", "tokens", "pooled", "input_tokens", "output_tokens"}
        values = hold.model_dump(include=grown)
        return update(_key(hold), _open(before), values=values)

    def _note_worst(self, hold: Hold, counts: Counts) -> None:
        """Raise `worst` of the pools when the call cost more than it had reserved; a higher value stays."""
        if counts.counted > hold.pooled:
            for pool in hold.pools:
                key = keys.pool(hold.tenant_id, hold.app_id, pool.kind, pool.id)
                lower = _missing("worst") | Attr("worst").lt(counts.counted)
                self._table.attempt(update(key, lower, values={"worst": counts.counted}))

    def _ttl(self) -> int:
        return round(self._clock.now().timestamp()) + _KEPT_SECONDS


def _key(hold: Hold) -> keys.Key:
    return keys.hold(hold.tenant_id, hold.run_id, hold.call)


def _day(hold: Hold) -> keys.Key:
    return keys.day_budget(hold.tenant_id, hold.day)


def _month(hold: Hold) -> keys.Key:
    return keys.month_budget(hold.tenant_id, month_of(hold.day))


def _open(hold: Hold) -> ConditionBase:
    """Not recorded, and it holds these amounts. Rows of older releases have no tokens."""
    tokens = equals("tokens", hold.tokens)
    return (
        equals("settled", False)
        & equals("amount", hold.amount)
        & (tokens if hold.tokens else _missing("tokens") | tokens)
    )


def _require_same(stored: Item | None, hold: Hold) -> None:
    """An attempt whose answer was lost may have made this very hold; else Conflict."""
    held = None if stored is None or stored["settled"] else (stored["amount"], stored.get("tokens", 0))
    if held != (hold.amount, hold.tokens):
        raise Conflict("The call has been recorded, or holds another amount.")


def _take(key: keys.Key, more: tuple[int, int], caps: tuple[int | None, int | None]) -> Write:
    """Only while the caps leave room."""
    money, tokens = more
    return update(key, _room("used", money, caps[0]) & _room("tokens", tokens, caps[1]), adds=_added(money, tokens))


def _room(path: str, more: int, cap: int | None) -> ConditionBase:
    """More than the whole cap meets a condition that no balance fulfils; nothing more needs no room."""
    if cap is None or more == 0:
        return _ANY
    room = Attr(path).lte(cap - more)
    return room if more > cap else _missing(path) | room


def _missing(path: str) -> ConditionBase:
    return Attr(path).not_exists()


def _added(money: int, tokens: int) -> dict[str, int]:
    return {"used": money, "held": money, "tokens": tokens, "tokens_held": tokens}


def _paid(hold: Hold, counts: Counts) -> list[Write]:
    change = _added(-hold.amount, -hold.tokens)
    change["used"] += counts.counted
    change["tokens"] += counts.unpriced_tokens
    paid = [update(key, _ANY, adds=change) for key in (_day(hold), _month(hold))]
    shared = {"used": counts.counted - hold.pooled, "held": -hold.pooled, "open": -int(hold.is_open)}
    return [*paid, *(update(_pool(hold, pool), _ANY, adds=shared) for pool in hold.pools)]


def _pooled(hold: Hold, before: Hold | None, *, alone: bool) -> list[Write]:
    """Return the writes that reserve the hold in its pools."""
    more = hold.pooled - (before.pooled if before is not None else 0)
    opened = int(hold.is_open and before is None)
    adds = {"used": more, "held": more, "open": opened}
    no_other = (_missing("open") | Attr("open").lte(0)) if alone else _ANY
    asked = hold.amount if alone else more
    return [update(_pool(hold, pool), _room("used", asked, pool.cap) & no_other, adds=adds) for pool in hold.pools]


def _pool(hold: Hold, pool: Pool) -> keys.Key:
    return keys.pool(hold.tenant_id, hold.app_id, pool.kind, pool.id)


def _counted(hold: Hold, counts: Counts) -> list[Write]:
    if counts.calls == 0:
        return []
    tenant, app, sums = hold.tenant_id, hold.app_id, counts.model_dump()
    day = keys.day_usage(tenant, app, hold.day, hold.model)
    return [
        update(day, _ANY, values={"day": hold.day, "model": hold.model}, adds=sums),
        update(keys.run_usage(tenant, app, hold.run_id), _ANY, values={"run_id": hold.run_id}, adds=sums),
    ]
