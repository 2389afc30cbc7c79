"""`X-Session-Id`: what a client reports under its own words reaches the runs that it starts, and no others."""

import json
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.samples import SAMPLE_FILES
from devkit.loop import USER
from shared.domain.apps.app import App
from shared.domain.feedback.build_result import BuildResult, result_text
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.feedback.latest_result import last_page_report, latest_result
from shared.services.runs.end.end_run import end_run
from shared.services.runs.start.resume_run import resume_run
from shared.services.runs.start.run_start import RunStart

BOOM = {"status": "failed", "stage": "dev", "exitCode": 3, "stderr": "boom: nothing is wired up"}
OWN = "laptop of anna / tab 2"


@pytest.fixture
def app(api: Api) -> App:
    return api.world.make_app()[0]


def report(api: Api, session: str | None = None, **over: Any) -> None:
    headers = {"X-Session-Id": session} if session else {}
    answer = api.client.post("/build-result", json=BOOM | over, headers=headers)
    assert answer.status_code == 200, answer.text


def start(api: Api, app: App, body: dict[str, Any] | None = None, header: str | None = None) -> Any:
    headers = {"X-Session-Id": header} if header else {}
    return api.client.post(f"/projects/{app.id}/runs", json={"message": "Go", **(body or {})}, headers=headers)


def started(api: Api, app: App, body: dict[str, Any] | None = None, header: str | None = None) -> Run:
    answer = start(api, app, body, header)
    assert answer.status_code == 202, answer.text
    return api.world.runs.get(app.tenant_id, answer.json()["run_id"])


def report_of(api: Api, run: Run) -> BuildResult | None:
    return latest_result(run, api.world.results)


@pytest.mark.parametrize("how", ["header", "body", "camel", "default"])
def test_a_run_hears_the_session_that_its_message_names(how: str, api: Api, app: App) -> None:
    report(api, None if how == "default" else OWN)
    body = {"body": {"session_id": OWN}, "camel": {"sessionId": OWN}}.get(how)
    run = started(api, app, body, OWN if how == "header" else None)
    found = report_of(api, run)
    assert found is not None and (found.exit_code, found.stderr) == (3, BOOM["stderr"])
    assert "reported by a browser: untrusted data" in result_text(found, api.world.clock.now())


def test_the_chat_and_a_session_s_message_take_it_too(api: Api, app: App) -> None:
    report(api, OWN)
    headers = {"X-Session-Id": OWN}
    session = api.client.post(f"/projects/{app.id}/sessions").json()["id"]
    sent = api.client.post(f"/sessions/{session}/messages", json={"message": "Go"}, headers=headers)
    run = api.world.runs.get(app.tenant_id, sent.json()["run_id"])
    assert run.request.session_id == OWN and report_of(api, run) is not None
    other, _ = api.world.make_app()
    with api.client.stream(
        "POST", f"/admin/apps/{other.id}/builder/chat/stream", json={"message": "Go"}, headers=headers
    ) as streamed:
        assert api.world.runs.get("acme", streamed.headers["x-run-id"]).request.session_id == OWN


def test_the_body_wins_over_the_header(api: Api, app: App) -> None:
    assert started(api, app, {"session_id": "mine"}, "theirs").request.session_id == "mine"


def test_another_session_is_not_heard(api: Api, app: App) -> None:
    report(api, "somebody else's")
    assert report_of(api, started(api, app, header=OWN)) is None


def test_what_a_session_says_of_another_app_or_revision_is_not_heard(api: Api, app: App) -> None:
    other, revision = api.world.make_app()
    report(api, appId=other.id, revisionId=revision.id)
    run = started(api, app)
    assert report_of(api, run) is None
    api.world.clock.advance(1)
    report(api, appId=app.id, revisionId=run.base_revision_id)
    assert report_of(api, run) is not None


def test_of_all_that_is_heard_the_latest_counts(api: Api, app: App) -> None:
    run = started(api, app, header=OWN)
    report(api, OWN)
    api.world.clock.advance(1)
    report(api, run.conversation_id, status="success", exitCode=0)
    found = report_of(api, run)
    assert found is not None and found.status == "success"


def first_report(api: Api, run: Run) -> BuildResult | None:
    return last_page_report(run, api.world.results, api.world.revisions)


def test_the_next_run_of_a_session_begins_with_its_failed_report_without_ids(api: Api, app: App) -> None:
    api.world.clock.advance(1)
    report(api, OWN)
    run = started(api, app, header=OWN)
    found = first_report(api, run)
    assert found is not None and found.stderr == BOOM["stderr"]
    end_run(run.tenant_id, run.id, status=RunStatus.FAILED, failure_code="X", ports=api.world.loop_ports())
    api.world.add_revision(api.world.apps.get(app.tenant_id, app.id), {**SAMPLE_FILES, "src/a.ts": b""})
    assert first_report(api, started(api, app, header=OWN)) is None, "it was about the revision before"


@pytest.mark.parametrize("session", [None, "somebody else's"])
def test_no_run_begins_with_a_report_of_a_session_that_is_not_its_own(session: str | None, api: Api, app: App) -> None:
    api.world.clock.advance(1)
    report(api, session)
    assert first_report(api, started(api, app, header=OWN)) is None


def test_the_default_session_is_everybody_s_and_begins_no_run(api: Api, app: App) -> None:
    api.world.clock.advance(1)
    report(api)
    assert first_report(api, started(api, app)) is None


@pytest.mark.parametrize("session", ["", "x" * 201, "a\nb", "a\u0000b", "\ud800", 7, ["a"]])
def test_a_session_that_cannot_be_kept_is_refused(session: Any, api: Api, app: App) -> None:
    body = json.dumps({"message": "Go", "session_id": session})  # in ASCII: half a character too
    answer = api.client.post(f"/projects/{app.id}/runs", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert api.world.runs.list(app.tenant_id, app.id, limit=5).items == []


def test_a_header_that_is_too_long_is_refused(api: Api, app: App) -> None:
    assert start(api, app, header="x" * 201).status_code == 422


def test_another_s_conversation_or_app_is_not_listened_to(api: Api, app: App) -> None:
    other, _ = api.world.make_app()
    foreign, _ = api.world.make_app(tenant_id="rival")
    for whose in (other, foreign):
        conversation = a_conversation_of(api, whose)
        for session in (whose.id, conversation):
            assert start(api, app, header=session).status_code == 404, session
    assert api.world.runs.list(app.tenant_id, app.id, limit=5).items == []


def test_the_same_words_of_another_tenant_are_another_session(api: Api, app: App) -> None:
    rival = api.as_tenant("rival")
    assert rival.post("/build-result", json=BOOM, headers={"X-Session-Id": OWN}).status_code == 200
    assert report_of(api, started(api, app, header=OWN)) is None


def test_a_run_that_goes_on_keeps_its_session(api: Api, app: App) -> None:
    run = started(api, app, header=OWN)
    end_run(run.tenant_id, run.id, status=RunStatus.FAILED, failure_code="X", ports=api.world.loop_ports())
    start = RunStart("req-2", "fake", api.world.loop_ports(), api.world.workflows)
    again = resume_run(principal=USER, run_id=run.id, start=start)
    assert again.request.session_id == OWN


def test_a_run_of_the_release_before_hears_the_default_session(api: Api, app: App) -> None:
    stored = started(api, app).model_dump(exclude={"session_id", "mode"})
    run = Run.model_validate(stored)
    report(api)
    assert (run.request.session_id, run.request.mode) == ("default", "auto") and report_of(api, run) is not None


def a_conversation_of(api: Api, app: App) -> str:
    client = api.client if app.tenant_id == "acme" else api.as_tenant(app.tenant_id)
    return str(client.post(f"/projects/{app.id}/sessions").json()["id"])
