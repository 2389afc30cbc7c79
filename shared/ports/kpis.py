"""The store of how well runs went."""

from typing import Protocol

from shared.domain.runs.kpis import RunKpi


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
