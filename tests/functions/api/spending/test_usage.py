"""What was used, over HTTP, and the refusal of a tenant whose budget is used up."""

from datetime import UTC, datetime
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.spending.spending import Caps, Counts, Hold, day_of
from tests.shared.services.builds.pipeline import prepare, run_pipeline

NONE = Caps(None, None)


def api_with(**limits: Any) -> Api:
    world = World()
    ours = DEFAULT_LIMITS.model_copy(update=limits)
    return Api(world, {"ports": world.ports(limits=ours)})


def run_id(day: str, number: int) -> str:
    """An identifier given out at noon of a day."""
    moment = round(datetime.fromisoformat(f"{day}T12:00:00+00:00").astimezone(UTC).timestamp() * 1000)
    alphabet, value = "0123456789abcdefghjkmnpqrstvwxyz", moment << 80 | number
    return "run_" + "".join(alphabet[value >> shift & 31] for shift in range(125, -1, -5))


def spend(
    world: World, app_id: str, day: str, amount: int, *, model: str = "gpt-x", number: int = 1, **over: int
) -> str:
    run = run_id(day, number)
    hold = Hold(
        tenant_id="acme", app_id=app_id, run_id=run, call=f"000001-{number}", attempt=1, model=model, day=day,
        amount=amount,
    )  # fmt: skip
    assert world.spending.reserve(hold, NONE) is None
    counts = {"calls": 1, "counted": amount, "cost": amount, "input_tokens": 10, "output_tokens": 2} | over
    assert world.spending.record(hold, Counts(**counts))
    return run


def today(world: World) -> str:
    return day_of(world.clock.now())


def chat(api: Api, app_id: str) -> Any:
    return api.client.post(f"/admin/apps/{app_id}/builder/chat/stream", json={"message": "Hello"})


def test_a_project_nobody_talked_to(api: Api, app: App) -> None:
    for group in ("run", "day", "model"):
        body = api.client.get(f"/projects/{app.id}/usage", params={"group_by": group}).json()
        assert (body["items"], body["next_cursor"], body["group_by"]) == ([], None, group)
        assert body["totals"]["calls"] == 0 and body["totals"]["cost_usd"] == 0.0


def test_the_three_groupings_agree(api: Api, app: App) -> None:
    first = spend(api.world, app.id, "2026-03-01", 1_500_000, cached_tokens=3, reasoning_tokens=1)
    second = spend(api.world, app.id, "2026-03-02", 250_000, model="gpt-y", number=2)
    spend(api.world, app.id, "2026-02-27", 9_000_000, number=3)
    asked = {"since": "2026-03-01", "until": "2026-03-02"}
    answer = {
        group: api.client.get(f"/projects/{app.id}/usage", params=asked | {"group_by": group}).json()
        for group in ("run", "day", "model")
    }
    assert [item["run_id"] for item in answer["run"]["items"]] == [second, first]
    assert [item["day"] for item in answer["day"]["items"]] == ["2026-03-02", "2026-03-01"]
    assert [item["model"] for item in answer["model"]["items"]] == ["gpt-x", "gpt-y"]
    for body in answer.values():
        assert sum(item["cost_usd"] for item in body["items"]) == body["totals"]["cost_usd"] == 1.75
        assert sum(item["total_tokens"] for item in body["items"]) == body["totals"]["total_tokens"] == 24
        assert (body["totals"]["cached_tokens"], body["totals"]["reasoning_tokens"]) == (3, 1)
        assert (body["since"], body["until"]) == ("2026-03-01", "2026-03-02")


def test_runs_come_in_pages_with_the_totals_of_all(api: Api, app: App) -> None:
    runs = [spend(api.world, app.id, "2026-03-01", 1_000, number=number) for number in range(1, 6)]
    seen: list[str] = []
    asked: dict[str, Any] = {"group_by": "run", "since": "2026-03-01", "until": "2026-03-01", "limit": 2}
    for _ in range(3):
        body = api.client.get(f"/projects/{app.id}/usage", params=asked).json()
        seen += [item["run_id"] for item in body["items"]]
        assert body["totals"]["calls"] == 5
        asked["cursor"] = body["next_cursor"]
    assert seen == runs[::-1] and asked["cursor"] is None


def test_a_model_without_a_known_price_has_no_cost_but_counts(api: Api, app: App) -> None:
    spend(api.world, app.id, today(api.world), 0, unpriced_calls=1, unpriced_tokens=12)
    (item,) = api.client.get(f"/projects/{app.id}/usage?group_by=model").json()["items"]
    assert (item["cost_usd"], item["counted_usd"], item["unpriced_tokens"]) == (None, 0.0, 12)
    day = api.client.get("/admin/usage").json()["budgets"]["day"]
    assert (day["limit_tokens"], day["used_tokens"], day["remaining_tokens"]) == (4_000_000, 12, 3_999_988)


@pytest.mark.parametrize(
    "query",
    [
        "group_by=week", "group_by=", "since=yesterday", "until=2026-02-30", "since=2026-03-02&until=2026-03-01",
        "since=2020-01-01&until=2026-01-01", "limit=0", "limit=201", "since=0001-01-01",
    ],
)  # fmt: skip
def test_what_cannot_be_grouped_is_refused(api: Api, query: str, app: App) -> None:
    assert code(api.client.get(f"/projects/{app.id}/usage?{query}")) == (422, "VALIDATION_FAILED")


@pytest.mark.parametrize("query", ["until=0001-01-01", "since=9999-12-31&until=9999-12-31", "until=1969-12-31"])
@pytest.mark.parametrize("group", ["run", "day", "model"])
def test_the_ends_of_time_are_days_too(api: Api, query: str, group: str, app: App) -> None:
    answer = api.client.get(f"/projects/{app.id}/usage?group_by={group}&{query}")
    assert (answer.status_code, answer.json()["items"]) == (200, [])


def test_a_tenants_budgets(api: Api, app: App) -> None:
    spend(api.world, app.id, today(api.world), 1_500_000)
    body = api.client.get("/admin/usage").json()
    day, month = body["budgets"]["day"], body["budgets"]["month"]
    assert body["tenant_id"] == "acme"
    assert (day["limit_usd"], day["spent_usd"], day["held_usd"], day["remaining_usd"]) == (20.0, 1.5, 0.0, 18.5)
    assert (month["limit_usd"], month["remaining_usd"]) == (200.0, 198.5)
    assert day["resets_at"] > api.world.clock.now().isoformat() and day["resets_at"].endswith("T00:00:00.000Z")
    assert month["resets_at"].endswith("-01T00:00:00.000Z")


def test_without_a_cap_there_is_nothing_left_to_count_down() -> None:
    api = api_with(budget_day=None, budget_month=None)
    day = api.client.get("/admin/usage").json()["budgets"]["day"]
    assert (day["limit_usd"], day["remaining_usd"]) == (None, None)


@pytest.mark.parametrize("cap", ["day", "month"])
def test_a_message_beyond_the_budget_starts_nothing(cap: str) -> None:
    api = api_with(**{f"budget_{cap}": 2.0})
    app, _ = api.world.make_app()
    spend(api.world, app.id, today(api.world), 2_000_000)
    refused = chat(api, app.id)
    body = refused.json()
    assert (refused.status_code, body["code"], body["cap"]) == (429, "BUDGET_EXCEEDED", cap)
    assert (body["spent_usd"], body["limit_usd"]) == (2.0, 2.0)
    again = datetime.fromisoformat(body["resets_at"])
    assert 0 < (again - api.world.clock.now()).total_seconds() <= body["retry_after"]
    assert int(refused.headers["Retry-After"]) == body["retry_after"]
    assert api.world.apps.get("acme", app.id).active_run_id is None
    assert api.world.metrics.total("RequestsOverBudget") == 1
    assert api.world.runs.list("acme", app.id, limit=5).items == []
    other, _ = api.world.make_app(tenant_id="globex", slug="another")
    assert api.as_tenant("globex").get(f"/projects/{other.id}").status_code == 200
    api.world.clock.advance(body["retry_after"])
    assert api.client.get("/admin/usage").json()["budgets"][cap]["spent_usd"] == 0


def test_builds_are_counted_beside_the_models(api: Api, app: App) -> None:
    revision = api.world.add_revision(app, SAMPLE_FILES | {"src/a.ts": b""}, status="queued")
    build = api.world.builds.get(app.tenant_id, app.id, revision.build_id)
    assert prepare(api.world, build)
    during = api.client.get("/admin/usage").json()["builds"]
    assert (during["at_once"], during["running"], during["waiting"]) == (2, 1, 0)
    assert during["day"] == {
        "limit_seconds": 14_400, "used_seconds": 0, "reserved_seconds": 120, "remaining_seconds": 14_280,
        "resets_at": "2026-03-02T00:00:00.000Z",
    }  # fmt: skip
    run_pipeline(api.world, build)
    after = api.client.get("/admin/usage").json()["builds"]
    assert (after["running"], after["month"]["used_seconds"], after["month"]["reserved_seconds"]) == (0, 1, 0)
    assert api.client.get(f"/projects/{app.id}/usage").json()["builds"] == {"builds": 1, "seconds": 1}


def test_a_tenant_sees_every_day_and_each_of_its_apps(api: Api) -> None:
    world = api.world
    first, _ = world.make_app()
    second, _ = world.make_app()
    spend(world, first.id, "2026-02-27", 2_000_000)
    spend(world, second.id, "2026-03-01", 500_000, number=2)
    query = {"since": "2026-02-27", "until": "2026-03-01"}
    days = api.client.get("/admin/usage/days", params=query).json()
    found = [(one["day"], one["spent_usd"]) for one in days["items"]]
    assert [day for day, _ in found] == ["2026-02-27", "2026-02-28", "2026-03-01"]
    assert found[1][1] == 0 and found[0][1] == 4 * found[2][1] > 0
    assert days["spent_usd"] == sum(amount for _, amount in found)
    apps = api.client.get("/admin/usage/apps", params=query | {"limit": 1}).json()
    rest = api.client.get("/admin/usage/apps", params=query | {"limit": 1, "cursor": apps["next_cursor"]}).json()
    items = [*apps["items"], *rest["items"]]
    used = {item["app_id"]: item["cost_usd"] for item in items}
    assert used == {first.id: found[0][1], second.id: found[2][1]}
    rival = api.as_tenant("rival")
    assert rival.get("/admin/usage/days", params=query).json()["spent_usd"] == 0
    assert rival.get("/admin/usage/apps", params=query).json()["items"] == []


@pytest.mark.parametrize("path", ["/admin/usage/days", "/admin/usage/apps"])
@pytest.mark.parametrize(
    "query", [{"since": "2026-03-02", "until": "2026-03-01"}, {"since": "1999-01-01"}, {"since": "x"}]
)
def test_an_odd_range_of_a_tenant_is_refused(api: Api, path: str, query: dict[str, str]) -> None:
    assert api.client.get(path, params=query).status_code == 422
