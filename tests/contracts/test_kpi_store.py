"""The contract of `KpiStore`: writes may come twice, and marks before what they mark."""

from datetime import date
from typing import Any

import pytest

from devkit.fakes.samples import OTHER_TENANT, a_build, a_revision, an_app
from shared.domain.apps.app import App
from shared.domain.errors import Conflict
from shared.domain.ids import first_id, last_id
from shared.domain.runs.kpis import Marks, RunKpi
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


def commit(stores: Any, app: App, marks: Marks, parent: str | None = None) -> str:
    """A revision that says this of runs."""
    revision = a_revision(app)
    stores.revisions.commit(revision, a_build(app, revision), expected_draft=parent, marks=marks)
    return revision.id


def test_a_mark_stands_whenever_the_end_is_recorded(stores: Any, app: App) -> None:
    kpi = a_kpi(app.tenant_id, app_id=app.id)
    first = commit(stores, app, {kpi.run_id: "reverted"})
    assert stores.kpis.of_app(app.tenant_id, app.id, *RANGE) == stores.kpis.of_tenant(app.tenant_id, *RANGE) == []
    stores.kpis.record(kpi)
    commit(stores, app, {kpi.run_id: "accepted"}, first)
    stores.kpis.record(kpi)
    wanted = kpi.model_copy(update={"accepted": True, "reverted": True})
    of_app = stores.kpis.of_app(app.tenant_id, app.id, *RANGE)
    assert of_app == stores.kpis.of_tenant(app.tenant_id, *RANGE) == [wanted]


def test_a_commit_that_is_refused_marks_nothing(stores: Any, app: App) -> None:
    kpi = a_kpi(app.tenant_id, app_id=app.id)
    stores.kpis.record(kpi)
    commit(stores, app, {})
    with pytest.raises(Conflict):
        commit(stores, app, {kpi.run_id: "reverted"})
    assert stores.kpis.of_app(app.tenant_id, app.id, *RANGE) == [kpi]


def test_a_commit_marks_forty_runs(stores: Any, app: App) -> None:
    rows = [a_kpi(app.tenant_id, f"run_{number:026}", app_id=app.id) for number in range(40)]
    commit(stores, app, {row.run_id: "reverted" for row in rows})
    for row in rows:
        stores.kpis.record(row)
    found = stores.kpis.of_app(app.tenant_id, app.id, rows[0].run_id, rows[-1].run_id)
    assert len(found) == 40 and all(row.reverted for row in found)


def test_all_may_write_at_once(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)
    kpi = a_kpi(tenant, app_id=app.id)
    outcomes = race(
        *([lambda: raced.kpis.record(kpi)] * 5),
        lambda: commit(raced, app, {kpi.run_id: "reverted"}),
    )
    assert failures(outcomes) == []
    assert raced.kpis.of_app(tenant, app.id, *RANGE) == [kpi.model_copy(update={"reverted": True})]
