"""The ledger of a tenant's money, and how well its runs went."""

from collections.abc import Sequence
from typing import Protocol

from shared.domain.base import Page
from shared.domain.runs.kpis import RunKpi
from shared.domain.spending.pool import Pool, PoolBalance, PoolKind
from shared.domain.spending.spending import Balance, Cap, Caps, Counts, DayUsage, Hold, OwnBudgets, RunSpending


class KpiStore(Protocol):
    """A row a run, found by app and by tenant. Writes may come twice and in any order: each sets what it knows.

    What somebody did with the run's change is written by `RevisionStore.commit`, with the revision that did it.
    """

    def record(self, kpi: RunKpi) -> None:
        """What the end of the run knows; marks that came before stand."""

    def of_app(self, tenant_id: str, app_id: str, first: str, last: str) -> list[RunKpi]:
        """Those whose ids lie between `first` and `last`, oldest first."""

    def of_tenant(self, tenant_id: str, first: str, last: str) -> list[RunKpi]:
        """The same for all apps of the tenant, also those that are deleted."""


class SpendingLedger(Protocol):
    """Budgets, holds and counters. Day, month and hold change together or not at all.

    A hold counts as spent from the moment it is made, so one whose call is never recorded is spent.
    """

    def reserve(
        self, hold: Hold, caps: Caps, before: Hold | None = None, *, alone: bool = False
    ) -> Cap | PoolKind | None:
        """Reserve money and tokens of the hold, or raise what was reserved from `before` to them.

        The answer is the cap that would be passed, if any; nothing is written then. A cap is asked only for what grows.
        Idempotent: done twice it counts once. Conflict when the call has been recorded, or holds other amounts than
        `before`.

        The pools of the hold are asked for its `pooled` amount; with `alone` only for its `amount`, and no other open
        call may be in flight in them. The call that passes the cap of a pool is therefore always a single one.
        """

    def record(self, hold: Hold, counts: Counts) -> bool:
        """Put what the call did cost in the place of what was reserved for it, and count it for app and run.

        False when it was recorded before, or never made: nothing is written then. Counts of no call release it.
        """

    def pools(self, tenant_id: str, app_id: str, pools: Sequence[Pool]) -> list[PoolBalance]:
        """Return the balance of each pool, in the order of `pools`."""

    def own_budgets(self, tenant_id: str) -> OwnBudgets:
        """What the tenant has set for itself; no caps for one that has set none."""

    def set_budgets(self, budgets: OwnBudgets) -> OwnBudgets:
        """Stored under the next version. Conflict when `budgets.version` is not the stored one."""

    def holds(self, tenant_id: str, run_id: str) -> list[Hold]:
        """Those of the run whose calls are not recorded."""

    def calls(self, tenant_id: str, run_id: str) -> list[Hold]:
        """All of the run, those that are recorded with what they have `spent`; consistent."""

    def balances(self, tenant_id: str, day: str) -> tuple[Balance, Balance]:
        """Of the day, and of its month."""

    def history(self, tenant_id: str, days: Sequence[str]) -> list[Balance]:
        """Of each of the days, in their order."""

    def days(self, tenant_id: str, app_id: str, first: str, last: str) -> list[DayUsage]:
        """What an app has used from `first` to `last`, both included, oldest first."""

    def runs(
        self, tenant_id: str, app_id: str, first: str, last: str, *, limit: int, cursor: str | None = None
    ) -> Page[RunSpending]:
        """What the runs whose ids lie between `first` and `last` have used, newest first."""
