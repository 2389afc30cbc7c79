"""The contract of `KpiStore`: writes may come twice, and marks before what they mark."""

from datetime import date
from typing import Any

from devkit.fakes.samples import OTHER_TENANT
from shared.domain.ids import first_id, last_id
from shared.domain.runs.kpis import RunKpi
from tests.support.racing import failures, race

DAY = date(2026, 3, 1)
RANGE = first_id("run", DAY), last_id("run", DAY)


def a_kpi(tenant_id: str, run_id: str = RANGE[0], **over: Any) -> RunKpi:
    base = {
        "tenant_id": tenant_id, "app_id": "app_1", "run_id": run_id, "day": "2026-03-01", "ending": "proposed",
        "troubled": True, "compiled": None, "first_word_ms": 1200, "edit_seconds": 3.5, "cost": 250_000,
    }  # fmt: skip
    return RunKpi.model_validate(base | over)


def test_a_row_comes_back_by_app_and_by_tenant(stores: Any, tenant: str) -> None:
    first, second = a_kpi(tenant), a_kpi(tenant, RANGE[1], app_id="app_2", edit_seconds=None)
    for kpi in (second, first, first):
        stores.kpis.record(kpi)
    assert stores.kpis.of_app(tenant, "app_1", *RANGE) == [first]
    assert stores.kpis.of_tenant(tenant, *RANGE) == [first, second]
    assert stores.kpis.of_tenant(OTHER_TENANT, *RANGE) == stores.kpis.of_app(tenant, "app_3", *RANGE) == []


def test_another_day_is_another_range(stores: Any, tenant: str) -> None:
    stores.kpis.record(a_kpi(tenant))
    later = first_id("run", date(2026, 3, 2)), last_id("run", date(2026, 3, 2))
    assert stores.kpis.of_app(tenant, "app_1", *later) == stores.kpis.of_tenant(tenant, *later) == []


def test_a_mark_stands_whenever_the_end_is_recorded(stores: Any, tenant: str) -> None:
    kpi = a_kpi(tenant)
    stores.kpis.mark(tenant, "app_1", kpi.run_id, "reverted")
    assert stores.kpis.of_app(tenant, "app_1", *RANGE) == stores.kpis.of_tenant(tenant, *RANGE) == []
    stores.kpis.record(kpi)
    stores.kpis.mark(tenant, "app_1", kpi.run_id, "accepted")
    stores.kpis.record(kpi)
    wanted = kpi.model_copy(update={"accepted": True, "reverted": True})
    assert stores.kpis.of_app(tenant, "app_1", *RANGE) == stores.kpis.of_tenant(tenant, *RANGE) == [wanted]


def test_all_may_write_at_once(raced: Any, tenant: str) -> None:
    kpi = a_kpi(tenant)
    outcomes = race(
        *([lambda: raced.kpis.record(kpi)] * 3),
        *([lambda: raced.kpis.mark(tenant, "app_1", kpi.run_id, "reverted")] * 3),
    )
    assert failures(outcomes) == []
    assert raced.kpis.of_app(tenant, "app_1", *RANGE) == [kpi.model_copy(update={"reverted": True})]
