"""Apps and revisions over HTTP: what a workspace does, and every refusal with its code and nothing changed."""

import base64
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.api.api import Api
from devkit.fakes.engine import COMPILE_ERROR


def make(api: Api, **fields: Any) -> dict[str, Any]:
    answer = api.client.post("/admin/apps", json={"name": "Shop", **fields})
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]  # parsed JSON


def save(api: Api, app: dict[str, Any], operations: Any, **over: Any) -> Any:
    body = {"base_revision_id": app["draft_revision_id"], "operations": operations, **over}
    return api.client.post(f"/admin/apps/{app['id']}/builder/revisions", json=body)


def upsert(path: str = "src/note.ts", content: str = "export {}\n", **over: Any) -> dict[str, Any]:
    return {"op": "upsert_file", "path": path, "content": content, **over}


def test_an_app_is_born_with_a_queued_revision_of_its_template() -> None:
    api = Api()
    app = make(api, template="react")
    state = api.client.get(f"/admin/apps/{app['id']}/builder/state").json()
    assert state["draft"]["id"] == app["draft_revision_id"]
    assert (state["draft"]["origin"], state["build"]["build_status"]) == ("template", "queued")
    assert {"index.html", "package.json"} <= {entry["path"] for entry in state["tree"]}
    assert "task_token" not in str(state) and app["slug"] == "shop"


def test_slugs_are_derived_with_a_suffix_and_refused_when_given_and_taken() -> None:
    api = Api()
    assert [make(api)["slug"], make(api)["slug"]] == ["shop", "shop-2"]
    taken = api.client.post("/admin/apps", json={"name": "Other", "slug": "shop"})
    assert (taken.status_code, taken.json()["code"]) == (409, "SLUG_TAKEN")


@pytest.mark.parametrize("slug", ["sh🛒p", "UPPER", "a", "-a-", "xn--abc", "x" * 51, "a b", "", "www"])
def test_a_slug_that_is_no_host_name_is_refused(slug: str) -> None:
    answer = Api().client.post("/admin/apps", json={"name": "Shop", "slug": slug})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")


def test_a_name_of_nothing_but_emoji_still_gets_an_address() -> None:
    assert make(Api(), name="🛒🛒🛒")["slug"] == "my-app"


def test_a_save_moves_the_draft_and_is_queued() -> None:
    api = Api()
    app = make(api)
    answer = save(api, app, [upsert()])
    assert answer.status_code == 201 and answer.json()["build_status"] == "queued"
    assert answer.json()["parent_revision_id"] == app["draft_revision_id"]
    read = api.client.get(f"/admin/apps/{app['id']}/builder/revisions/{answer.json()['id']}/files/src/note.ts")
    assert read.json()["content"] == "export {}\n"


POLICY = "BUILDER_PATCH_POLICY_VIOLATION"
BAD_OPERATIONS: list[tuple[str, list[dict[str, Any]], int, str]] = [
    ("traversal", [upsert("../evil.ts")], 422, POLICY),
    ("hidden traversal", [upsert("src/../../evil.ts")], 422, POLICY),
    ("absolute", [upsert("/etc/passwd")], 422, POLICY),
    ("backslash", [upsert("src\\a.ts")], 422, POLICY),
    ("look-alike dots", [upsert("src/．．/a.ts")], 422, POLICY),
    ("control character", [upsert("src/a\u0000.ts")], 422, POLICY),
    ("outside the managed paths", [upsert("server/a.ts")], 422, POLICY),
    ("extension", [upsert("src/a.exe")], 422, POLICY),
    ("oversize text", [upsert(content="x" * 300_000)], 422, POLICY),
    ("101 operations", [upsert(f"src/f{n}.ts") for n in range(101)], 422, POLICY),
    ("no operation", [], 422, POLICY),
    ("the same path twice", [upsert(), upsert()], 422, POLICY),
    (
        "rename onto an existing file",
        [{"op": "rename_file", "path": "index.html", "new_path": "package.json"}],
        422,
        POLICY,
    ),
    ("rename of a missing file", [{"op": "rename_file", "path": "src/no.ts", "new_path": "src/b.ts"}], 422, POLICY),
    ("delete of a missing file", [{"op": "delete_file", "path": "src/no.ts"}], 422, POLICY),
    ("off-catalog package", [upsert("package.json", '{"dependencies":{"left-pad":"1.3.0"}}')], 422, POLICY),
    ("invalid package.json", [upsert("package.json", "{")], 422, POLICY),
    ("invalid base64", [upsert("public/a.png", "%%%", encoding="base64")], 422, POLICY),
    ("what does not compile", [upsert(content=COMPILE_ERROR)], 422, "BUILDER_COMPILE_FAILED"),
    ("unknown operation", [{"op": "chmod", "path": "a"}], 422, "VALIDATION_FAILED"),
    ("unknown field", [upsert(mode="0777")], 422, "VALIDATION_FAILED"),
]


@pytest.mark.parametrize(
    ("operations", "status", "code"), [row[1:] for row in BAD_OPERATIONS], ids=[row[0] for row in BAD_OPERATIONS]
)
def test_a_bad_save_has_its_code_and_changes_nothing(operations: Any, status: int, code: str) -> None:
    api = Api()
    app = make(api)
    before = api.client.get(f"/admin/apps/{app['id']}/builder/state").json()
    answer = save(api, app, operations)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["diagnostics"] and answer.headers["content-type"] == "application/problem+json"
    assert api.client.get(f"/admin/apps/{app['id']}/builder/state").json() == before


def test_invalid_utf8_is_refused() -> None:
    api = Api()
    app = make(api)
    binary = base64.b64encode(b"\xff\xfe bad").decode()
    answer = save(api, app, [upsert("src/a.ts", binary, encoding="base64")])
    assert (answer.status_code, answer.json()["code"]) == (422, POLICY)


@pytest.mark.parametrize("body", [b"{", b"", b"\xff\xfe", b"[1,2", b'{"base_revision_id": "\xed\xa0\x80"}'])
def test_a_body_that_is_not_json_is_malformed(body: bytes) -> None:
    api = Api()
    app = make(api)
    answer = api.client.post(
        f"/admin/apps/{app['id']}/builder/revisions", content=body, headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in (400, 422) and answer.json()["code"] in ("MALFORMED_REQUEST", "VALIDATION_FAILED")


def test_a_stale_base_is_a_conflict_that_names_the_draft() -> None:
    api = Api()
    app = make(api)
    saved = save(api, app, [upsert()]).json()
    answer = save(api, app, [upsert("src/b.ts")])
    assert (answer.status_code, answer.json()["code"]) == (409, "REVISION_CONFLICT")
    assert answer.json()["current_revision_id"] == saved["id"]


def test_the_same_key_and_body_do_the_work_once() -> None:
    api = Api()
    key = {"Idempotency-Key": "once"}
    first = api.client.post("/admin/apps", json={"name": "Shop"}, headers=key)
    again = api.client.post("/admin/apps", json={"name": "Shop"}, headers=key)
    other = api.client.post("/admin/apps", json={"name": "Else"}, headers=key)
    assert first.json() == again.json() and again.headers["idempotent-replayed"] == "true"
    assert (other.status_code, other.json()["code"]) == (422, "IDEMPOTENCY_MISMATCH")
    assert len(api.client.get("/admin/apps").json()["items"]) == 1


def test_a_failed_request_frees_its_key() -> None:
    api = Api()
    app = make(api)
    key = {"Idempotency-Key": "k"}
    path = f"/admin/apps/{app['id']}/publish"
    assert api.client.post(path, headers=key).json()["code"] == "BUILD_PENDING"
    assert api.client.post(path, headers=key).json()["code"] == "BUILD_PENDING"


def test_a_build_at_work_is_not_tried_again() -> None:
    api = Api()
    app = make(api)
    answer = api.client.post(f"/admin/apps/{app['id']}/builder/revisions/{app['draft_revision_id']}/build/retry")
    assert (answer.status_code, answer.json()["code"]) == (409, "BUILD_PENDING")


def test_lists_are_paged_newest_first() -> None:
    api = Api()
    names = [make(api, name=f"App {n}")["name"] for n in range(5)]
    first = api.client.get("/admin/apps", params={"limit": 2}).json()
    second = api.client.get("/admin/apps", params={"limit": 3, "cursor": first["next_cursor"]}).json()
    assert [app["name"] for app in first["items"] + second["items"]] == names[::-1]
    bad = api.client.get("/admin/apps", params={"cursor": "forged"})
    assert (bad.status_code, bad.json()["code"]) == (400, "MALFORMED_REQUEST")
    assert api.client.get("/admin/apps", params={"limit": 201}).status_code == 422


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["op", "path", "content", "edits", "new_path", "x"]), inner, max_size=4)
        ),
        max_leaves=12,
    )
)
def test_no_body_whatever_makes_a_5xx_or_moves_the_draft(operations: Any) -> None:
    api = Api()
    app = make(api)
    answer = save(api, app, operations)
    assert 400 <= answer.status_code < 500
    assert api.client.get(f"/admin/apps/{app['id']}").json() == app


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


def test_template_and_catalog_lists_help_choosing() -> None:
    api = Api()
    kinds = {item["key"]: item["kind"] for item in api.client.get("/admin/templates").json()["items"]}
    assert kinds.items() >= dict.fromkeys(["react", "vue", "svelte", "vanilla"], "site").items()
    assert kinds["react-app"] == "app"
    packages = api.client.get("/admin/catalog", params={"framework": "react", "q": "chart"}).json()["items"]
    assert packages and all(package["summary"] and package["version"] for package in packages)
