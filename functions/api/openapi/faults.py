"""Problems: one schema, and for each operation the codes that it can answer, by status."""

from collections.abc import Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from functions.api.http.problems import MEDIA_TYPE
from shared.domain import errors
from shared.domain.diagnostics import Diagnostic

_ERRORS = sorted(errors.with_codes(), key=lambda kind: kind.status)
STATUS_OF = {kind.code: kind.status for kind in _ERRORS}
BY_STATUS = {kind.status: [code for code, status in STATUS_OF.items() if status == kind.status] for kind in _ERRORS}


class UsingApp(BaseModel):
    """An app that has what was to go."""

    app_id: str
    name: str


class Problem(BaseModel):
    """Why not, in RFC 9457's form. Branch on `code`: it is stable; `detail` is for people."""

    model_config = ConfigDict(
        extra="allow", json_schema_extra={"required": ["type", "title", "status", "code", "detail", "request_id"]}
    )

    type: str = Field(description="Always `about:blank`: `code` says which kind of problem it is.")
    title: str = Field(description="The status in words.")
    status: int
    code: Annotated[str, WithJsonSchema({"type": "string", "enum": [*STATUS_OF]})]
    detail: str
    request_id: str = Field(description="Names this request to the operator of the server; also in `X-Request-Id`.")
    diagnostics: list[Diagnostic] | None = Field(None, description="What was found wrong, place by place.")
    exit_code: int | None = Field(None, description="With `BUILD_FAILED`: of the project's own build script.")
    log_tail: str | None = Field(None, description="With `BUILD_FAILED`: the end of the build's log, 16 KiB at most.")
    retry_after: float | None = Field(None, description="Seconds; also in `Retry-After`.")
    current_revision_id: str | None = Field(None, description="With `REVISION_CONFLICT`: what is current now.")
    active_run_id: str | None = Field(None, description="With `RUN_ACTIVE`: the run at work.")
    paths: list[str] | None = Field(None, description="With `MERGE_CONFLICT`: where both sides changed the same.")
    cycle: list[str] | None = Field(None, description="With `PLAN_CYCLE`: the ids on the way round.")
    holder: str | None = Field(None, description="With `TASK_CLAIMED`: who works at it.")
    blocked_by: list[dict[str, Any]] | None = Field(None, description="With `TASK_NOT_READY`: what it waits for.")
    diff_id: str | None = Field(None, description="With `SCAFFOLD_APPLIED`: the proposal that waits with it.")
    apps: list[UsingApp] | None = Field(None, description="With `PACKAGE_IN_USE`: those that declare it, 20 at most.")
    near: str | None = Field(None, description="With `PACKAGE_NAME_NEAR`: the package that was probably meant.")
    scope: str | None = Field(None, description="With `FORBIDDEN`: the scope that is missing.")
    flag: str | None = Field(None, description="With `FEATURE_DISABLED`: the switch that is off.")


def grouped(codes: Iterable[str]) -> dict[int, list[str]]:
    wanted = set(codes)
    codes_of = {status: [code for code in known if code in wanted] for status, known in BY_STATUS.items()}
    return {status: codes for status, codes in codes_of.items() if codes}


def name(codes: Iterable[str]) -> str:
    """What the response of these codes is called: equal ones are one component, so that the document stays small."""
    return "Or".join("".join(word.capitalize() for word in code.split("_")) for code in codes)


def component(codes: list[str]) -> dict[str, Any]:
    """One response: the problem with exactly these codes, and an example of each."""
    said = {"type": "object", "required": ["code"], "properties": {"code": {"type": "string", "enum": codes}}}
    schema = {"allOf": [{"$ref": "#/components/schemas/Problem"}, said]}
    words = " or ".join(f"`{code}`" for code in codes)
    waits = {"headers": {"Retry-After": {"$ref": "#/components/headers/RetryAfter"}}}
    answer = {"description": words, "content": {MEDIA_TYPE: {"schema": schema}}}
    return answer | (waits if STATUS_OF[codes[0]] in (429, 503) else {})
