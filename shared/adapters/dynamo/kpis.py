"""How well runs went in DynamoDB: two items a run, one beside its app and one with its tenant's, written together."""

from typing import Any

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_of
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, Write, update
from shared.domain.runs.kpis import Marks, RunKpi

_MARKS = {"accepted", "reverted"}


class DynamoKpiStore(Store):
    """`KpiStore`. An item that has marks alone is of a run whose end is not recorded, and is no row yet."""

    def record(self, kpi: RunKpi) -> None:
        values = kpi.model_dump(mode="json", exclude=_MARKS)
        self._table.apply(*_writes(kpi.tenant_id, kpi.app_id, kpi.run_id, values))

    def of_app(self, tenant_id: str, app_id: str, first: str, last: str) -> list[RunKpi]:
        return self._ended(keys.app_partition(tenant_id, app_id), first, last)

    def of_tenant(self, tenant_id: str, first: str, last: str) -> list[RunKpi]:
        return self._ended(keys.kpi_partition(tenant_id), first, last)

    def _ended(self, partition: str, first: str, last: str) -> list[RunKpi]:
        found = self._table.query(partition, keys.KPI + keys.part(first), keys.KPI + keys.part(last))
        return [entity_of(RunKpi, item) for item in found if "ending" in item]


def mark_writes(tenant_id: str, app_id: str, marks: Marks) -> list[Write]:
    """Those of all marks, for the transaction of what gives them."""
    return [one for run_id, mark in marks.items() for one in _writes(tenant_id, app_id, run_id, {mark: True})]


def _writes(tenant_id: str, app_id: str, run_id: str, values: dict[str, Any]) -> list[Write]:
    places = keys.kpi_in_app(tenant_id, app_id, run_id), keys.kpi_in_tenant(tenant_id, run_id)
    return [update(place, PRESENT | ABSENT, values=values) for place in places]
