"""The front door: what streams, what needs a token, and the gateway's own answers."""

import json
from typing import Any

import pytest

from infra.constructs.api import STREAMING_ROUTES
from tests.support.infra import Synthesised, text

OPEN = {
    ("ANY", "/"), ("ANY", "/health"), ("ANY", "/public/{proxy+}"), ("ANY", "/build-result"), ("ANY", "/apps/{proxy+}"),
}  # fmt: skip


def target(properties: dict[str, Any]) -> str:
    """The function a method calls."""
    uri = text(properties["Integration"]["Uri"])
    return "stream" if "FunctionsStream" in uri else "api" if "FunctionsApi" in uri else uri


def test_exactly_the_streaming_routes_stream(cloud: Synthesised) -> None:
    streaming = {
        route for route, p in cloud.routes().items() if p["Integration"].get("ResponseTransferMode") == "STREAM"
    }
    assert streaming == set(STREAMING_ROUTES)
    assert {target(cloud.routes()[route]) for route in streaming} == {"stream"}
    assert {target(p) for route, p in cloud.routes().items() if route not in streaming} == {"api"}
    for route in streaming:
        assert cloud.routes()[route]["Integration"]["TimeoutInMillis"] == 900_000


def test_everything_but_the_open_routes_needs_a_token(cloud: Synthesised) -> None:
    unguarded = {r for r, p in cloud.routes().items() if p["AuthorizationType"] == "NONE" and r[0] != "OPTIONS"}
    assert unguarded == OPEN
    guarded = [p for p in cloud.routes().values() if p["AuthorizationType"] != "NONE"]
    assert {p["AuthorizationType"] for p in guarded} == {"CUSTOM"}
    assert len({p["AuthorizerId"]["Ref"] for p in guarded}) == 1


def test_the_authorizer_is_cached_by_token(cloud: Synthesised) -> None:
    authorizer = cloud.only("AWS::ApiGateway::Authorizer")["Properties"]
    assert authorizer["Type"] == "REQUEST"
    assert authorizer["IdentitySource"] == "method.request.header.Authorization"
    assert authorizer["AuthorizerResultTtlInSeconds"] == 300


def test_preflights_need_no_token(cloud: Synthesised) -> None:
    preflights = {path for method, path in cloud.routes() if method == "OPTIONS"}
    assert {path for method, path in cloud.routes() if (method, path) not in OPEN} == preflights


@pytest.mark.parametrize(
    "path",
    [
        "/admin/apps", "/admin/apps/import", "/admin/apps/app_1", "/admin/apps/app_1/publish", "/admin/templates",
        "/admin/apps/app_1/builder/state", "/admin/apps/app_1/builder/revisions/rev_1/files/src/App.tsx",
        "/admin/apps/app_1/builder/chat/run_1", "/admin/apps/app_1/builder/chat/run_1/cancel", "/projects/app_1",
        "/runs/run_1", "/docs", "/sessions",
    ],
)  # fmt: skip
def test_a_named_resource_hides_nothing(cloud: Synthesised, path: str) -> None:
    """The gateway takes the most specific resource, then looks for the method there and nowhere else."""
    found = resolve(sorted({p for _, p in cloud.routes()} | parents(cloud)), path)
    assert ("ANY", found) in cloud.routes(), f"{path} ends at {found}, which has no method"


def parents(stack: Synthesised) -> set[str]:
    """Every resource, also those without methods."""
    return {stack.path({"Ref": name}) for name in stack.of_type("AWS::ApiGateway::Resource")}


def resolve(resources: list[str], path: str) -> str | None:
    """The resource API Gateway chooses: exact part before variable before greedy, part by part."""
    parts = path.strip("/").split("/")

    def walk(prefix: str, at: int) -> str | None:
        if at == len(parts):
            return prefix if prefix in resources else None
        exact = f"{prefix}/{parts[at]}"
        if any(r == exact or r.startswith(f"{exact}/") for r in resources):
            return walk(exact, at + 1)
        children = {r[len(prefix) + 1 :].split("/")[0] for r in resources if r.startswith(f"{prefix}/")}
        variable = next((c for c in children if c.startswith("{") and not c.endswith("+}")), None)
        if variable:
            return walk(f"{prefix}/{variable}", at + 1)
        return f"{prefix}/{{proxy+}}" if "{proxy+}" in children else None

    return walk("", 0)


def test_the_gateways_own_answers_are_problems_with_cors(cloud: Synthesised) -> None:
    answers = {r["Properties"]["ResponseType"]: r["Properties"] for r in gateway_responses(cloud)}
    codes = {}
    for kind, answer in answers.items():
        assert answer["ResponseParameters"]["gatewayresponse.header.Content-Type"] == "'application/problem+json'"
        assert answer["ResponseParameters"]["gatewayresponse.header.Access-Control-Allow-Origin"] == "'*'"
        body = json.loads(answer["ResponseTemplates"]["application/json"])
        assert {"type", "title", "status", "code", "detail", "request_id"} == set(body)
        assert "StatusCode" not in answer or int(answer["StatusCode"]) == body["status"]
        codes[kind] = (answer.get("StatusCode"), body["code"])
    assert codes["UNAUTHORIZED"] == ("401", "UNAUTHENTICATED")
    assert codes["REQUEST_TOO_LARGE"] == ("413", "PAYLOAD_TOO_LARGE")
    assert codes["THROTTLED"] == ("429", "RATE_LIMITED")
    assert codes["MISSING_AUTHENTICATION_TOKEN"] == ("404", "NOT_FOUND")
    assert {"DEFAULT_4XX", "DEFAULT_5XX", "INTEGRATION_TIMEOUT", "INTEGRATION_FAILURE"} <= set(codes)


def gateway_responses(stack: Synthesised) -> list[dict[str, Any]]:
    return list(stack.of_type("AWS::ApiGateway::GatewayResponse").values())


def test_the_endpoint_is_regional_so_that_streams_may_idle(cloud: Synthesised) -> None:
    assert cloud.only("AWS::ApiGateway::RestApi")["Properties"]["EndpointConfiguration"]["Types"] == ["REGIONAL"]
