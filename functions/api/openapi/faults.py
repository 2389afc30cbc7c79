"""Problems: one schema, and for each operation the codes that it can answer, by status."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from functions.api.http.problems import MEDIA_TYPE
from functions.api.openapi.derive import REF, Spoken
from shared.domain.diagnostics import Diagnostic

Code = Literal[
    "MALFORMED_REQUEST",
    "UNAUTHENTICATED", "PREVIEW_TOKEN_REQUIRED", "PREVIEW_TOKEN_INVALID", "PREVIEW_TOKEN_EXPIRED",
    "FORBIDDEN", "PERSON_REQUIRED",
    "NOT_FOUND",
    "METHOD_NOT_ALLOWED",
    "REVISION_CONFLICT", "BUILD_PENDING", "ALREADY_BUILT", "RUN_ACTIVE", "SLUG_TAKEN", "DIFF_STALE",
    "NOT_AWAITING_APPROVAL", "ALREADY_PUBLISHED",
    "MERGE_CONFLICT", "NOT_LATEST_ANSWER", "NOT_WAITING", "STATE_CONFLICT", "REPAIRS_USED_UP",
    "UI_SOURCE_MODE_REMOVED",
    "PAYLOAD_TOO_LARGE",
    "UNSUPPORTED_MEDIA_TYPE",
    "VALIDATION_FAILED", "BUILDER_PATCH_POLICY_VIOLATION", "BUILDER_COMPILE_FAILED", "BUILD_FAILED", "NOT_READY",
    "NOT_PUBLISHED", "IDEMPOTENCY_MISMATCH", "ATTACHMENTS_UNSUPPORTED",
    "RATE_LIMITED", "BUDGET_EXCEEDED",
    "INTERNAL",
    "MODEL_UNAVAILABLE",
    "DEPENDENCY_UNAVAILABLE", "FEATURE_DISABLED",
]  # fmt: skip

BY_STATUS: dict[int, tuple[str, ...]] = {
    400: ("MALFORMED_REQUEST",),
    401: ("UNAUTHENTICATED", "PREVIEW_TOKEN_REQUIRED", "PREVIEW_TOKEN_INVALID", "PREVIEW_TOKEN_EXPIRED"),
    403: ("FORBIDDEN", "PERSON_REQUIRED"),
    404: ("NOT_FOUND",),
    405: ("METHOD_NOT_ALLOWED",),
    409: ("REVISION_CONFLICT", "BUILD_PENDING", "ALREADY_BUILT", "RUN_ACTIVE", "SLUG_TAKEN", "DIFF_STALE",
          "NOT_AWAITING_APPROVAL", "MERGE_CONFLICT", "NOT_LATEST_ANSWER", "NOT_WAITING", "STATE_CONFLICT",
          "REPAIRS_USED_UP", "ALREADY_PUBLISHED"),
    410: ("UI_SOURCE_MODE_REMOVED",),
    413: ("PAYLOAD_TOO_LARGE",),
    415: ("UNSUPPORTED_MEDIA_TYPE",),
    422: ("VALIDATION_FAILED", "BUILDER_PATCH_POLICY_VIOLATION", "BUILDER_COMPILE_FAILED", "BUILD_FAILED", "NOT_READY",
          "NOT_PUBLISHED", "IDEMPOTENCY_MISMATCH", "ATTACHMENTS_UNSUPPORTED"),
    429: ("RATE_LIMITED", "BUDGET_EXCEEDED"),
    500: ("INTERNAL",),
    502: ("MODEL_UNAVAILABLE",),
    503: ("DEPENDENCY_UNAVAILABLE", "FEATURE_DISABLED"),
}  # fmt: skip
STATUS_OF = {code: status for status, codes in BY_STATUS.items() for code in codes}
_MORE: dict[str, dict[str, Any]] = {
    "REVISION_CONFLICT": {"current_revision_id": "rev_01k9yzr3n5d7t8v2w4x6y8z0a1"},
    "RATE_LIMITED": {"retry_after": 3},
    "DEPENDENCY_UNAVAILABLE": {"retry_after": 1},
    "FORBIDDEN": {"scope": "apps:write"},
}


class Problem(BaseModel):
    """Why not, in RFC 9457's form. Branch on `code`: it is stable; `detail` is for people."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="Always `about:blank`: `code` says which kind of problem it is.")
    title: str = Field(description="The status in words.")
    status: int
    code: Code
    detail: str
    request_id: str = Field(description="Names this request to whoever runs the server; also in `X-Request-Id`.")
    diagnostics: list[Diagnostic] | None = Field(None, description="What was found wrong, place by place.")
    retry_after: float | None = Field(None, description="Seconds; also in `Retry-After`.")
    current_revision_id: str | None = Field(None, description="With `REVISION_CONFLICT`: what is current now.")
    active_run_id: str | None = Field(None, description="With `RUN_ACTIVE`: the run at work.")
    paths: list[str] | None = Field(None, description="With `MERGE_CONFLICT`: where both sides changed the same.")
    scope: str | None = Field(None, description="With `FORBIDDEN`: the scope that is missing.")
    flag: str | None = Field(None, description="With `FEATURE_DISABLED`: the switch that is off.")


def problem(definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of every problem; what it refers to is added to the definitions."""
    made = Problem.model_json_schema(mode="validation", ref_template=REF, schema_generator=Spoken)
    definitions.setdefault("Diagnostic", made.pop("$defs")["Diagnostic"])
    return made


def grouped(codes: Iterable[str]) -> dict[int, list[str]]:
    """The codes by their status."""
    wanted = set(codes)
    told = {status: [code for code in known if code in wanted] for status, known in BY_STATUS.items()}
    return {status: codes for status, codes in told.items() if codes}


def name(codes: Iterable[str]) -> str:
    """What the response of these codes is called: equal ones are one component, so that the document stays small."""
    return "Or".join("".join(word.capitalize() for word in code.split("_")) for code in codes)


def component(codes: list[str]) -> dict[str, Any]:
    """One response: the problem with exactly these codes, and an example of each."""
    said = {"type": "object", "required": ["code"], "properties": {"code": {"type": "string", "enum": codes}}}
    status = STATUS_OF[codes[0]]
    headers = {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}} if status in (429, 503) else {}
    content = {
        "schema": {"allOf": [{"$ref": "#/components/schemas/Problem"}, said]},
        "examples": {code: {"value": _example(code)} for code in codes},
    }
    told = {"description": " or ".join(f"`{code}`" for code in codes), "content": {MEDIA_TYPE: content}}
    return told | ({"headers": headers} if headers else {})


def _example(code: str) -> dict[str, Any]:
    status = STATUS_OF[code]
    return {
        "type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "code": code,
        "detail": code.replace("_", " ").capitalize() + ".", "request_id": "req-0f3c2a", **_MORE.get(code, {}),
    }  # fmt: skip
