"""The OpenAPI document is whole: every route, every code, every body, and it is what is checked in."""

import json
import subprocess
import sys
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.api.estate import Estate
from devkit.api.routes import CASES, Route
from devkit.api.stream_examples import STREAMS
from functions.api.openapi.document import described
from functions.api.openapi.faults import BY_STATUS, STATUS_OF
from scripts.openapi import DOCUMENT
from scripts.openapi import document as written
from shared.domain import errors
from tests.support.api.openapi import faults, misfits, resolved
from tests.support.api.stories import STORIES, recorded

OPERATIONS = described(Api().app.routes)
WALKED = [route for route in CASES if not CASES[route].endless]
CONTRACT = {
    "MALFORMED_REQUEST", "UNAUTHENTICATED", "PREVIEW_TOKEN_REQUIRED", "PREVIEW_TOKEN_INVALID",
    "PREVIEW_TOKEN_EXPIRED", "FORBIDDEN", "PERSON_REQUIRED",
    "NOT_FOUND", "METHOD_NOT_ALLOWED", "UNSUPPORTED_MEDIA_TYPE",
    "REVISION_CONFLICT", "BUILD_PENDING", "REQUEST_PENDING", "ALREADY_BUILT", "RUN_ACTIVE", "SLUG_TAKEN", "DIFF_STALE",
    "NOT_AWAITING_APPROVAL", "MERGE_CONFLICT", "NOT_LATEST_ANSWER", "NOT_WAITING", "STATE_CONFLICT", "REPAIRS_USED_UP",
    "ATTACHMENTS_UNSUPPORTED", "ALREADY_PUBLISHED",
    "UI_SOURCE_MODE_REMOVED", "PAYLOAD_TOO_LARGE", "VALIDATION_FAILED",
    "BUILDER_PATCH_POLICY_VIOLATION", "BUILDER_COMPILE_FAILED", "BUILD_FAILED", "NOT_READY", "NOT_PUBLISHED",
    "IDEMPOTENCY_MISMATCH", "RATE_LIMITED", "BUDGET_EXCEEDED", "INTERNAL", "MODEL_UNAVAILABLE",
    "DEPENDENCY_UNAVAILABLE", "FEATURE_DISABLED", "SCAFFOLD_APPLIED",
    "GIT_MOVED", "GIT_ADDRESS_REFUSED", "GIT_NOT_CONNECTED", "GIT_UNAUTHORIZED", "GIT_NOT_FOUND", "GIT_REJECTED",
    "GIT_DEFAULT_BRANCH", "GIT_TOO_LARGE", "GIT_UNAVAILABLE",
    "PLAN_CYCLE", "PLAN_KIND_ORDER", "PLAN_TOO_LARGE", "BLUEPRINT_ARCHIVED", "TASK_CLAIMED", "TASK_NOT_READY",
    "CLAIM_LOST", "EVIDENCE_REQUIRED", "EVIDENCE_TAKEN_BACK", "PROPOSAL_STALE",
    "PULL_REQUEST_REFUSED", "GIT_RATE_LIMITED", "GIT_DENIED", "GIT_UNRELATED", "GIT_CODE_EXPIRED",
    "PLAN_FAILED", "DOCUMENT_IN_USE", "TEXT_UNREADABLE",
    "PACKAGE_IN_CATALOG", "PACKAGE_IN_USE", "PACKAGE_NAME_NEAR", "CATALOG_BUSY", "CONNECTION_TEST_ACTIVE",
}  # fmt: skip


def name(route: Route) -> str:
    return " ".join(route)


SHOWN: dict[str, Any] = json.loads(DOCUMENT.read_text("utf-8"))
"""The application's, with examples: the first test holds one against the other."""


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    return [(method, path, one) for path, methods in SHOWN["paths"].items() for method, one in methods.items()]


def test_the_document_in_docs_is_the_applications() -> None:
    assert DOCUMENT.read_text("utf-8") == written(), "run `make openapi`"


def test_every_route_has_a_name_of_its_own() -> None:
    assert len({one.operation.id for one in OPERATIONS.values()}) == len(OPERATIONS)


def test_every_code_of_the_contract_is_told_somewhere_but_those_of_no_route() -> None:
    assert set(STATUS_OF) == CONTRACT
    found = {
        code
        for answer in SHOWN["components"]["responses"].values()
        for code in answer["content"]["application/problem+json"]["examples"]
    }
    assert CONTRACT - found == {"METHOD_NOT_ALLOWED", "MODEL_UNAVAILABLE"}  # the router's, and the runs' `failure_code`


@pytest.mark.parametrize("kind", [*errors.with_codes()])
def test_a_codes_status_is_the_one_it_is_answered_with(kind: type[errors.AppError]) -> None:
    assert kind.code in BY_STATUS[kind.status] and STATUS_OF[kind.code] == kind.status


def test_everything_has_words_an_example_and_a_schema() -> None:
    for method, path, one in operations():
        place = f"{method} {path}"
        assert one["summary"] and one["description"] and one["tags"], place
        for status, answer in one["responses"].items():
            for kind, media in resolved(answer).get("content", {}).items():
                assert media["schema"] not in ({}, {"type": "object"}), f"{place} {status} {kind}"
        if "application/json" in one.get("requestBody", {}).get("content", {}):
            assert "example" in one["requestBody"]["content"]["application/json"], place
        for status, answer in one["responses"].items():
            for kind, media in answer.get("content", {}).items():
                if kind in ("application/json", "text/event-stream"):
                    assert "example" in media, f"{place} {status}: no example"
    assert {tag["name"] for tag in SHOWN["tags"]} == {tag for *_, one in operations() for tag in one["tags"]}


def test_an_example_is_what_its_schema_says() -> None:
    bodies = list(SHOWN["components"]["responses"].items())
    for _, _, result in operations():
        own = [result["requestBody"]] if "requestBody" in result else []
        own += [answer for answer in result["responses"].values() if "$ref" not in answer]
        bodies += [(result["operationId"], body) for body in own]
    for place, body in bodies:
        for media in body.get("content", {}).values():
            shown = [one["value"] for one in media.get("examples", {}).values()]
            for value in shown + ([media["example"]] if "example" in media else []):
                assert faults(media["schema"], value) == [], place


@pytest.mark.parametrize("route", WALKED, ids=name)
def test_what_an_owner_is_answered_is_documented(route: Route, api: Api) -> None:
    answer = Estate(api).ask(api.client, route)
    assert misfits(*route, answer) == []


def test_what_strangers_and_nobodies_are_answered_is_documented(api: Api) -> None:
    estate = Estate(api)
    for route in WALKED:
        for client in (api.anonymous, api.as_tenant("rival"), api.as_tenant("rival", "none")):
            assert misfits(*route, estate.ask(client, route)) == [], route


def test_every_event_of_a_stream_is_documented() -> None:
    event = {"$ref": "#/components/schemas/RunEvent"}
    for story in STORIES.values():
        lines = [line.removeprefix("data: ") for line in recorded(*story()).split("\n") if line.startswith("data: {")]
        assert lines
        for line in lines:
            assert faults(event, json.loads(line)) == [], line


@pytest.mark.parametrize("name", ["RunEvent", "ProjectEvent", "AppEvent"])
def test_the_lines_shown_of_a_stream_are_events_of_it(name: str) -> None:
    shown = [line.removeprefix("data: ") for line in STREAMS[name].split("\n") if line.startswith("data: {")]
    assert len(shown) >= 2
    for line in shown:
        assert faults({"$ref": f"#/components/schemas/{name}"}, json.loads(line)) == [], line


def test_the_check_itself_finds_what_is_missing_and_what_is_too_much() -> None:
    app = SHOWN["paths"]["/admin/apps/{app_id}"]["get"]["responses"]["200"]["content"]["application/json"]
    good = app["example"]
    assert faults(app["schema"], good) == []
    assert faults(app["schema"], good | {"secret": 1}) and faults(app["schema"], good | {"created_at": "now"})
    assert faults(app["schema"], {key: value for key, value in good.items() if key != "slug"})


def test_nothing_of_the_document_is_imported_before_it_is_asked_for() -> None:
    program = (
        "import sys, functions.api.handler; print([name for name in sys.modules if 'functions.api.openapi' in name])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
