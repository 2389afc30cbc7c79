"""Requests that no honest client sends: never a 5xx, nothing stored, nothing of ours told."""

import importlib
import json
import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.api.api import Api
from devkit.fakes.broken import raising
from devkit.fakes.messages import FakeMessages
from devkit.fakes.model import FakeModel, say
from devkit.fakes.rates import BottomlessRates
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from functions.api.http.strict import StrictRoute
from shared.domain.errors import RequestPending, Transient
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.requests import StoredAnswer
from shared.services.runs.end.end_run import end_run
from tests.support.depth import depth, sampled

JSON = {"Content-Type": "application/json"}
NOBODY = "0" * 26


def an_api() -> tuple[Api, str, str]:
    """An application with one app and a model; a run that is started ends at once, so that its stream does."""
    world = World()
    ports = world.ports(messages=FakeMessages(world.loop_ports(), FakeModel(respond=lambda _: say("Done."))))
    api = Api(world, {"ports": ports, "rates": BottomlessRates()})
    app, revision = api.world.make_app(tenant_id="acme")
    start = api.world.workflows.start_run

    def start_and_end(run: Run) -> str:
        end_run(run.tenant_id, run.id, status=RunStatus.FAILED, ports=api.container.ports)
        return start(run)

    api.world.workflows.start_run = start_and_end  # type: ignore[method-assign]  # plays the state machine
    return api, app.id, revision.id


def mutating(api: Api) -> list[tuple[str, str]]:
    """Every route that changes something, from the application itself."""
    paths = api.app.openapi()["paths"]
    return [(method.upper(), path) for path, methods in paths.items() for method in methods if method != "get"]


def filled(path: str, app_id: str, revision_id: str) -> str:
    known = {
        "app_id": app_id, "project_id": app_id, "revision_id": revision_id,
        "run_id": f"run_{NOBODY}", "diff_id": f"dif_{NOBODY}",
    }  # fmt: skip
    for name, value in known.items():
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{", "").replace("}", "")


NASTY = [
    '"\\ud800"', "NaN", "1e999", "-Infinity", "1" * 5_000, "[" * 50_000, '{"a":' * 300 + "1" + "}" * 300, '"\\u0000"',
    '"' + "x" * 300_000 + '"', "null", "true", "[]", "{}", '{"\\ud800": 1}', '[{"op": "\\udfff"}]',
]  # fmt: skip
FIELDS = [
    "name", "slug", "template", "message", "messages", "mentions", "conversation_id", "base_revision_id", "operations",
    "label", "revision_id", "ttl", "upload_id", "settings", "instructions", "decision", "files", "path", "budget",
]  # fmt: skip


@sampled
def test_no_value_anywhere_makes_a_5xx() -> None:
    api, app_id, revision_id = an_api()
    seen: dict[int, int] = {}
    stride = depth(4, 1)
    for number, (method, path) in enumerate(mutating(api)):
        url = filled(path, app_id, revision_id)
        for value in NASTY[number % stride :: stride]:
            body = "{" + ", ".join(f'"{name}": {value}' for name in FIELDS) + "}"
            for content in (body, value):
                answer = api.client.request(method, url, content=content, headers=JSON)
                assert answer.status_code < 500, (method, path, value[:40], answer.text[:300])
                assert len(answer.text) < 60_000
                seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
    assert {400, 404, 422} <= seen.keys()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None), max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS) | st.text(), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_body_whatever_on_any_route_makes_a_5xx(data: st.DataObject) -> None:
    method, path = data.draw(st.sampled_from(mutating(_SHARED[0])))
    body = data.draw(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=5) | VALUES)
    answer = _SHARED[0].client.request(method, filled(path, *_SHARED[1:]), content=json.dumps(body), headers=JSON)
    assert answer.status_code < 500, (method, path, body, answer.text[:300])


_SHARED = an_api()


@pytest.mark.parametrize("field", ["message", "mentions"])
def test_half_a_character_is_refused_and_starts_nothing(field: str) -> None:
    api, app_id, _ = an_api()
    value = '["\\ud800"]' if field == "mentions" else '"\\ud800"'
    content = f'{{"message": "Hi", "{field}": {value}}}'
    answer = api.client.post(f"/admin/apps/{app_id}/builder/chat/stream", content=content, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert api.world.workflows.runs == []


def test_every_route_with_a_body_reads_it_strictly() -> None:
    found = [route for path in Path("functions/api").rglob("*.py") for route in _routes_of(path)]
    routes = [route for route in found if isinstance(route, APIRoute) and route.body_field is not None]
    assert len(routes) > 8 and all(isinstance(route, StrictRoute) for route in routes)


def _routes_of(path: Path) -> list[Any]:
    if "APIRouter(" not in path.read_text():
        return []
    module = importlib.import_module(".".join(path.with_suffix("").parts))
    router = getattr(module, "router", None)
    return router.routes if router is not None else []


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"])
def test_a_body_under_another_name_is_an_unsupported_media_type(kind: str) -> None:
    api, app_id, _ = an_api()
    for path in ("/admin/apps", f"/admin/apps/{app_id}/builder/chat/stream"):
        answer = api.client.post(path, content='{"name": "a", "message": "a"}', headers={"Content-Type": kind})
        assert (answer.status_code, answer.json()["code"]) == (415, "UNSUPPORTED_MEDIA_TYPE")


def test_a_body_without_a_length_is_stopped_at_the_limit() -> None:
    api, app_id, _ = an_api()
    pieces = (b" " * 1_000_000 for _ in range(6))
    answer = api.client.post(f"/admin/apps/{app_id}/builder/chat/stream", content=pieces, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "PAYLOAD_TOO_LARGE")


@pytest.mark.parametrize("length", ["\u00b2", "-1", "abc", "1e9", "9" * 4_000])
def test_a_length_that_is_no_number_is_no_error_of_ours(length: str) -> None:
    api, _, _ = an_api()
    headers = {**JSON, "Content-Length": length.encode("latin-1")}
    answer = api.client.post("/admin/apps", content=b'{"name": "a"}', headers=headers)
    assert answer.status_code in (201, 413)


@pytest.mark.parametrize("method", ["HEAD", "OPTIONS", "TRACE", "PUT"])
def test_a_method_that_is_not_there_names_those_that_are(method: str) -> None:
    answer = Api().client.request(method, "/admin/apps")
    assert answer.status_code == 405 and answer.headers["allow"]


def test_a_preflight_is_answered_for_the_studio_only() -> None:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization,idempotency-key"}
    client = Api().client
    ours = client.options("/admin/apps", headers={"Origin": "https://studio.example.com", **asked})
    other = client.options("/admin/apps", headers={"Origin": "https://evil.example.com", **asked})
    assert ours.headers["access-control-allow-origin"] == "https://studio.example.com"
    assert "access-control-allow-origin" not in other.headers
    refused = client.get("/admin/apps", headers={"Origin": "https://studio.example.com", "Authorization": "x"})
    assert refused.status_code == 401 and refused.headers["access-control-allow-origin"]


def both(app_id: str) -> list[tuple[str, dict[str, str]]]:
    """A route that answers, and the one that streams."""
    return [("/admin/apps", {"name": "a"}), (f"/admin/apps/{app_id}/builder/chat/stream", {"message": "a"})]


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_of_odd_length_is_refused(key: str) -> None:
    api, app_id, _ = an_api()
    for path, body in both(app_id):
        answer = api.client.post(path, json=body, headers={"Idempotency-Key": key})
        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
        assert "Idempotency-Key" in answer.json()["detail"]


def test_a_key_belongs_to_who_sent_it(api: Api) -> None:
    key = {"Idempotency-Key": "same"}
    people = [api.client, api.as_tenant("rival")]
    token = api.world.sign_in("acme", subject="user-2")
    made = [client.post("/admin/apps", json={"name": "Shop"}, headers=key).json()["id"] for client in people]
    colleague = api.client.post(
        "/admin/apps", json={"name": "Shop"}, headers={**key, "Authorization": f"Bearer {token}"}
    )
    assert len({*made, colleague.json()["id"]}) == 3


def test_a_key_whose_first_request_is_running_asks_to_come_again() -> None:
    api, app_id, _ = an_api()
    busy = RequestPending("The first request with this key is still running.", retry_after=1)
    api.world.idempotency.begin = raising(busy)  # type: ignore[method-assign]  # a twin at the same moment
    for path, body in both(app_id):
        answer = api.client.post(path, json=body, headers={"Idempotency-Key": "k"})
        assert (answer.status_code, answer.json()["code"]) == (409, "REQUEST_PENDING"), answer.text
        assert (answer.json()["retry_after"], answer.headers.get("retry-after")) == (1, "1")


def test_a_repeated_request_waits_a_moment_for_the_first(api: Api) -> None:
    first = api.client.post("/admin/apps", json={"name": "a"}, headers={"Idempotency-Key": "k"})
    begin, looks = api.world.idempotency.begin, list[str]()

    def pending_twice(*args: str) -> StoredAnswer | None:
        looks.append("look")
        if len(looks) < 3:
            raise RequestPending("The first request with this key is still running.", retry_after=1)
        return begin(*args)

    api.world.idempotency.begin = pending_twice  # type: ignore[method-assign]  # the first request ends meanwhile
    again = api.client.post("/admin/apps", json={"name": "a"}, headers={"Idempotency-Key": "k"})
    assert (again.json(), again.headers["idempotent-replayed"]) == (first.json(), "true")
    assert len(looks) == 3


def test_an_answer_that_could_not_be_kept_is_given_all_the_same(api: Api) -> None:
    api.world.idempotency.finish = raising(Transient("down"))  # type: ignore[method-assign]  # the store fails after the work
    assert api.client.post("/admin/apps", json={"name": "a"}, headers={"Idempotency-Key": "k"}).status_code == 201


def test_runs_of_another_app_of_the_same_tenant_do_not_exist_here() -> None:
    loop, run = LoopDriver.played([say("Hello.")])
    api = Api(loop.world)
    other, _ = loop.world.make_app(tenant_id="acme")
    base = f"/admin/apps/{other.id}/builder/chat"
    calls = [
        api.client.get(f"{base}/{run.id}/stream"),
        api.client.post(f"{base}/{run.id}/cancel"),
        api.client.get(f"{base}/{run.conversation_id}/stream"),
        api.client.post(f"{base}/stream", json={"message": "x", "conversation_id": run.conversation_id}),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in calls] == [(404, "NOT_FOUND")] * 4
    assert loop.world.workflows.runs == [loop.world.workflows.runs[0]]


def test_nothing_of_ours_is_told_or_logged(caplog: pytest.LogCaptureFixture) -> None:
    api, app_id, _ = an_api()
    secret = "sk-proj-verysecretverysecret"
    bug = RuntimeError("/srv/app/shared/adapters/dynamo.py table=chatbuilder-prod")
    api.world.apps.get = raising(bug)  # type: ignore[method-assign]  # a bug of ours
    with caplog.at_level(logging.DEBUG):
        answer = api.client.get(f"/admin/apps/{app_id}", headers={"X-Api-Key": secret})
    assert (answer.status_code, answer.json()["code"]) == (500, "INTERNAL")
    assert not any(word in answer.text for word in ("dynamo", "srv", "chatbuilder-prod", "RuntimeError", "Traceback"))
    assert secret not in caplog.text and str(api.client.headers["authorization"]) not in caplog.text
