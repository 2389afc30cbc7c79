"""Apps and revisions over HTTP: what a workspace does, and every refusal with its code and nothing changed."""

from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.engine import COMPILE_ERROR
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic


def make(api: Api, **fields: Any) -> dict[str, Any]:
    answer = api.client.post("/admin/apps", json={"name": "Shop", **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]  # parsed JSON


def save(api: Api, app: dict[str, Any], operations: Any, **over: Any) -> Any:
    body = {"base_revision_id": app["draft_revision_id"], "operations": operations, **over}
    return api.client.post(f"/admin/apps/{app['id']}/builder/revisions", json=body)


def upsert(path: str = "src/note.ts", content: str = "export {}\n", **over: Any) -> dict[str, Any]:
    return {"op": "upsert_file", "path": path, "content": content, **over}


def test_an_app_is_born_with_a_queued_revision_of_its_template(api: Api) -> None:
    app = make(api, template="react")
    state = api.client.get(f"/admin/apps/{app['id']}/builder/state").json()
    assert state["draft"]["id"] == app["draft_revision_id"]
    assert (state["draft"]["origin"], state["build"]["build_status"]) == ("template", "queued")
    assert {"index.html", "package.json"} <= {entry["path"] for entry in state["tree"]}
    assert "task_token" not in str(state) and app["slug"] == "shop"


def test_a_save_moves_the_draft_and_is_queued(api: Api) -> None:
    app = make(api)
    answer = save(api, app, [upsert()])
    assert answer.status_code == 201 and answer.json()["build_status"] == "queued"
    assert answer.json()["parent_revision_id"] == app["draft_revision_id"]
    read = api.client.get(f"/admin/apps/{app['id']}/builder/revisions/{answer.json()['id']}/files/src/note.ts")
    assert read.json()["content"] == "export {}\n"


def test_a_save_answers_with_what_the_gate_warned_of(api: Api) -> None:
    app = make(api)
    unused = Diagnostic(code="BARE_IMPORT_UNDECLARED", severity="warning", message="No such package.", path="src/x.ts")
    api.world.compiler.respond = lambda files: CompileReport(ok=True, diagnostics=[unused])
    answer = save(api, app, [upsert("src/x.ts", "import q from 'left-pad'\n")])
    assert answer.status_code == 201
    assert [(one["code"], one["path"]) for one in answer.json()["warnings"]] == [("BARE_IMPORT_UNDECLARED", "src/x.ts")]


BAD_OPERATIONS: list[tuple[str, list[dict[str, Any]], int, str]] = [
    ("what no project may hold", [upsert("../evil.ts")], 422, "BUILDER_PATCH_POLICY_VIOLATION"),
    ("what does not compile", [upsert(content=COMPILE_ERROR)], 422, "BUILDER_COMPILE_FAILED"),
    ("unknown operation", [{"op": "chmod", "path": "a"}], 422, "VALIDATION_FAILED"),
    ("unknown field", [upsert(mode="0777")], 422, "VALIDATION_FAILED"),
]


@pytest.mark.parametrize(
    ("operations", "status", "code"), [row[1:] for row in BAD_OPERATIONS], ids=[row[0] for row in BAD_OPERATIONS]
)
def test_a_bad_save_has_its_code_and_changes_nothing(operations: Any, status: int, code: str, api: Api) -> None:
    app = make(api)
    before = api.client.get(f"/admin/apps/{app['id']}/builder/state").json()
    answer = save(api, app, operations)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["diagnostics"] and answer.headers["content-type"] == "application/problem+json"
    assert api.client.get(f"/admin/apps/{app['id']}/builder/state").json() == before


def test_the_same_key_and_body_do_the_work_once(api: Api) -> None:
    key = {"Idempotency-Key": "once"}
    first = api.client.post("/admin/apps", json={"name": "Shop"}, headers=key)
    again = api.client.post("/admin/apps", json={"name": "Shop"}, headers=key)
    other = api.client.post("/admin/apps", json={"name": "Else"}, headers=key)
    assert first.json() == again.json() and again.headers["idempotent-replayed"] == "true"
    assert (other.status_code, other.json()["code"]) == (422, "IDEMPOTENCY_MISMATCH")
    assert len(api.client.get("/admin/apps").json()["items"]) == 1


def test_a_failed_request_frees_its_key(api: Api) -> None:
    app = make(api)
    key = {"Idempotency-Key": "k"}
    path = f"/admin/apps/{app['id']}/publish"
    assert api.client.post(path, headers=key).json()["code"] == "BUILD_PENDING"
    assert api.client.post(path, headers=key).json()["code"] == "BUILD_PENDING"


def test_lists_are_paged_newest_first(api: Api) -> None:
    names = [make(api, name=f"App {n}")["name"] for n in range(5)]
    first = api.client.get("/admin/apps", params={"limit": 2}).json()
    second = api.client.get("/admin/apps", params={"limit": 3, "cursor": first["next_cursor"]}).json()
    assert [app["name"] for app in first["items"] + second["items"]] == names[::-1]
    assert code(api.client.get("/admin/apps", params={"cursor": "forged"})) == (400, "MALFORMED_REQUEST")
    assert api.client.get("/admin/apps", params={"limit": 201}).status_code == 422


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "NOT_FOUND"),
        ("PUT", "/admin/apps", 405, "METHOD_NOT_ALLOWED"),
        ("GET", "/admin/apps/not-an-id", 404, "NOT_FOUND"),
        ("GET", "/public/apps/nobody/runtime", 404, "NOT_FOUND"),
        ("GET", "/public/apps/nobody/ui", 410, "UI_SOURCE_MODE_REMOVED"),
        ("GET", "/public/apps/preview/revisions/rev_1/runtime", 401, "PREVIEW_TOKEN_REQUIRED"),
        ("GET", "/public/apps/preview/revisions/rev_1/assets/?t=forged", 401, "PREVIEW_TOKEN_INVALID"),
        ("GET", "/apps/nobody/rev_00000000000000000000000000/", 404, "NOT_FOUND"),
    ],
)
def test_what_is_not_there_says_so(method: str, path: str, status: int, code: str) -> None:
    answer = Api().client.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_template_and_catalog_lists_help_choosing(api: Api) -> None:
    kinds = {item["key"]: item["kind"] for item in api.client.get("/admin/templates").json()["items"]}
    assert kinds.items() >= dict.fromkeys(["react", "vue", "svelte", "vanilla"], "site").items()
    assert kinds["react-app"] == "app"
    packages = api.client.get("/admin/catalog", params={"framework": "react", "q": "chart"}).json()["items"]
    assert packages and all(package["summary"] and package["version"] for package in packages)
