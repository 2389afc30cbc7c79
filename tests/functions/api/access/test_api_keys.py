"""API keys over HTTP: made, used, listed, revoked; what is kept of them, and what they may not do."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from devkit.api.api import Api, code
from shared.adapters.identity.aes_seals import SealedAnswers

SCOPES = ["admin", "apps:publish", "apps:read", "apps:write", "tools:run"]


def make(client: TestClient, *scopes: str, **over: Any) -> dict[str, Any]:
    answer = client.post("/admin/api-keys", json={"name": "CI", "scopes": scopes or SCOPES} | over)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    body: dict[str, Any] = answer.json()
    return body


def holder(api: Api, key: str) -> TestClient:
    return TestClient(api.app, headers={"Authorization": f"Bearer {key}"}, raise_server_exceptions=False)


def test_a_key_is_shown_once(api: Api) -> None:
    made = make(api.client, "apps:read", expires_at="2999-01-01T00:00:00Z")
    secret = made.pop("key")
    assert secret.startswith("cbk_" + made["id"].removeprefix("key_")) and secret.endswith(made["last_four"])
    listed = api.client.get("/admin/api-keys")
    assert listed.json() == {"items": [made], "next_cursor": None}
    assert (made["scopes"], made["created_by"], made["revoked_at"]) == (["apps:read"], "user-1", None)
    assert made["expires_at"] == "2999-01-01T00:00:00.000Z"
    for hidden in ("digest", "tenant_id"):
        assert hidden not in made
    assert secret.rpartition("_")[2] not in listed.text


def test_a_revoked_key_is_refused_at_once_whatever_the_gateway_remembers(api: Api) -> None:
    made = make(api.client, "apps:read")
    program = holder(api, made["key"])
    assert program.get("/admin/apps").status_code == 200
    for _ in range(2):
        assert api.client.delete(f"/admin/api-keys/{made['id']}").status_code == 204
        assert code(program.get("/admin/apps")) == (401, "UNAUTHENTICATED")
    assert api.client.get("/admin/api-keys").json()["items"][0]["revoked_at"] is not None


def test_a_key_makes_no_key_that_may_more(api: Api) -> None:
    program = holder(api, make(api.client, "admin", "apps:read")["key"])
    assert make(program, "apps:read")["created_by"].startswith("key:key_")
    answer = program.post("/admin/api-keys", json={"name": "more", "scopes": ["apps:read", "apps:write"]})
    assert code(answer) == (403, "FORBIDDEN") and answer.json()["scope"] == "apps:write"


@pytest.mark.parametrize(
    "body",
    [{}, {"name": "x"}, {"name": "x", "scopes": []}, {"name": "x", "scopes": ["everything"]},
     {"name": "", "scopes": ["admin"]}, {"name": "  ", "scopes": ["admin"]}, {"name": "x" * 101, "scopes": ["admin"]},
     {"name": "x", "scopes": ["admin"], "tenant_id": "rival"},
     {"name": "x", "scopes": ["admin"], "expires_at": "2026-01-01T00:00:00"},
     {"name": "x", "scopes": ["admin"], "expires_at": "2001-01-01T00:00:00Z"},
     {"name": "x", "scopes": ["admin"], "expires_at": "2999-01-01"}],
    ids=str,
)  # fmt: skip
def test_what_makes_no_key_is_422_and_makes_none(body: dict[str, Any], api: Api) -> None:
    assert code(api.client.post("/admin/api-keys", json=body)) == (422, "VALIDATION_FAILED")
    assert api.client.get("/admin/api-keys").json()["items"] == []


class TestIdempotency:
    def ask(self, client: TestClient, **headers: str) -> Any:
        body = {"name": "CI", "scopes": ["apps:read"]}
        return client.post("/admin/api-keys", json=body, headers={"Idempotency-Key": "once"} | headers)

    def test_the_same_answer_again_and_one_key(self, api: Api) -> None:
        first, again = self.ask(api.client), self.ask(api.client)
        assert (again.status_code, again.json()) == (201, first.json())
        assert again.headers["idempotent-replayed"] == "true" and again.headers["cache-control"] == "no-store"
        assert len(api.client.get("/admin/api-keys").json()["items"]) == 1

    def test_nothing_kept_shows_the_key(self, api: Api) -> None:
        secret = self.ask(api.client).json()["key"]
        kept = api.world.stored_text()
        assert "'status': {'N': '201'}" in kept
        assert secret not in kept and secret.rpartition("_")[2] not in kept and "cbk_" not in kept

    def test_the_kept_answer_is_for_administrators_only(self, api: Api) -> None:
        secret = self.ask(api.client).json()["key"]
        narrow = api.as_tenant("acme", "apps:read", "apps:write", "apps:publish", "tools:run")
        answer = self.ask(narrow)
        assert code(answer) == (403, "FORBIDDEN") and secret not in answer.text
        assert self.ask(api.as_tenant("rival")).json()["key"] != secret

    def test_an_answer_that_cannot_be_opened_any_more_is_said_so(self, api: Api) -> None:
        self.ask(api.client)
        renewed = Api(api.world, {"sealed_answers": SealedAnswers(api.world.idempotency, "n" * 32)})
        assert code(self.ask(renewed.client)) == (422, "IDEMPOTENCY_MISMATCH")


def test_a_request_is_verified_once_and_each_request_anew(api: Api) -> None:
    asked: list[str] = []
    known = api.container.identity

    class Counting:
        def verify(self, bearer: str) -> Any:
            asked.append(bearer)
            return known.verify(bearer)

    counted = Api(api.world, {"identity": Counting()})
    for number in range(2):
        headers = {"Idempotency-Key": f"k{number}"}
        counted.client.post("/admin/apps", json={"name": "x"}, headers=headers)
        assert len(asked) == number + 1
    counted.as_tenant("rival").get("/admin/apps")
    assert len(asked) == 3
