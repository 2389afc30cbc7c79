"""A tenant's own budgets: set by who may administer it, never above the deployment's, held by what runs."""

from typing import Any

import pytest

from devkit.api.api import Api, code
from shared.domain.apps.app import App
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.kpis import RunKpi
from shared.domain.spending.spending import micro
from tests.functions.api.spending.test_usage import api_with, chat, run_id, spend, today

NONE = {"day_usd": None, "month_usd": None, "day_tokens": None, "month_tokens": None}
SERVER = {"day_usd": 20.0, "month_usd": 200.0, "day_tokens": 4_000_000, "month_tokens": 40_000_000}


def put(api: Api, version: int = 0, **amounts: Any) -> Any:
    return api.client.put("/admin/budgets", json=NONE | {"version": version} | amounts)


def test_before_anybody_sets_them_the_deployments_hold(api: Api) -> None:
    body = api.client.get("/admin/budgets").json()
    assert body == {"own": NONE, "server": SERVER, "version": 0, "changed_by": None, "changed_at": None}


def test_lower_ones_hold_at_once_and_say_who_set_them(api: Api) -> None:
    body = put(api, day_usd=2.5, month_tokens=9).json()
    assert (body["own"], body["version"]) == (NONE | {"day_usd": 2.5, "month_tokens": 9}, 1)
    assert body["changed_by"] and body["changed_at"] and body == api.client.get("/admin/budgets").json()
    budgets = api.client.get("/admin/usage").json()["budgets"]
    assert (budgets["day"]["limit_usd"], budgets["month"]["limit_usd"]) == (2.5, 200.0)
    assert (budgets["day"]["limit_tokens"], budgets["month"]["limit_tokens"]) == (4_000_000, 9)
    assert api.as_tenant("rival").get("/admin/budgets").json()["own"] == NONE


def test_what_is_used_up_by_a_lowered_budget_starts_nothing_until_it_is_raised(api: Api) -> None:
    app, _ = api.world.make_app(tenant_id="acme")
    spend(api.world, app.id, today(api.world), micro(3))
    put(api, day_usd=2)
    refused = chat(api, app.id).json()
    assert (refused["code"], refused["cap"], refused["limit_usd"]) == ("BUDGET_EXCEEDED", "day", 2)
    assert put(api, 1, day_usd=10).status_code == 200
    started = api.client.post(f"/projects/{app.id}/runs", json={"message": "Hello"})
    assert started.status_code == 202


def test_none_is_above_the_deployments_and_each_says_so(api: Api) -> None:
    refused = put(api, day_usd=20.01, month_tokens=40_000_001, month_usd=200)
    found = [(one["code"], one["path"]) for one in refused.json()["diagnostics"]]
    assert (refused.status_code, found) == (422, [("BUDGET_TOO_HIGH", "day_usd"), ("BUDGET_TOO_HIGH", "month_tokens")])
    assert api.client.get("/admin/budgets").json()["version"] == 0


def test_a_deployment_that_lowers_its_own_later_wins() -> None:
    api = api_with(budget_day=None)
    assert put(api, day_usd=1_000).status_code == 200
    ours = DEFAULT_LIMITS.model_copy(update={"budget_day": 5.0})
    lowered = Api(api.world, {"ports": api.world.ports(limits=ours)})
    assert lowered.client.get("/admin/usage").json()["budgets"]["day"]["limit_usd"] == 5
    body = lowered.client.get("/admin/budgets").json()
    assert (body["own"]["day_usd"], body["server"]["day_usd"]) == (1_000, 5)


@pytest.mark.parametrize(
    "wrong", [{"day_usd": -0.01}, {"day_tokens": -1}, {"day_tokens": 1.5}, {"month_usd": "much"}, {"day_usd": 1e30},
              {"version": -1}, {"year_usd": 1}, {"day_usd": []}],
)  # fmt: skip
def test_what_is_no_amount_is_refused(api: Api, wrong: dict[str, Any]) -> None:
    assert code(api.client.put("/admin/budgets", json=NONE | {"version": 0} | wrong)) == (422, "VALIDATION_FAILED")


def test_all_four_are_named(api: Api) -> None:
    assert api.client.put("/admin/budgets", json={"version": 0, "day_usd": 1}).status_code == 422


def test_who_read_an_older_version_sets_nothing(api: Api) -> None:
    assert put(api, day_usd=3).status_code == 200
    assert code(put(api, day_usd=4)) == (409, "STATE_CONFLICT")
    assert api.client.get("/admin/budgets").json()["own"]["day_usd"] == 3


ASKED = {"since": "2026-03-01", "until": "2026-03-31"}


def recorded(api: Api, app_id: str, day: str, number: int, **over: Any) -> None:
    base = {
        "tenant_id": "acme", "app_id": app_id, "run_id": run_id(day, number), "day": day, "ending": "changed",
        "troubled": False, "compiled": True, "first_word_ms": 800, "edit_seconds": 4.0, "cost": 50_000,
    }  # fmt: skip
    api.world.kpis.record(RunKpi.model_validate(base | over))


def test_a_project_nobody_talked_to_has_no_rates(api: Api, app: App) -> None:
    body = api.client.get(f"/projects/{app.id}/kpis").json()
    assert body["items"] == [] and body["totals"]["runs"] == 0 and body["totals"]["success_rate"] is None


def test_days_of_a_project_and_of_its_tenant(api: Api) -> None:
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


def test_an_odd_range_and_a_strange_project_are_refused(api: Api, app: App) -> None:
    for path in (f"/projects/{app.id}/kpis", "/admin/kpis"):
        assert api.client.get(path, params={"since": "2026-03-02", "until": "2026-03-01"}).status_code == 422
        assert api.client.get(path, params={"since": "2020-01-01", "until": "2026-03-01"}).status_code == 422
    assert api.client.get("/projects/app_00000000000000000000000000/kpis").status_code == 404
