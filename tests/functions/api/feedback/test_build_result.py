"""The reverse channel over HTTP: who may report what, and that nothing a browser says goes further than that."""

import json
import re
import secrets
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.samples import SAMPLE_FILES
from shared.domain.apps.app import App
from shared.domain.revisions.revision import Revision
from shared.ports.requests import PreviewClaims
from shared.services.feedback.report_preview import visitor_of

PATH = "/build-result"
COOKIES: dict[str, dict[str, str]] = {}
"""What the browser that was given a nonce sends along."""
BOOM = {"kind": "error", "message": "Uncaught Error: boom", "source": "https://x/assets/index-abc.js", "line": 3}
SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"


def made(api: Api, **app: Any) -> tuple[App, Revision]:
    return api.world.make_app(**({"autonomy_mode": "full_auto"} | app))


def nonce(api: Api, app: App, revision_id: str, *, seconds: int = 60, **over: Any) -> str:
    """As a page of the preview holds it, which was opened with a token that the browser keeps."""
    claims = PreviewClaims(app.tenant_id, app.id, revision_id, app.preview_epoch)
    token = api.world.previews.issue(claims, 1_800)
    page = claims._replace(visitor=visitor_of(token), load=secrets.token_hex(8))._replace(**over)
    given = api.world.reports.issue(page, seconds)
    COOKIES[given] = {"Cookie": f"chatbuilder_preview={token}"}
    return given


def sent(api: Api, given: str | None, **body: Any) -> Any:
    """A preview's own report: no token, text/plain, the nonce in the body."""
    sent = {"nonce": given, "status": "failed", "stage": "runtime", "errors": [BOOM]} | body
    headers = {"Content-Type": "text/plain"} | COOKIES.get(str(given), {})
    return api.anonymous.post(PATH, content=json.dumps(sent), headers=headers)


def runs(api: Api, app: App) -> list[Any]:
    return api.world.runs.list(app.tenant_id, app.id, limit=50).items


def nothing_stored(api: Api, *sessions: str) -> None:
    for session in ("default", *sessions):
        for tenant in ("acme", "rival"):
            assert api.world.results.get(tenant, session) is None


class TestSignedIn:
    def test_the_latest_report_is_read_back_and_forgotten(self, api: Api) -> None:
        assert api.client.get(PATH).json() == {"session_id": "default", "status": "unknown"}
        body = {"status": "success", "stage": "dev", "exitCode": 0, "previewUrl": "https://x.local", "more": 1}
        stored = api.client.post(PATH, json=body)
        assert stored.status_code == 200
        answer = api.client.get(PATH).json()
        assert answer == stored.json()
        kept = {name: answer[name] for name in ("status", "stage", "exit_code", "preview_url", "source", "session_id")}
        assert kept == {
            "status": "success", "stage": "dev", "exit_code": 0, "preview_url": "https://x.local", "source": "browser",
            "session_id": "default",
        }  # fmt: skip
        assert api.client.delete(PATH).status_code == 204 and api.client.delete(PATH).status_code == 204
        assert api.client.get(PATH).json()["status"] == "unknown"

    def test_snake_case_is_taken_too_and_sessions_are_apart(self, api: Api) -> None:
        one, two = {"X-Session-Id": "tab one/1"}, {"X-Session-Id": "tab two"}
        body = {"status": "failed", "stage": "install", "exit_code": 1, "stderr": "no such package", "errors": ["a"]}
        assert api.client.post(PATH, json=body, headers=one).json()["errors"][0]["message"] == "a"
        assert api.client.get(PATH, headers=one).json()["exit_code"] == 1
        assert api.client.get(PATH, headers=two).json()["status"] == "unknown"
        assert api.as_tenant("rival").get(PATH, headers=one).json()["status"] == "unknown"
        api.as_tenant("rival").delete(PATH, headers=one)
        assert api.client.get(PATH, headers=one).json()["status"] == "failed"

    def test_an_idempotency_key_is_kept(self, api: Api) -> None:
        key = {"Idempotency-Key": "k1"}
        first = api.client.post(PATH, json={"status": "running"}, headers=key)
        api.client.post(PATH, json={"status": "success"})
        assert api.client.post(PATH, json={"status": "running"}, headers=key).text == first.text
        assert api.client.get(PATH).json()["status"] == "success"

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            (b"x" * 65_537, 413, "PAYLOAD_TOO_LARGE"),
            (json.dumps({"status": "failed", "stderr": "e" * 65_600}).encode(), 413, "PAYLOAD_TOO_LARGE"),
            (b"x" * 5_000_000, 413, "PAYLOAD_TOO_LARGE"),
            (b"", 400, "MALFORMED_REQUEST"),
            (b"{", 400, "MALFORMED_REQUEST"),
            (b'{"status": "failed", "stderr": "\\ud800"}', 400, "MALFORMED_REQUEST"),
            (b"[" * 60_000, 400, "MALFORMED_REQUEST"),
            (b"\xff\xfe", 400, "MALFORMED_REQUEST"),
            (b"null", 422, "VALIDATION_FAILED"),
            (b"[]", 422, "VALIDATION_FAILED"),
            (b"{}", 422, "VALIDATION_FAILED"),
            (b'{"status": "SUCCESS"}', 422, "VALIDATION_FAILED"),
            (b'{"status": "succeeded"}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "stage": "deploy"}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "exitCode": "one"}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "exitCode": 1e300}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "stderr": {}}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "errors": "boom"}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "errors": [{"kind": "rootkit"}]}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "previewUrl": "javascript:alert(1)"}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "previewUrl": "https://x/ status: success"}', 422, "VALIDATION_FAILED"),
            (b'{"status": "failed", "revisionId": "rev_00000000000000000000000001"}', 422, "VALIDATION_FAILED"),
        ],
        ids=range(22),
    )
    def test_what_is_no_report_is_refused_and_changes_nothing(self, body: bytes, status: int, code: str) -> None:
        api = Api()
        answer = api.client.post(PATH, content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert len(answer.content) < 2_000
        nothing_stored(api)

    def test_a_body_of_exactly_64_kib_is_taken(self, api: Api) -> None:
        frame = len(json.dumps({"status": "failed", "stderr": ""}))
        body = json.dumps({"status": "failed", "stderr": "e" * (65_536 - frame)})
        assert len(body) == 65_536 and api.client.post(PATH, content=body).status_code == 200

    def test_ten_thousand_errors_are_told_by_a_few(self, api: Api) -> None:
        same = api.client.post(PATH, json={"status": "failed", "errors": ["a"] * 10_000})
        assert same.status_code == 200 and [error["count"] for error in same.json()["errors"]] == [500]
        other = api.client.post(PATH, json={"status": "failed", "errors": [str(n) for n in range(7_000)]})
        assert other.status_code == 200 and len(other.json()["errors"]) == 50

    def test_markup_stays_text(self, api: Api) -> None:
        answer = api.client.post(PATH, json={"status": "failed", "stderr": SCRIPT, "errors": [SCRIPT]})
        assert answer.json()["stderr"] == SCRIPT and answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"

    def test_another_tenant_s_app_session_or_revision_is_not_found(self, api: Api) -> None:
        app, revision = made(api)
        rival = api.as_tenant("rival")
        own, _ = made(api, tenant_id="rival")
        for body, session in (
            ({"app_id": app.id}, "default"),
            ({"app_id": app.id, "revision_id": revision.id}, "default"),
            ({"app_id": own.id, "revision_id": revision.id}, "default"),
            ({"app_id": "app_x"}, "default"),
            ({}, app.id),
            ({"app_id": own.id}, app.id),
            ({}, "conv_00000000000000000000000001"),
        ):
            answer = rival.post(PATH, json={"status": "failed", **body}, headers={"X-Session-Id": session})
            assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND"), body
        for method in ("GET", "DELETE"):
            assert rival.request(method, PATH, headers={"X-Session-Id": app.id}).status_code == 404
        nothing_stored(api, app.id, own.id)


class TestPreviews:
    def test_a_nonce_reports_its_own_revision_whatever_the_body_says(self, api: Api) -> None:
        app, revision = made(api, autonomy_mode="off")
        other, foreign = made(api, tenant_id="rival")
        body = {"app_id": other.id, "revisionId": foreign.id, "stage": "install", "previewUrl": "https://evil.example/"}
        answer = sent(api, nonce(api, app, revision.id), **body)
        assert (answer.status_code, answer.content) == (204, b"")
        kept = api.world.results.get("acme", app.id)
        assert kept is not None and (kept.app_id, kept.revision_id, kept.stage) == (app.id, revision.id, "runtime")
        host = revision.id.replace("_", "-")
        assert kept.preview_url == f"https://{host}.preview.example.com/"
        assert (kept.source, kept.errors[0].message) == ("browser", "Uncaught Error: boom")
        nothing_stored(api, other.id)
        assert api.client.get(PATH, headers={"X-Session-Id": app.id}).json()["status"] == "failed"

    def test_only_a_true_nonce_that_still_lives_reports(self, api: Api) -> None:
        app, revision = made(api)
        good = nonce(api, app, revision.id)
        refused = {
            "": "UNAUTHENTICATED",
            "forged": "PREVIEW_TOKEN_INVALID",
            good[:-2]: "PREVIEW_TOKEN_INVALID",
            nonce(api, app, revision.id, seconds=-1): "PREVIEW_TOKEN_EXPIRED",
            nonce(api, app, revision.id, epoch=9): "PREVIEW_TOKEN_INVALID",
            nonce(api, app, revision.id, tenant_id="rival"): "PREVIEW_TOKEN_INVALID",
            api.world.previews.issue(PreviewClaims("acme", app.id, revision.id, 0), 60): "PREVIEW_TOKEN_INVALID",
        }
        for given, code in refused.items():
            answer = sent(api, given)
            assert (answer.status_code, answer.json()["code"]) == (401, code), given
        nothing_stored(api, app.id)
        assert runs(api, app) == []

    def test_a_nonce_dies_with_the_epoch_and_with_the_app(self, api: Api) -> None:
        app, revision = made(api)
        given = nonce(api, app, revision.id)
        assert api.client.delete(f"/admin/apps/{app.id}/builder/preview-token").status_code < 300
        assert sent(api, given).status_code == 401
        later = nonce(api, api.world.apps.get("acme", app.id), revision.id)
        assert sent(api, later, status="success", errors=[]).status_code == 204
        assert api.client.delete(f"/admin/apps/{app.id}").status_code < 300
        assert sent(api, later).status_code == 401

    def test_with_a_nonce_nothing_can_be_read_or_forgotten(self, api: Api) -> None:
        app, revision = made(api, autonomy_mode="off")
        given = nonce(api, app, revision.id)
        sent(api, given)
        for method in ("GET", "DELETE"):
            for headers in ({}, {"Authorization": f"Bearer {given}"}):
                answer = api.anonymous.request(method, f"{PATH}?nonce={given}", headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (401, "UNAUTHENTICATED")
        assert api.world.results.get("acme", app.id) is not None

    def test_a_session_s_name_does_not_lead_a_nonce_elsewhere(self, api: Api) -> None:
        app, revision = made(api, autonomy_mode="off")
        given = nonce(api, app, revision.id)
        body = json.dumps({"nonce": given, "status": "failed"})
        headers = {"X-Session-Id": "theirs"} | COOKIES[given]
        assert api.anonymous.post(PATH, content=body, headers=headers).status_code == 204
        nothing_stored(api, "theirs")

    @pytest.mark.parametrize("given", [3, [], {}, "n" * 4_001])
    def test_a_nonce_of_another_form_is_refused(self, given: Any) -> None:
        assert sent(Api(), given).status_code == 422

    def test_a_page_of_an_older_revision_does_not_replace_the_newer_one_s_report(self, api: Api) -> None:
        app, old = made(api, autonomy_mode="off")
        new = api.world.add_revision(app, SAMPLE_FILES | {"src/a.ts": b""})
        sent(api, nonce(api, app, new.id), status="success", errors=[])
        sent(api, nonce(api, app, old.id))
        kept = api.world.results.get("acme", app.id)
        assert kept is not None and (kept.revision_id, kept.status) == (new.id, "success")

    def test_pages_of_any_origin_may_ask_and_read_the_answer(self, api: Api) -> None:
        app, revision = made(api, autonomy_mode="off")
        for origin in (
            f"https://{revision.id.replace('_', '-')}.preview.example.com",
            "null",
            "https://elsewhere.example",
        ):
            asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
            before = api.anonymous.options(PATH, headers=asked | {"Access-Control-Request-Headers": "x-session-id"})
            assert before.status_code == 204 and "X-Session-Id" in before.headers["access-control-allow-headers"]
            for given in (nonce(api, app, revision.id), "forged"):
                body = json.dumps({"nonce": given, "status": "failed"})
                answer = api.anonymous.post(PATH, content=body, headers={"Origin": origin})
                assert answer.headers["access-control-allow-origin"] == "*"
                assert "access-control-allow-credentials" not in answer.headers
        other = api.anonymous.get("/health", headers={"Origin": "https://elsewhere.example"})
        assert "access-control-allow-origin" not in other.headers


class TestPages:
    def page(self, api: Api, app: App, revision: Revision, path: str = "", **headers: str) -> Any:
        token = api.world.previews.issue(PreviewClaims(app.tenant_id, app.id, revision.id, 0), 60)
        api.anonymous.cookies.set("chatbuilder_preview", token)
        where = f"/public/apps/preview/revisions/{revision.id}/assets/{path}"
        return api.anonymous.get(where, headers={"X-Preview-Origin": "1", **headers})

    def test_the_reporter_is_in_pages_of_previews_alone(self, api: Api) -> None:
        app, revision = made(api)
        page = self.page(api, app, revision)
        assert '"url": "/build-result"' in page.text and "unhandledrejection" in page.text
        assert "etag" not in page.headers and page.headers["cache-control"] == "private, no-store"
        script = self.page(api, app, revision, "assets/index-abc123.js")
        assert script.text == "console.log(1)" and "etag" in script.headers
        assert api.client.post(f"/admin/apps/{app.id}/publish").status_code == 200
        for key in api.world.site.list(""):
            stored = api.world.site.get(key)
            assert stored is not None and b"unhandledrejection" not in stored.body, key

    def test_its_nonce_reports_for_half_an_hour(self, api: Api) -> None:
        app, revision = made(api, autonomy_mode="off")
        (given,) = re.findall(r"\}\)\((\{.*\})\);</script>", self.page(api, app, revision).text)
        config = json.loads(given)
        headers = {"Sec-Fetch-Mode": "same-origin"}
        body = json.dumps({"nonce": config["nonce"], "seq": 1, "status": "success"})
        where = f"/public/apps/preview/revisions/{revision.id}/assets{PATH}"
        assert api.anonymous.post(where, content=body, headers=headers).status_code == 204
        api.world.clock.advance(1_800)
        assert api.anonymous.post(where, content=body, headers=headers).status_code == 401
        assert config["until"] == int(api.world.clock.now().timestamp())
