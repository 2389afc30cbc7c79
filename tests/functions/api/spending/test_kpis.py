"""How well runs went, over HTTP: by app, by tenant, by day."""

from typing import Any

from devkit.api.api import Api
from shared.domain.runs.kpis import RunKpi
from tests.functions.api.spending.test_usage import run_id

ASKED = {"since": "2026-03-01", "until": "2026-03-31"}


def recorded(api: Api, app_id: str, day: str, number: int, **over: Any) -> None:
    base = {
        "tenant_id": "acme", "app_id": app_id, "run_id": run_id(day, number), "day": day, "ending": "changed",
        "troubled": False, "compiled": True, "first_word_ms": 800, "edit_seconds": 4.0, "cost": 50_000,
    }  # fmt: skip
    api.world.kpis.record(RunKpi.model_validate(base | over))


def test_a_project_nobody_talked_to_has_no_rates() -> None:
    api = Api()
    app, _ = api.world.make_app()
    body = api.client.get(f"/projects/{app.id}/kpis").json()
    assert body["items"] == [] and body["totals"]["runs"] == 0 and body["totals"]["success_rate"] is None


def test_days_of_a_project_and_of_its_tenant() -> None:
    api = Api()
    first, _ = api.world.make_app()
    second, _ = api.world.make_app()
    recorded(api, first.id, "2026-03-01", 1)
    recorded(api, first.id, "2026-03-02", 2, ending="failed", troubled=True)
    recorded(api, second.id, "2026-03-02", 3)
    recorded(api, second.id, "2026-04-01", 4)
    recorded(api, second.id, "2026-03-03", 5, tenant_id="other")
    body = api.client.get(f"/projects/{first.id}/kpis", params=ASKED).json()
    assert [(item["day"], item["success_rate"]) for item in body["items"]] == [("2026-03-02", 0.0), ("2026-03-01", 1.0)]
    assert (body["totals"]["success_rate"], body["totals"]["cost_usd"]) == (0.5, 0.1)
    whole = api.client.get("/admin/kpis", params=ASKED).json()
    assert [(item["day"], item["runs"]) for item in whole["items"]] == [("2026-03-02", 2), ("2026-03-01", 1)]
    assert whole["totals"]["cost_per_success_usd"] == 0.075


def test_an_odd_range_and_a_strange_project_are_refused() -> None:
    api = Api()
    app, _ = api.world.make_app()
    for path in (f"/projects/{app.id}/kpis", "/admin/kpis"):
        assert api.client.get(path, params={"since": "2026-03-02", "until": "2026-03-01"}).status_code == 422
        assert api.client.get(path, params={"since": "2020-01-01", "until": "2026-03-01"}).status_code == 422
    assert api.client.get("/projects/app_00000000000000000000000000/kpis").status_code == 404
