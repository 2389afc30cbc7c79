"""The gateway's own errors, in the same shape and with the same CORS headers as the application's."""

import json
from dataclasses import dataclass

from aws_cdk import aws_apigateway as apigw
from constructs import Construct


@dataclass(frozen=True)
class Problem:
    """One of the gateway's errors, in our words."""

    kind: str
    status: int
    code: str
    title: str
    detail: str


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
    Problem("DEFAULT_4XX", 0, "MALFORMED_REQUEST", "Bad Request", "The request was refused."),
    Problem("DEFAULT_5XX", 0, "INTERNAL", "Internal Server Error", "Something went wrong on our side."),
)


def add_gateway_responses(scope: Construct, api: apigw.RestApi, origin: str) -> None:
    """Declare each answer the gateway gives by itself."""
    for problem in PROBLEMS:
        apigw.CfnGatewayResponse(
            scope, f"Answer{problem.kind.title().replace('_', '')}", rest_api_id=api.rest_api_id,
            response_type=problem.kind, status_code=str(problem.status) if problem.status else None,
            response_parameters=headers(origin), response_templates={"application/json": template(problem)},
        )  # fmt: skip


def headers(origin: str) -> dict[str, str]:
    """Problem type and CORS, as static header mappings."""
    return {
        "gatewayresponse.header.Content-Type": "'application/problem+json'",
        "gatewayresponse.header.Access-Control-Allow-Origin": f"'{origin}'",
        "gatewayresponse.header.Access-Control-Expose-Headers": "'*'",
        "gatewayresponse.header.Cache-Control": "'no-store'",
    }


def template(problem: Problem) -> str:
    """The problem+json body; the defaults take their status from the gateway."""
    body = {
        "type": "about:blank", "title": problem.title, "status": problem.status, "code": problem.code,
        "detail": problem.detail, "request_id": "$context.requestId",
    }  # fmt: skip
    return json.dumps(body)
