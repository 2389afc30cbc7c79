"""The ledger of money in memory."""

import threading
from collections.abc import Sequence

from devkit.fakes.records import page
from shared.domain.base import Page
from shared.domain.errors import Conflict
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

_SPENT = "SPENT#"


class FakeSpendingLedger:
    """`SpendingLedger`: one lock around everything."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holds: dict[tuple[str, str, str], Hold] = {}
        self._balances: dict[tuple[str, str], Balance] = {}
        self._days: dict[tuple[str, str, str, str], Counts] = {}
        self._own: dict[str, OwnBudgets] = {}
        self._runs: dict[tuple[str, str, str], Counts] = {}

    def reserve(self, hold: Hold, caps: Caps, before: Hold | None = None) -> Cap | None:
        with self._lock:
            stored = self._holds.get(_key(hold))
            held = None if stored is None or stored.settled else _amounts(stored)
            if held == _amounts(hold):
                return None
            if held != (before and _amounts(before)) or (stored is not None and before is None):
                raise Conflict("The call has been recorded, or holds another amount.")
            money, tokens = (now - then for now, then in zip(_amounts(hold), held or (0, 0), strict=True))
            rows: tuple[tuple[Cap, str, int | None, int | None], ...] = (
                ("month", month_of(hold.day), caps.month, caps.month_tokens),
                ("day", hold.day, caps.day, caps.day_tokens),
            )
            for cap, name, most, most_tokens in rows:
                balance = self._balance(hold.tenant_id, name)
                if _passes(balance.used, money, most) or _passes(balance.tokens, tokens, most_tokens):
                    return cap
            self._holds[_key(hold)] = hold
            self._add(hold, Balance(used=money, held=money, tokens=tokens, tokens_held=tokens))
            return None

    def record(self, hold: Hold, counts: Counts) -> bool:
        with self._lock:
            stored = self._holds.get(_key(hold))
            if stored is None or stored.settled:
                return False
            self._holds[_key(hold)] = stored.model_copy(update={"settled": True})
            change = Balance(
                used=counts.counted - stored.amount,
                held=-stored.amount,
                tokens=counts.unpriced_tokens - stored.tokens,
                tokens_held=-stored.tokens,
            )
            self._add(stored, change)
            if counts.calls:
                for counts_of, key in (
                    (self._days, (stored.tenant_id, stored.app_id, stored.day, stored.model)),
                    (self._runs, (stored.tenant_id, stored.app_id, stored.run_id)),
                ):
                    counts_of[key] = counts_of.get(key, Counts()).plus(counts)  # type: ignore[attr-defined, index]  # two books
            return True

    def own_budgets(self, tenant_id: str) -> OwnBudgets:
        with self._lock:
            return self._own.get(tenant_id, OwnBudgets(tenant_id=tenant_id))

    def set_budgets(self, budgets: OwnBudgets) -> OwnBudgets:
        with self._lock:
            if self._own.get(budgets.tenant_id, OwnBudgets(tenant_id=budgets.tenant_id)).version != budgets.version:
                raise Conflict("Somebody else changed it in the meantime.")
            self._own[budgets.tenant_id] = stored = budgets.model_copy(update={"version": budgets.version + 1})
            return stored

    def holds(self, tenant_id: str, run_id: str) -> list[Hold]:
        with self._lock:
            found = [hold for key, hold in sorted(self._holds.items()) if key[:2] == (tenant_id, run_id)]
        return [hold for hold in found if not hold.settled]

    def balances(self, tenant_id: str, day: str) -> tuple[Balance, Balance]:
        with self._lock:
            return self._balance(tenant_id, day), self._balance(tenant_id, month_of(day))

    def history(self, tenant_id: str, days: Sequence[str]) -> list[Balance]:
        with self._lock:
            return [self._balance(tenant_id, day) for day in days]

    def days(self, tenant_id: str, app_id: str, first: str, last: str) -> list[DayUsage]:
        with self._lock:
            return [
                DayUsage(day=day, model=model, counts=counts)
                for (tenant, app, day, model), counts in sorted(self._days.items())
                if (tenant, app) == (tenant_id, app_id) and first <= day <= last
            ]

    def runs(
        self, tenant_id: str, app_id: str, first: str, last: str, *, limit: int, cursor: str | None = None
    ) -> Page[RunSpending]:
        with self._lock:
            rows = [
                RunSpending(run_id=run, counts=counts)
                for (tenant, app, run), counts in self._runs.items()
                if (tenant, app) == (tenant_id, app_id) and first <= run <= last
            ]
        return page(rows, lambda row: row.run_id, _SPENT, limit=limit, cursor=cursor)

    def _balance(self, tenant_id: str, name: str) -> Balance:
        return self._balances.get((tenant_id, name), Balance())

    def _add(self, hold: Hold, change: Balance) -> None:
        for name in (hold.day, month_of(hold.day)):
            before = self._balance(hold.tenant_id, name)
            sums = {field: getattr(before, field) + getattr(change, field) for field in Balance.model_fields}
            self._balances[hold.tenant_id, name] = Balance(**sums)


def _amounts(hold: Hold) -> tuple[int, int]:
    return hold.amount, hold.tokens


def _passes(used: int, more: int, cap: int | None) -> bool:
    return cap is not None and more != 0 and used + more > cap


def _key(hold: Hold) -> tuple[str, str, str]:
    return hold.tenant_id, hold.run_id, hold.call
