"""Allowances over HTTP: 429 with the time to wait, and each person's apart."""

from typing import Any

from fastapi.testclient import TestClient

from shared.domain.limits import DEFAULT_LIMITS
from tests.fakes.world import World
from tests.support.api import Api


def chat(client: TestClient, app_id: str) -> Any:
    return client.post(f"/admin/apps/{app_id}/builder/chat/stream", json={"message": ""})


def test_the_eleventh_message_of_a_minute_waits() -> None:
    api = Api()
    app, _ = api.world.make_app()
    assert [chat(api.client, app.id).status_code for _ in range(10)] == [422] * 10
    refused = chat(api.client, app.id)
    assert (refused.status_code, refused.json()["code"]) == (429, "RATE_LIMITED")
    assert refused.headers["Retry-After"] == "6" and refused.json()["retry_after"] == 6.0
    assert refused.headers["content-type"] == "application/problem+json"
    api.world.clock.advance(6)
    assert chat(api.client, app.id).status_code == 422
    assert chat(api.client, app.id).status_code == 429


def test_reading_is_not_counted() -> None:
    api = Api()
    app, _ = api.world.make_app()
    assert {api.client.get(f"/admin/apps/{app.id}").status_code for _ in range(400)} == {200}


def test_one_persons_haste_is_not_anothers() -> None:
    api = Api()
    app, _ = api.world.make_app()
    for _ in range(11):
        chat(api.client, app.id)
    token = api.world.sign_in("acme", subject="user-2")
    other = TestClient(api.app, headers={"Authorization": f"Bearer {token}"})
    assert chat(other, app.id).status_code == 422


def test_a_tenants_allowance_is_shared_by_its_people() -> None:
    world = World()
    api = Api(world, {"ports": world.ports(limits=DEFAULT_LIMITS.model_copy(update={"rate_tenant": 3}))})
    app, _ = world.make_app()
    clients = [
        TestClient(api.app, headers={"Authorization": f"Bearer {world.sign_in('acme', subject=f'user-{number}')}"})
        for number in range(4)
    ]
    assert [chat(client, app.id).status_code for client in clients] == [422, 422, 422, 429]
    assert chat(api.as_tenant("globex"), app.id).status_code == 422


def test_nobody_unknown_is_counted_against_anybody() -> None:
    api = Api()
    app, _ = api.world.make_app()
    stranger = TestClient(api.app, headers={"Authorization": "Bearer nonsense"})
    assert {chat(stranger, app.id).status_code for _ in range(30)} == {401}
    assert chat(api.client, app.id).status_code == 422
