"""Every route of the OpenAPI document: nobody without a token, nothing without the scope, nothing of another tenant."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from devkit.api.api import Api
from devkit.api.estate import Estate
from devkit.api.routes import CASES, WRITTEN, Route
from devkit.fakes.world import World
from functions.api.http.viewing import Pace
from shared.domain.identity import SCOPES
from shared.domain.limits import DEFAULT_LIMITS
from tests.support.drawn import drawn_of

DOCUMENT = Api().app.openapi()["paths"]
ROUTES: list[Route] = sorted((method.upper(), path) for path, methods in DOCUMENT.items() for method in methods)
OUTSIDE = {
    ("GET", "/apps/{slug}/{revision_id}"),  # the same as the one with a slash, which the document shows
    ("GET", "/docs"),
    ("GET", "/docs/start.js"),
    ("GET", "/docs/{name}"),
    ("GET", "/openapi.json"),
    (
        "POST",
        "/public/apps/preview/revisions/{revision_id}/assets/build-result",
    ),  # POST /build-result on a preview's origin
    ("POST", "/public/apps/preview/revisions/{revision_id}/assets/~{token}/build-result"),
}
OTHERWISE: dict[Route, str | None] = {
    ("GET", "/health"): None,
    ("GET", "/public/config"): None,
    ("GET", "/public/apps/{slug}/runtime"): None,
    ("GET", "/public/apps/{slug}/ui"): None,
    ("GET", "/public/apps/preview/revisions/{revision_id}/runtime"): None,
    ("GET", "/public/apps/preview/revisions/{revision_id}/assets/{path}"): None,
    ("GET", "/public/apps/preview/revisions/{revision_id}/tab/{path}"): None,
    ("GET", "/apps/{slug}/{revision_id}/"): None,
    ("POST", "/admin/api-keys"): "admin",
    ("GET", "/admin/api-keys"): "admin",
    ("DELETE", "/admin/api-keys/{key_id}"): "admin",
    ("PUT", "/admin/budgets"): "admin",
    ("POST", "/admin/models/test"): "admin",
    ("GET", "/admin/models/test"): "admin",
    ("POST", "/admin/catalog/packages"): "admin",
    ("GET", "/admin/catalog/packages"): "admin",
    ("DELETE", "/admin/catalog/packages/{name}"): "admin",
    ("POST", "/admin/apps/{app_id}/builder/explain"): "apps:read",
    ("POST", "/admin/apps/{app_id}/builder/preview-token"): "apps:read",
    ("POST", "/diffs/{diff_id}/refine-message"): "apps:read",
    ("POST", "/admin/apps/{app_id}/publish"): "apps:publish",
    ("POST", "/admin/apps/{app_id}/rollback"): "apps:publish",
    ("POST", "/admin/apps/{app_id}/unpublish"): "apps:publish",
    ("POST", "/git/{app_id}.git/git-upload-pack"): "apps:read",
    ("PUT", "/admin/apps/{app_id}/builder/git"): "apps:publish",
    ("GET", "/admin/apps/{app_id}/builder/git"): "apps:publish",
    ("DELETE", "/admin/apps/{app_id}/builder/git"): "apps:publish",
    ("POST", "/admin/apps/{app_id}/builder/git/push"): "apps:publish",
    ("POST", "/admin/apps/{app_id}/builder/git/pull"): "apps:publish",
    ("POST", "/admin/apps/{app_id}/builder/git/device"): "apps:publish",
    ("POST", "/admin/apps/{app_id}/builder/git/device/poll"): "apps:publish",
    ("GET", "/admin/apps/{app_id}/builder/git/status"): "apps:publish",
    ("GET", "/admin/apps/{app_id}/builder/git/pull-request"): "apps:publish",
    ("POST", "/admin/apps/{app_id}/builder/export/pull-request"): "apps:publish",
    ("GET", "/api/tools"): "tools:run",
    ("POST", "/api/tools/{tool}"): "tools:run",
    ("GET", "/projects/{project_id}/files/content"): "tools:run",
    ("POST", "/projects/{project_id}/files/apply_edit"): "tools:run",
    ("POST", "/projects/{project_id}/terminal/run"): "tools:run",
    ("POST", "/projects/{project_id}/search/docs"): "tools:run",
    ("POST", "/projects/{project_id}/search/messages"): "tools:run",
    ("POST", "/search/docs"): "tools:run",
    ("POST", "/projects/{project_id}/search"): "apps:read",
    ("POST", "/projects/{project_id}/snapshot/refresh"): "apps:read",
    ("POST", "/search/messages"): "tools:run",
}
GUARDED = [route for route in CASES if CASES[route].kind != "public"]
CHANGING = [route for route in GUARDED if route[0] != "GET" and not CASES[route].endless]
SHARED_WORDS = {"path", "tool", "template", "key"}


def of_kind(kind: str) -> list[Route]:
    return [route for route in CASES if CASES[route].kind == kind]


def name(route: Route) -> str:
    return " ".join(route)


def refusal(answer: Any) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["code"]


_RATES = ("rate_tenant", "rate_person", "rate_chat", "rate_tools")
_UNHURRIED = DEFAULT_LIMITS.model_copy(update={name: 10_000 for name in _RATES})
"""All routes are asked within a minute."""


class Scene:
    """Two tenants; everything refused here must leave what is stored as it was."""

    def __init__(self) -> None:
        world = World()
        self.api = Api(world, over={"ports": world.ports(limits=_UNHURRIED)})
        self.acme, self.rival = Estate(self.api), Estate(self.api, "rival")
        self.strangers = [self.api.as_tenant("rival"), self.holder(self.rival.key(*SCOPES).secret)]
        self.lacking = {scope: self.holder(self.acme.key(*(SCOPES - {scope})).secret) for scope in SCOPES}
        revoked, good = self.acme.key(*SCOPES).secret, self.acme.key(*SCOPES).secret
        self.acme.revoke(revoked)
        made_up = good[:-4] + revoked[-4:]
        self.nobodies = [self.api.anonymous, *(self.holder(text) for text in ("x", "", revoked, made_up))]
        self.before = self.stored()

    def holder(self, bearer: str) -> TestClient:
        headers = {"Authorization": f"Bearer {bearer}"}
        return TestClient(self.api.app, headers=headers, raise_server_exceptions=False)

    def stored(self) -> Any:
        world = self.api.world
        return world.stored(), dict(world.blobs.objects), dict(world.site.objects)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene()


def test_every_route_of_the_document_is_tried_and_no_other_is_written_about() -> None:
    assert set(ROUTES) == set(CASES) and set(WRITTEN) <= set(CASES)


def test_reading_needs_the_scope_to_read_and_the_rest_that_to_write_but_here() -> None:
    """What a route asks for is read off it, so that a wrong scope would be asked for consistently."""
    usual = {route: "apps:read" if route[0] == "GET" else "apps:write" for route in CASES}
    assert {route: case.scope for route, case in CASES.items() if case.scope != usual[route]} == OTHERWISE


def test_no_route_hides_from_the_document() -> None:
    assert set(served(Api().app.routes)) - set(ROUTES) == OUTSIDE


def served(routes: Any) -> list[Route]:
    found: list[Route] = []
    for route in routes:
        if hasattr(route, "effective_candidates"):
            found += served(route.effective_candidates())
        else:
            methods = set(route.methods) - {"HEAD"}
            found += [(method, route.path.replace(":path}", "}")) for method in methods]
    return found


@pytest.mark.parametrize("route", GUARDED, ids=name)
def test_without_a_good_token_the_answer_is_401(route: Route, scene: Scene) -> None:
    for nobody in scene.nobodies:
        answer = scene.acme.ask(nobody, route)
        assert refusal(answer) == (401, "UNAUTHENTICATED")
        assert answer.headers["www-authenticate"].startswith("Basic" if route[1].startswith("/git/") else "Bearer")
    assert scene.stored() == scene.before


@pytest.mark.parametrize("route", of_kind("public"), ids=name)
def test_without_a_token_only_these_answer(route: Route, scene: Scene) -> None:
    assert scene.acme.ask(scene.api.anonymous, route).status_code == CASES[route].owner


@pytest.mark.parametrize("route", GUARDED, ids=name)
def test_all_other_scopes_together_are_not_the_right_one(route: Route, scene: Scene) -> None:
    scope = CASES[route].scope or ""
    answer = scene.acme.ask(scene.lacking[scope], route)
    assert (refusal(answer), answer.json()["scope"]) == ((403, "FORBIDDEN"), scope)
    assert scene.stored() == scene.before


@pytest.mark.parametrize("route", of_kind("theirs"), ids=name)
def test_another_tenants_things_are_not_found(route: Route, scene: Scene) -> None:
    scene.api.world.clock.advance(5)  # a person asks for all of them
    for stranger in scene.strangers:
        answer = scene.acme.ask(stranger, route)
        assert refusal(answer) == (404, "NOT_FOUND")
        assert "acme" not in answer.text
    assert scene.stored() == scene.before


@pytest.mark.parametrize("route", of_kind("own"), ids=name)
def test_a_list_shows_nothing_of_another_tenant(route: Route) -> None:
    api = Api(over={"pace": Pace(segment=0.05)})
    estate = Estate(api)
    answer = estate.ask(api.as_tenant("rival"), route)
    assert answer.status_code == CASES[route].owner
    assert [word for word, value in estate.names.items() if word not in SHARED_WORDS and value in answer.text] == []


@pytest.mark.parametrize("route", [route for route in GUARDED if not CASES[route].endless], ids=name)
def test_the_right_scope_alone_is_enough_and_the_request_is_a_good_one(route: Route, api: Api) -> None:
    """Else a stranger's 404, and a 403, would prove nothing."""
    estate = Estate(api)
    headers = {"Authorization": f"Bearer {estate.key(CASES[route].scope or '').secret}"}
    answer = estate.ask(TestClient(api.app, headers=headers, raise_server_exceptions=False), route)
    assert answer.status_code == (403 if CASES[route].person else CASES[route].owner), answer.text


@pytest.mark.parametrize("route", drawn_of(__file__, CHANGING, one_in=6), ids=name)
def test_a_kept_answer_needs_the_scope_of_its_route(route: Route, api: Api) -> None:
    estate, scope = Estate(api), CASES[route].scope or ""
    headers = {"Idempotency-Key": "once"}
    whole, narrow = api.as_tenant("acme", *SCOPES), api.as_tenant("acme", *(SCOPES - {scope}))
    whole.headers.update(headers)
    narrow.headers.update(headers)
    first = estate.ask(whole, route)
    assert first.status_code == CASES[route].owner, first.text
    answer = estate.ask(narrow, route)
    assert (refusal(answer), answer.json()["scope"]) == ((403, "FORBIDDEN"), scope)
    assert "idempotent-replayed" not in answer.headers


def test_a_kept_answer_needs_the_scopes_of_its_first_caller(api: Api) -> None:
    """What a preview token opens depends on more than the scope of its route."""
    estate, route = Estate(api), ("POST", "/admin/apps/{app_id}/builder/preview-token")
    whole, narrow = api.as_tenant("acme", *SCOPES), api.as_tenant("acme", "apps:read")
    for client in (whole, narrow):
        client.headers["Idempotency-Key"] = "once"
    first = estate.ask(whole, route)
    assert estate.ask(whole, route).json() == first.json()
    assert refusal(estate.ask(narrow, route)) == (403, "FORBIDDEN")
    narrow.headers["Idempotency-Key"] = "another"
    assert estate.ask(narrow, route).status_code == first.status_code
