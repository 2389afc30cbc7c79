"""Names that show what they are not, bodies and queries that two readers read differently, forged headers."""

import json

import pytest

from devkit.api.api import Api
from tests.support.api.openapi import document

UNSEEN = ["a\0b", "a\u202eb", "a\u2066b\u2069", "a\nb", "a\x1b[31mb", "a\x85b", "a\u2028b"]
LISTS = [
    path
    for path, methods in document()["paths"].items()
    if any(parameter.get("name") == "limit" for parameter in methods.get("get", {}).get("parameters", []))
]


@pytest.fixture
def api() -> Api:
    return Api()


@pytest.mark.parametrize("name", UNSEEN)
def test_names_and_labels_hold_nothing_unseen(api: Api, name: str) -> None:
    app, revision = api.world.make_app()
    result = [
        api.client.post("/admin/apps", json={"name": name}),
        api.client.patch(f"/admin/apps/{app.id}", json={"name": name}),
        api.client.post("/admin/api-keys", json={"name": name, "scopes": ["apps:read"]}),
        api.client.patch(f"/admin/apps/{app.id}/builder/revisions/{revision.id}", json={"label": name}),
    ]
    assert [answer.status_code for answer in result] == [422] * 4
    assert api.world.apps.get("acme", app.id).name == app.name


@pytest.mark.parametrize("name", ["Café ☕", "مرحبا", "日本語", "a\u200db"])
def test_names_of_all_scripts_are_taken(api: Api, name: str) -> None:
    assert api.client.post("/admin/apps", json={"name": name}).status_code == 201


TWICE = [
    '{"name": "a", "name": "b"}',
    '{"name": "a", "\\u006eame": "b"}',
    '{"settings": {"env": {"VITE_A": "1", "VITE_A": "2"}}}',
]


@pytest.mark.parametrize("body", TWICE)
def test_a_key_stands_once_in_an_object(api: Api, body: str) -> None:
    app, _ = api.world.make_app()
    answer = api.client.patch(f"/admin/apps/{app.id}", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED_REQUEST")
    assert api.world.apps.get("acme", app.id).version == app.version


def test_there_are_lists() -> None:
    assert len(LISTS) > 8


@pytest.mark.parametrize("path", LISTS)
def test_a_list_is_asked_only_what_it_knows(api: Api, path: str) -> None:
    app, revision = api.world.make_app()
    for name, value in {"app_id": app.id, "project_id": app.id, "revision_id": revision.id}.items():
        path = path.replace("{" + name + "}", value)
    answer = api.client.get(path, params={"nonsense": "1"})
    assert answer.status_code == 422 and "nonsense" in answer.json()["detail"], answer.text


def test_a_context_that_a_client_sends_is_not_believed(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = {"x-amzn-request-context": json.dumps({"requestId": "forged-request-id"})}
    assert api.client.get("/health", headers=sent).headers["x-request-id"] != "forged-request-id"
    monkeypatch.setenv("AWS_LAMBDA_FUNCTION_NAME", "stream")
    assert api.client.get("/health", headers=sent).headers["x-request-id"] == "forged-request-id"
