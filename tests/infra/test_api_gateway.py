"""The front door: what streams, what needs a token, and the gateway's own answers."""

import json
from typing import Any

import pytest

from devkit.stack.infra import Synthesised, text
from infra.constructs.api import STREAMING_ROUTES, answer_origin

EVERY_KIND = {  # of the documentation of API Gateway
    "ACCESS_DENIED", "API_CONFIGURATION_ERROR", "AUTHORIZER_CONFIGURATION_ERROR", "AUTHORIZER_FAILURE",
    "BAD_REQUEST_BODY", "BAD_REQUEST_PARAMETERS", "DEFAULT_4XX", "DEFAULT_5XX", "EXPIRED_TOKEN",
    "INTEGRATION_FAILURE", "INTEGRATION_TIMEOUT", "INVALID_API_KEY", "INVALID_SIGNATURE",
    "MISSING_AUTHENTICATION_TOKEN", "QUOTA_EXCEEDED", "REQUEST_TOO_LARGE", "RESOURCE_NOT_FOUND", "THROTTLED",
    "UNAUTHORIZED", "UNSUPPORTED_MEDIA_TYPE", "WAF_FILTERED",
}  # fmt: skip
OPEN = {
    ("ANY", "/"), ("ANY", "/health"), ("ANY", "/public/{proxy+}"), ("ANY", "/build-result"), ("ANY", "/apps/{proxy+}"),
}  # fmt: skip
GIT = ("ANY", "/git/{proxy+}")


def target(properties: dict[str, Any]) -> str:
    """The function a method calls."""
    uri = text(properties["Integration"]["Uri"])
    return "stream" if "FunctionsStream" in uri else "api" if "FunctionsApi" in uri else uri


def test_exactly_the_streaming_routes_stream(cloud: Synthesised) -> None:
    streaming = {
        route for route, p in cloud.routes().items() if p["Integration"].get("ResponseTransferMode") == "STREAM"
    }
    assert streaming == {*STREAMING_ROUTES, ("ANY", "/git/{proxy+}")}
    assert {target(cloud.routes()[route]) for route in streaming} == {"stream"}
    assert {target(p) for route, p in cloud.routes().items() if route not in streaming} == {"api"}
    for route in streaming:
        assert cloud.routes()[route]["Integration"]["TimeoutInMillis"] == 900_000


def test_everything_but_the_open_routes_needs_a_token(cloud: Synthesised) -> None:
    unguarded = {r for r, p in cloud.routes().items() if p["AuthorizationType"] == "NONE" and r[0] != "OPTIONS"}
    assert unguarded == OPEN
    guarded = [p for p in cloud.routes().values() if p["AuthorizationType"] != "NONE"]
    assert {p["AuthorizationType"] for p in guarded} == {"CUSTOM"}


def test_git_has_an_authorizer_of_its_own(cloud: Synthesised) -> None:
    """Answers are cached for the header alone: Basic, which git's routes take, must not count on any other."""
    authorizers = {route: p["AuthorizerId"]["Ref"] for route, p in cloud.routes().items() if "AuthorizerId" in p}
    git = authorizers.pop(GIT)
    assert len(set(authorizers.values())) == 1 and git not in authorizers.values()


def test_the_authorizers_are_cached_by_token(cloud: Synthesised) -> None:
    authorizers = [one["Properties"] for one in cloud.of_type("AWS::ApiGateway::Authorizer").values()]
    assert len(authorizers) == 2
    for authorizer in authorizers:
        assert authorizer["Type"] == "REQUEST"
        assert authorizer["IdentitySource"] == "method.request.header.Authorization"
        assert authorizer["AuthorizerResultTtlInSeconds"] == 300


def test_preflights_need_no_token(cloud: Synthesised) -> None:
    preflights = {path for method, path in cloud.routes() if method == "OPTIONS"}
    assert {path for method, path in cloud.routes() if (method, path) not in OPEN | {GIT}} == preflights


def test_metrics_of_methods_are_off_and_the_access_log_says_who_refused(cloud: Synthesised) -> None:
    """Detailed metrics are billed like custom ones: up to five for each of the methods."""
    stage = cloud.only("AWS::ApiGateway::Stage")["Properties"]
    assert [setting["MetricsEnabled"] for setting in stage["MethodSettings"]] == [False, False]
    fields = json.loads(stage["AccessLogSetting"]["Format"])
    assert fields["integration_error"] == "$context.integrationErrorMessage"
    assert (fields["authorizer_error"], fields["error"]) == ("$context.authorizer.error", "$context.error.message")


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
        origin = answer["ResponseParameters"]["gatewayresponse.header.Access-Control-Allow-Origin"]
        assert origin == "'https://studio.example.com'"
        body = json.loads(answer["ResponseTemplates"]["application/json"])
        waits = {"retry_after"} if body["status"] in (429, 503) else set()
        assert {"type", "title", "status", "code", "detail", "request_id"} | waits == set(body)
        assert int(answer["StatusCode"]) == body["status"]
        said = {name.rpartition(".")[2]: value for name, value in answer["ResponseParameters"].items()}
        assert said["X-Content-Type-Options"] == "'nosniff'" and said["X-Frame-Options"] == "'DENY'"
        assert said["Strict-Transport-Security"].startswith("'max-age=31536000")
        assert said["Cache-Control"] == "'no-store'"
        assert said.get("Retry-After") == (f"'{body['retry_after']}'" if waits else None)
        asks = "'Basic realm=\"ChatBuilder\", Bearer'" if kind == "UNAUTHORIZED" else "'Bearer'"
        assert said.get("WWW-Authenticate") == (asks if body["status"] == 401 else None)
        assert all(value.count("'") == 2 for value in said.values()), "a quote inside would end the static value"
        codes[kind] = (answer["StatusCode"], body["code"])
    assert codes["UNAUTHORIZED"] == ("401", "UNAUTHENTICATED")
    assert codes["REQUEST_TOO_LARGE"] == ("413", "PAYLOAD_TOO_LARGE")
    assert codes["THROTTLED"] == ("429", "RATE_LIMITED")
    assert codes["MISSING_AUTHENTICATION_TOKEN"] == ("404", "NOT_FOUND")
    assert codes["WAF_FILTERED"] == ("403", "FORBIDDEN")
    assert codes["DEFAULT_4XX"] == ("400", "MALFORMED_REQUEST") and codes["DEFAULT_5XX"] == ("500", "INTERNAL")
    assert set(codes) == EVERY_KIND


def test_the_gateways_answers_are_part_of_what_is_deployed(cloud: Synthesised) -> None:
    """A deployment serves what was there when it was made."""
    deployment = cloud.only("AWS::ApiGateway::Deployment")
    assert set(cloud.of_type("AWS::ApiGateway::GatewayResponse")) <= set(deployment["DependsOn"])


@pytest.mark.parametrize(
    ("origins", "expected"), [("https://a.example", "https://a.example"), ("x,y", "*"), ("*", "*")]
)
def test_the_gateways_answers_name_the_one_origin_or_any(origins: str, expected: str) -> None:
    assert answer_origin(origins.split(",")) == expected


def gateway_responses(stack: Synthesised) -> list[dict[str, Any]]:
    return list(stack.of_type("AWS::ApiGateway::GatewayResponse").values())


def test_the_endpoint_is_regional_so_that_streams_may_idle(cloud: Synthesised) -> None:
    assert cloud.only("AWS::ApiGateway::RestApi")["Properties"]["EndpointConfiguration"]["Types"] == ["REGIONAL"]


def test_all_callers_together_and_new_runs_have_a_ceiling(cloud: Synthesised) -> None:
    stage = cloud.only("AWS::ApiGateway::Stage")["Properties"]
    ceilings = {
        (one["HttpMethod"], one["ResourcePath"]): (one["ThrottlingRateLimit"], one["ThrottlingBurstLimit"])
        for one in stage["MethodSettings"]
    }
    chat = "/~1admin~1apps~1{app_id}~1builder~1chat~1stream"
    assert ceilings == {("*", "/*"): (200, 400), ("POST", chat): (20, 40)}


def test_the_api_has_its_own_domain_and_keeps_the_gateways(cloud: Synthesised, bare: Synthesised) -> None:
    domain = cloud.only("AWS::ApiGateway::DomainName")["Properties"]
    assert domain["DomainName"] == "builder.example.com"
    assert domain["EndpointConfiguration"]["Types"] == ["REGIONAL"]
    assert domain["SecurityPolicy"] == "TLS_1_2"
    assert "eu-central-1" in domain["RegionalCertificateArn"]
    mapping = cloud.only("AWS::ApiGateway::BasePathMapping")["Properties"]
    assert "BasePath" not in mapping and mapping["Stage"]["Ref"] in cloud.of_type("AWS::ApiGateway::Stage")
    assert not cloud.only("AWS::ApiGateway::RestApi")["Properties"].get("DisableExecuteApiEndpoint")
    found = [f["Properties"]["Environment"]["Variables"] for n, f in cloud.functions().items() if n != "compile"]
    assert {variables["API_BASE_URL"] for variables in found} == {"https://builder.example.com"}
    assert bare.of_type("AWS::ApiGateway::DomainName") == {}


def test_outputs_say_which_records_to_make(cloud: Synthesised, bare: Synthesised) -> None:
    def records(stack: Synthesised) -> dict[str, str]:
        found = stack.template["Outputs"].items()
        return {name: text(output["Value"]) for name, output in found if name.startswith("DnsRecord")}

    said = records(cloud)
    assert {value.split(" CNAME ")[0] for value in said.values()} == {
        "builder.example.com", "apps.example.com", "*.apps.example.com", "*.preview.example.com",
        "studio.example.com",
    }  # fmt: skip
    assert said["DnsRecordApi"].endswith(".RegionalDomainName>")
    assert said["DnsRecordPreviews"].endswith(".DomainName>")
    assert records(bare) == {}
