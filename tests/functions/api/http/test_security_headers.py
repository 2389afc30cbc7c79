"""What every answer of the API says to a browser."""

import pytest
from fastapi.testclient import TestClient

from devkit.api.api import Api
from functions.api.app import create_app
from tests.functions.api.feedback.test_build_result import made

DATA = "default-src 'none'; frame-ancestors 'none'"


@pytest.mark.parametrize("path", ["/health", "/admin/apps", "/nowhere", "/public/apps/none/runtime"])
def test_data_is_neither_kept_nor_rendered_nor_framed(path: str) -> None:
    headers = Api().client.get(path).headers
    assert headers["cache-control"] == "no-store"
    assert headers["content-security-policy"] == DATA
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_pages_of_the_api_are_never_framed() -> None:
    headers = Api().client.get("/docs").headers
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["cross-origin-opener-policy"] == "same-origin-allow-popups"


def test_the_last_resort_has_them_too() -> None:
    app = create_app(Api().container)

    @app.get("/breaks")
    def breaks() -> None:
        raise RuntimeError("of ours")

    answer = TestClient(app, raise_server_exceptions=False).get("/breaks")
    assert (answer.status_code, answer.headers["content-security-policy"]) == (500, DATA)
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(("proto", "stays"), [("https", True), ("http", False), ("", False)])
def test_only_who_came_over_tls_is_told_to_stay_there(proto: str, stays: bool) -> None:
    headers = {"X-Forwarded-Proto": proto} if proto else {}
    answer = Api().client.get("/health", headers=headers)
    assert ("strict-transport-security" in answer.headers) is stays


def test_a_preview_on_the_apis_own_origin_is_sandboxed_and_framed_by_the_studio_only(api: Api) -> None:
    app, revision = made(api)
    token = api.client.post(f"/admin/apps/{app.id}/builder/preview-token", json={"revision_id": revision.id}).json()
    api.anonymous.cookies.set("chatbuilder_preview", token["token"])
    page = api.anonymous.get(f"/public/apps/preview/revisions/{revision.id}/assets/")
    policy = page.headers["content-security-policy"]
    assert policy.startswith("sandbox allow-scripts allow-forms; ") and "allow-same-origin" not in policy
    assert policy.endswith("frame-ancestors 'self' https://studio.example.com")
