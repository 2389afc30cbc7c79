"""The store of how well runs went."""

from typing import Literal, Protocol

from shared.domain.runs.kpis import RunKpi

Mark = Literal["accepted", "reverted"]


class KpiStore(Protocol):
    """A row a run, found by app and by tenant. Writes may come twice and in any order: each sets what it knows."""

    def record(self, kpi: RunKpi) -> None:
        """What the end of the run knows; marks that came before stand."""
        ...

    def mark(self, tenant_id: str, app_id: str, run_id: str, mark: Mark) -> None:
        """What somebody did with the run's change."""
        ...

    def of_app(self, tenant_id: str, app_id: str, first: str, last: str) -> list[RunKpi]:
        """Those whose ids lie between `first` and `last`, oldest first."""
        ...

    def of_tenant(self, tenant_id: str, first: str, last: str) -> list[RunKpi]:
        """The same for all apps of the tenant, also those that are deleted."""
        ...
