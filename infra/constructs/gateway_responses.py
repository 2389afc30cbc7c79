"""The gateway's own errors, in the same shape and with the same CORS headers as the application's."""

import json
from dataclasses import dataclass

from aws_cdk import aws_apigateway as apigw
from constructs import Construct

from shared.domain.access.challenges import BEARER, GATEWAY
from shared.services.site.site_headers import HSTS_SECONDS

WAIT_SECONDS = 1


@dataclass(frozen=True)
class Problem:
    """One of the gateway's errors, in our words."""

    kind: str
    status: int
    code: str
    title: str
    detail: str

    @property
    def waits(self) -> bool:
        """Whether the same may go well a little later."""
        return self.status in (429, 503)


PROBLEMS = (
    Problem("UNAUTHORIZED", 401, "UNAUTHENTICATED", "Unauthorized", "Sign in: this needs a bearer token."),
    Problem("EXPIRED_TOKEN", 401, "UNAUTHENTICATED", "Unauthorized", "The token has expired."),
    Problem("ACCESS_DENIED", 401, "UNAUTHENTICATED", "Unauthorized", "The token was not accepted."),
    Problem("MISSING_AUTHENTICATION_TOKEN", 404, "NOT_FOUND", "Not Found", "There is nothing at this address."),
    Problem("RESOURCE_NOT_FOUND", 404, "NOT_FOUND", "Not Found", "There is nothing at this address."),
    Problem("BAD_REQUEST_BODY", 400, "MALFORMED_REQUEST", "Bad Request", "The body could not be read."),
    Problem("BAD_REQUEST_PARAMETERS", 400, "MALFORMED_REQUEST", "Bad Request", "A parameter could not be read."),
    Problem(
        "REQUEST_TOO_LARGE", 413, "PAYLOAD_TOO_LARGE", "Payload Too Large", "Upload it instead: POST /admin/uploads."
    ),
    Problem("UNSUPPORTED_MEDIA_TYPE", 415, "UNSUPPORTED_MEDIA_TYPE", "Unsupported Media Type", "Send JSON."),
    Problem("THROTTLED", 429, "RATE_LIMITED", "Too Many Requests", "Too many requests: wait a moment."),
    Problem("QUOTA_EXCEEDED", 429, "RATE_LIMITED", "Too Many Requests", "Too many requests: wait a moment."),
    Problem("AUTHORIZER_FAILURE", 500, "INTERNAL", "Internal Server Error", "The token could not be checked."),
    Problem(
        "AUTHORIZER_CONFIGURATION_ERROR", 500, "INTERNAL", "Internal Server Error", "The token could not be checked."
    ),
    Problem("INTEGRATION_TIMEOUT", 503, "DEPENDENCY_UNAVAILABLE", "Service Unavailable", "No answer in time."),
    Problem("INTEGRATION_FAILURE", 503, "DEPENDENCY_UNAVAILABLE", "Service Unavailable", "The service did not answer."),
    Problem("INVALID_API_KEY", 401, "UNAUTHENTICATED", "Unauthorized", "The key was not accepted."),
    Problem("INVALID_SIGNATURE", 401, "UNAUTHENTICATED", "Unauthorized", "The signature was not accepted."),
    Problem("WAF_FILTERED", 403, "FORBIDDEN", "Forbidden", "The firewall refused this request."),
    Problem("API_CONFIGURATION_ERROR", 500, "INTERNAL", "Internal Server Error", "Something went wrong on our side."),
    Problem("DEFAULT_4XX", 400, "MALFORMED_REQUEST", "Bad Request", "The request was refused."),
    Problem("DEFAULT_5XX", 500, "INTERNAL", "Internal Server Error", "Something went wrong on our side."),
)


def add_gateway_responses(scope: Construct, api: apigw.RestApi, origin: str) -> None:
    """Declare each answer the gateway gives by itself, before the deployment, which would not serve later ones."""
    for problem in PROBLEMS:
        answer = apigw.CfnGatewayResponse(
            scope, f"Answer{problem.kind.title().replace('_', '')}", rest_api_id=api.rest_api_id,
            response_type=problem.kind, status_code=str(problem.status),
            response_parameters=headers(problem, origin), response_templates={"application/json": template(problem)},
        )  # fmt: skip
        deployment = api.latest_deployment
        assert deployment is not None  # noqa: S101 - a RestApi deploys itself unless told not to
        deployment.node.add_dependency(answer)
    deployment.add_to_logical_id({"answers": [[p.kind, headers(p, origin), template(p)] for p in PROBLEMS]})


def headers(problem: Problem, origin: str) -> dict[str, str]:
    """Problem type, CORS and security headers, as static header mappings: a quoted text that holds no quote itself."""
    own = {"gatewayresponse.header.WWW-Authenticate": f"'{challenge(problem)}'"} if problem.status == 401 else {}
    own |= {"gatewayresponse.header.Retry-After": f"'{WAIT_SECONDS}'"} if problem.waits else {}
    return own | {
        "gatewayresponse.header.Referrer-Policy": "'no-referrer'",
        "gatewayresponse.header.Strict-Transport-Security": f"'max-age={HSTS_SECONDS}; includeSubDomains'",
        "gatewayresponse.header.X-Content-Type-Options": "'nosniff'",
        "gatewayresponse.header.X-Frame-Options": "'DENY'",
        "gatewayresponse.header.Content-Type": "'application/problem+json'",
        "gatewayresponse.header.Access-Control-Allow-Origin": f"'{origin}'",
        "gatewayresponse.header.Access-Control-Expose-Headers": "'*'",
        "gatewayresponse.header.Cache-Control": "'no-store'",
    }


def challenge(problem: Problem) -> str:
    """How to sign in. An integration cannot say it: the gateway renames its `WWW-Authenticate`, and git then gives up.
    The one for a missing token is for every route: pages of the Studio never call without a token."""
    return GATEWAY if problem.kind == "UNAUTHORIZED" else BEARER


def template(problem: Problem) -> str:
    body = {
        "type": "about:blank", "title": problem.title, "status": problem.status, "code": problem.code,
        "detail": problem.detail, "request_id": "$context.requestId",
    }  # fmt: skip
    return json.dumps(body | ({"retry_after": WAIT_SECONDS} if problem.waits else {}))
