"""Another tenant's ids behind one's own: a caller's own app opens none of the others' things."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.api.estate import Estate, filled
from devkit.api.routes import CASES, Route

OWN = {"app_id", "project_id", "deleted_id", "live_id", "changed_id", "path", "tool", "template", "slug", "live_slug"}


def placeholders(route: Route) -> set[str]:
    case = CASES[route]
    text = f"{route[1]} {case.json} {case.headers}"
    return {
        word for word in ("app_id", "revision_id", "build_id", "diff_id", "run_id", "id") if "{" + word + "}" in text
    }


MIXED = [route for route in CASES if {"app_id"} < placeholders(route)]
OPTIONAL: list[tuple[str, str, Any]] = [
    ("POST", "/admin/apps/{app_id}/builder/chat/stream", {"message": "x", "conversation_id": "{session_id}"}),
    ("GET", "/admin/apps/{app_id}/builder/chat/{session_id}/stream", None),
    ("GET", "/admin/apps/{app_id}/builder/conversations?conversation_id={session_id}", None),
    ("GET", "/admin/apps/{app_id}/builder/threads/{session_id}", None),
    ("PATCH", "/admin/apps/{app_id}/builder/threads/{session_id}", {"title": "Stolen"}),
    ("DELETE", "/admin/apps/{app_id}/builder/threads/{session_id}", None),
    ("POST", "/admin/apps/{app_id}/builder/explain", {"revision_id": "{revision_id}"}),
    ("GET", "/admin/apps/{app_id}/builder/revisions/{own_revision}/diff?against={revision_id}", None),
    ("POST", "/api/tools/list_files", {"project_id": "{app_id}", "run_id": "{run_id}"}),
    ("POST", "/api/tools/write_file", {
        "project_id": "{app_id}", "base_revision_id": "{revision_id}",
        "params": {"path": "src/a.ts", "content": "export {};\n"},
    }),
    ("POST", "/projects/{app_id}/terminal/run", {"command": "npm run build", "run_id": "{run_id}"}),
    ("GET", "/projects/{app_id}/files/content?path=src/main.tsx&run_id={run_id}", None),
    ("POST", "/build-result", {"status": "success", "app_id": "{app_id}", "revision_id": "{revision_id}"}),
]  # fmt: skip


class Scene:
    """The rival asks, with its own app and with acme's everything else."""

    def __init__(self) -> None:
        self.api = Api()
        self.acme, self.rival = Estate(self.api), Estate(self.api, "rival")
        self.names = self.acme.names | {word: self.rival.names[word] for word in OWN}
        self.names["own_revision"] = self.rival.names["revision_id"]
        self.client = self.api.as_tenant("rival")
        self.before = self.api.world.stored()

    def refused(self, answer: Any) -> None:
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND"), answer.text
        assert self.api.world.stored() == self.before


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene()


def test_there_are_such_routes() -> None:
    assert len(MIXED) >= 18


@pytest.mark.parametrize("route", MIXED, ids=" ".join)
def test_what_is_named_beside_the_app_must_be_the_tenants_too(route: Route, scene: Scene) -> None:
    scene.refused(scene.acme.ask(scene.client, route, scene.names))


@pytest.mark.parametrize(
    ("method", "path", "body"), OPTIONAL, ids=lambda value: value if isinstance(value, str) else ""
)
def test_and_what_may_be_named(method: str, path: str, body: Any, scene: Scene) -> None:
    scene.refused(scene.client.request(method, filled(path, scene.names), json=filled(body, scene.names)))


def test_a_preview_token_opens_no_other_tenants_revision(scene: Scene) -> None:
    own, theirs = scene.rival.names, scene.acme.names["revision_id"]
    asked = scene.client.post(
        f"/admin/apps/{own['app_id']}/builder/preview-token", json={"revision_id": own["revision_id"]}
    )
    token = asked.json()["token"]
    for rest in ("runtime", "assets/index.html"):
        for keys in ({"params": {"t": token}}, {"headers": {"Cookie": f"chatbuilder_preview={token}"}}):
            answer = scene.api.anonymous.get(f"/public/apps/preview/revisions/{theirs}/{rest}", **keys)
            assert (answer.status_code, answer.json()["code"]) == (401, "PREVIEW_TOKEN_INVALID")
