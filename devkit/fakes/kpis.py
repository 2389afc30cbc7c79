"""How well runs went, in memory."""

from collections.abc import Iterator
from typing import Any

from shared.domain.runs.kpis import Marks, RunKpi

_MARKS = {"accepted", "reverted"}


class FakeKpiStore:
    """`KpiStore`."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, str, str], dict[str, Any]] = {}

    def record(self, kpi: RunKpi) -> None:
        row = self._rows.setdefault((kpi.tenant_id, kpi.app_id, kpi.run_id), {})
        row.update(kpi.model_dump(exclude={"accepted", "reverted"}))

    def mark(self, tenant_id: str, app_id: str, marks: Marks) -> None:
        """What the store of revisions writes with a revision."""
        for run_id, mark in marks.items():
            self._rows.setdefault((tenant_id, app_id, run_id), {})[mark] = True

    def marked(self, tenant_id: str) -> list[str]:
        """The runs that have a mark."""
        return [run for (tenant, _, run), row in self._rows.items() if tenant == tenant_id and _MARKS & set(row)]

    def of_app(self, tenant_id: str, app_id: str, first: str, last: str) -> list[RunKpi]:
        return [row for row in self._between(tenant_id, first, last) if row.app_id == app_id]

    def of_tenant(self, tenant_id: str, first: str, last: str) -> list[RunKpi]:
        return list(self._between(tenant_id, first, last))

    def _between(self, tenant_id: str, first: str, last: str) -> Iterator[RunKpi]:
        for (tenant, _, run), row in sorted(self._rows.items(), key=lambda one: one[0][2]):
            if tenant == tenant_id and first <= run <= last and "ending" in row:
                yield RunKpi.model_validate(row)
