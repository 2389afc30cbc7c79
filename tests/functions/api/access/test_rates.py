"""Allowances over HTTP: 429 with the time to wait, and each person's apart."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from devkit.api.api import Api, code
from devkit.api.estate import Estate
from devkit.api.routes import CASES, TOOLS, Route
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.ids import new_id
from shared.domain.limits import DEFAULT_LIMITS
from shared.ports.access import Rate

NEVER_REFUSED = {
    ("DELETE", "/admin/api-keys/{key_id}"),
    ("DELETE", "/admin/catalog/packages/{name}"),
    ("DELETE", "/admin/apps/{app_id}"),
    ("POST", "/admin/apps/{app_id}/unpublish"),
    ("DELETE", "/admin/apps/{app_id}/builder/preview-token"),
    ("DELETE", "/admin/apps/{app_id}/builder/git"),
    ("POST", "/admin/apps/{app_id}/builder/chat/{run_id}/cancel"),
    ("DELETE", "/admin/apps/{app_id}/builder/queue/{run_id}"),
    ("DELETE", "/admin/apps/{app_id}/builder/threads/{conversation_id}"),
    ("POST", "/admin/apps/{app_id}/builder/explain"),
    ("POST", "/diffs/{diff_id}/discard"),
    ("POST", "/diffs/{diff_id}/refine-message"),
    ("DELETE", "/build-result"),
    ("DELETE", "/projects/{project_id}"),
    ("DELETE", "/sessions/{session_id}"),
    ("DELETE", "/tasks/{task_id}"),
    ("DELETE", "/projects/{project_id}/docs/{document_id}"),
    ("GET", "/api/tools"),
}
MESSAGES = {
    ("POST", "/admin/apps/{app_id}/builder/chat/stream"),
    ("POST", "/sessions/{session_id}/messages"),
    ("POST", "/runs/{run_id}/resume"),
    ("POST", "/projects/{project_id}/runs"),
    ("POST", "/projects/{project_id}/intents"),
    ("POST", "/admin/apps/{app_id}/builder/repair"),
    ("POST", "/blueprints/{blueprint_id}/generate_plan"),
    ("POST", "/blueprints/{blueprint_id}/proposal"),
    ("POST", "/blueprints/{blueprint_id}/proposal/apply"),
    ("POST", "/blueprints/{blueprint_id}/generate_all_tasks"),
    ("POST", "/plan_nodes/{node_id}/generate_tasks"),
    ("POST", "/admin/models/test"),
}


def first_asked(route: Route) -> str:
    """The narrowest of the allowances that a route takes from."""
    if route in MESSAGES:
        return "chat"
    return "streams" if CASES[route].endless else "tools" if CASES[route].scope == TOOLS else "person"


COUNTED = {
    route: first_asked(route)
    for route, case in CASES.items()
    if case.scope and (route[0] != "GET" or case.scope == TOOLS or case.endless) and route not in NEVER_REFUSED
}


def chat(client: TestClient, app_id: str) -> Any:
    return client.post(f"/admin/apps/{app_id}/builder/chat/stream", json={"message": ""})


def test_the_eleventh_message_of_a_minute_waits(api: Api, app: App) -> None:
    assert [chat(api.client, app.id).status_code for _ in range(10)] == [422] * 10
    refused = chat(api.client, app.id)
    assert (refused.status_code, refused.json()["code"]) == (429, "RATE_LIMITED")
    assert refused.headers["Retry-After"] == "6" and refused.json()["retry_after"] == 6.0
    assert refused.headers["content-type"] == "application/problem+json"
    assert (api.world.metrics.total("RequestsOverRate"), api.world.metrics.total("RequestsOverBudget")) == (1, 0)
    api.world.clock.advance(6)
    assert chat(api.client, app.id).status_code == 422
    assert chat(api.client, app.id).status_code == 429


def test_reading_is_not_counted(api: Api, app: App) -> None:
    assert {api.client.get(f"/admin/apps/{app.id}").status_code for _ in range(400)} == {200}


def test_one_persons_haste_is_not_anothers(api: Api, app: App) -> None:
    for _ in range(11):
        chat(api.client, app.id)
    token = api.world.sign_in("acme", subject="user-2")
    other = TestClient(api.app, headers={"Authorization": f"Bearer {token}"})
    assert chat(other, app.id).status_code == 422


def test_nobody_unknown_is_counted_against_anybody(api: Api, app: App) -> None:
    stranger = TestClient(api.app, headers={"Authorization": "Bearer nonsense"})
    assert {chat(stranger, app.id).status_code for _ in range(30)} == {401}
    assert chat(api.client, app.id).status_code == 422


class Emptied:
    """Remembers what was asked for, and has nothing left once it is `empty`."""

    def __init__(self) -> None:
        self.empty, self.asked = False, list[str]()

    def take(self, tenant_id: str, bucket: str, rate: Rate) -> float:
        self.asked.append(bucket.partition("\n")[0])
        return 1.0 if self.empty else 0.0


def emptied() -> tuple[Estate, Emptied]:
    """A tenant with one of everything and nothing left to take."""
    world = World()
    limiter = Emptied()
    estate = Estate(Api(world, {"rates": limiter}))
    limiter.empty, limiter.asked = True, []
    return estate, limiter


@pytest.fixture(scope="module")
def tired() -> tuple[Estate, Emptied]:
    return emptied()


@pytest.mark.parametrize("route", sorted(COUNTED), ids=" ".join)
def test_what_changes_or_costs_anything_is_counted_before_it_is_done(
    route: Route, tired: tuple[Estate, Emptied]
) -> None:
    estate, limiter = tired
    limiter.asked = []
    before = estate.world.stored()
    assert code(estate.ask(estate.api.client, route)) == (429, "RATE_LIMITED")
    assert limiter.asked == [COUNTED[route]]
    assert estate.world.stored() == before


@pytest.mark.parametrize("route", sorted(NEVER_REFUSED), ids=" ".join)
def test_what_stops_or_takes_away_is_never_refused_for_haste(route: Route) -> None:
    estate, limiter = emptied()
    assert estate.ask(estate.api.client, route).status_code == CASES[route].owner
    assert limiter.asked == []


def test_streams_are_counted_apart_from_what_people_change(api: Api, app: App) -> None:
    """Each one holds a function of the stack for up to a quarter of an hour."""
    nothing = f"/admin/apps/{app.id}/builder/chat/{new_id('conv')}/stream"
    answers = [api.client.get(nothing).status_code for _ in range(DEFAULT_LIMITS.rate_person + 1)]
    assert answers[:-1] == [404] * DEFAULT_LIMITS.rate_person and answers[-1] == 429
    assert api.client.patch(f"/admin/apps/{app.id}", json={"name": "Still"}).status_code == 200
    for number in range(2, 6):
        token = api.world.sign_in("acme", subject=f"user-{number}")
        other = TestClient(api.app, headers={"Authorization": f"Bearer {token}"})
        answers += [other.get(nothing).status_code for _ in range(DEFAULT_LIMITS.rate_person)]
    assert answers.count(404) == DEFAULT_LIMITS.rate_tenant, "the tenant's people share one"
