"""The bodies of `/build-result`: what a client sends, and what it may read back."""

from typing import Any, Literal, NamedTuple

from pydantic import ValidationError
from pydantic_core import from_json
from typing_extensions import TypedDict

from functions.api.http.problems import invalid_of
from functions.api.http.view import View, view
from shared.domain.errors import Invalid, Malformed, TooLarge
from shared.domain.feedback.build_report import BuildReport
from shared.domain.feedback.build_result import RESULT_BYTES, BuildResult, ResultStatus

Result = view("BuildResult", BuildResult, (
    "session_id", "status", "stage", "exit_code", "stderr", "preview_url", "errors", "app_id", "revision_id",
    "source", "reported_at",
))  # fmt: skip
_NONCE_MOST = 4_000


class Sent(NamedTuple):
    """A report, and in place of a token the nonce that came in its body; the page counts what it sends."""

    report: BuildReport
    nonce: str | None
    number: int = 1


def read_report(body: bytes) -> Sent:
    """What was sent. TooLarge over 64 KiB, Malformed when it is no JSON, Invalid when it is no report."""
    if len(body) > RESULT_BYTES:
        raise TooLarge(f"A report has at most {RESULT_BYTES // 1024} KiB.")
    try:
        data = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise Malformed("The body is not valid JSON.") from error
    if not isinstance(data, dict):
        raise Invalid("Send a JSON object with a `status`.")
    nonce = data.pop("nonce", None)
    if nonce is not None and not (isinstance(nonce, str) and len(nonce) <= _NONCE_MOST):
        raise Invalid("nonce: a string.")
    number = data.pop("seq", 1)
    if type(number) is not int:
        raise Invalid("seq: a whole number.")
    return Sent(_report(data), nonce, number)


def _report(body: dict[str, Any]) -> BuildReport:
    try:
        return BuildReport.model_validate(body)
    except ValidationError as error:
        raise invalid_of(error) from error


class NoResult(TypedDict):
    """Nothing has been reported in this session."""

    session_id: str
    status: Literal[ResultStatus.UNKNOWN]


def result_view(session_id: str, result: BuildResult | None) -> View | NoResult:
    """The session's report; `unknown` when there is none."""
    return Result.of(result) if result else {"session_id": session_id, "status": ResultStatus.UNKNOWN}
