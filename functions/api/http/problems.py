"""Errors as `application/problem+json`: each class has its code and its status."""

import logging
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from functions.api.http.security_headers import secure
from shared.domain import errors
from shared.domain.access.challenges import BEARER
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid
from shared.domain.untrusted import shortened, valid_text
from shared.services.measure import measure_refusal

log = logging.getLogger(__name__)
MEDIA_TYPE = "application/problem+json"
CHALLENGE = "chatbuilder.challenge"
"""Key of the request's scope: how its client signs in, where that is not by a bearer token."""
_DETAIL_MOST, _DIAGNOSTICS_MOST = 1_000, 100

_CODES = {kind.status: kind.code for kind in reversed([*errors.with_codes()])}
"""What the framework answers by itself has the code of the first class with that status."""


def problem(request: Request, status: int, code: str, detail: str, **extra: Any) -> JSONResponse:
    """One problem document; `request_id` lets a person name the request to the operator."""
    if code == errors.Transient.code and status == 503:
        extra = {"retry_after": 1} | extra
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": valid_text(shortened(detail, _DETAIL_MOST)),
        "request_id": request_id(request),
        **extra,
    }
    headers = {"X-Request-Id": body["request_id"]} | cors_headers(request)
    if status == 401:
        headers["WWW-Authenticate"] = request.scope.get(CHALLENGE, BEARER)
    if "retry_after" in extra and extra["retry_after"] is not None:
        headers["Retry-After"] = str(max(1, round(float(extra["retry_after"]))))
    return JSONResponse(body, status_code=status, headers=headers, media_type=MEDIA_TYPE)


def request_id(request: Request) -> str:
    """The id given to this request by the outermost middleware."""
    return str(getattr(request.state, "request_id", "-"))


def cors_headers(request: Request) -> dict[str, str]:
    """Needed on the last-resort answer, which is made outside the CORS middleware."""
    origin = request.headers.get("origin")
    allowed: tuple[str, ...] = getattr(request.app.state, "cors_origins", ())
    if not origin or not ("*" in allowed or origin in allowed):
        return {}
    return {"Access-Control-Allow-Origin": origin, "Vary": "Origin"}


def install(app: FastAPI) -> None:
    """Four registrations: ours, bad requests, the framework's, and the last resort."""
    app.add_exception_handler(errors.AppError, _ours)
    app.add_exception_handler(RequestValidationError, _bad_request)
    app.add_exception_handler(HTTPException, _framework)
    app.add_exception_handler(Exception, _last_resort)


def _ours(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, errors.AppError)  # noqa: S101  # what the registration says
    extra = dict(error.extra)
    if error.diagnostics:
        extra["diagnostics"] = [found.model_dump(mode="json") for found in error.diagnostics]
    if isinstance(error, errors.LimitReached):
        measure_refusal(error.code, request.app.state.container.ports.metrics)
    if error.__cause__ is not None and error.status >= 500:  # the answer does not say which service, the log does
        log.warning("a service failed", exc_info=error, extra={"code": error.code})
    return problem(request, error.status, error.code, error.message, **extra)


def _bad_request(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101  # what the registration says
    faults = error.errors()[:_DIAGNOSTICS_MOST]
    found = [
        Diagnostic(
            code="VALIDATION_FAILED", message=shortened(f"{_place(fault['loc'])}: {_message(fault)}", _DETAIL_MOST)
        )
        for fault in faults
    ]
    unreadable = any(fault["type"] == "json_invalid" for fault in faults)
    status, code = (400, "MALFORMED_REQUEST") if unreadable else (422, "VALIDATION_FAILED")
    findings = [one.model_dump(mode="json") for one in found]
    return problem(
        request, status, code, found[0].message if found else "The request is not valid.", diagnostics=findings
    )


def _place(loc: tuple[Any, ...]) -> str:
    return ".".join(str(part) for part in loc if part != "body") or "body"


def _message(fault: dict[str, Any]) -> str:
    return str(fault["ctx"]["error"]) if fault["type"] == "json_invalid" else str(fault["msg"])


def _framework(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101  # what the registration says
    code = _CODES.get(error.status_code, errors.Malformed.code) if error.status_code < 500 else errors.Bug.code
    answer = problem(request, error.status_code, code, str(error.detail))
    if error.headers and "Allow" in error.headers:
        answer.headers["Allow"] = error.headers["Allow"]
    return answer


def _last_resort(request: Request, error: Exception) -> JSONResponse:
    log.error("unhandled error", exc_info=error, extra={"request_id": request_id(request)})
    answer = problem(request, 500, "INTERNAL", "Something went wrong on our side. Nothing was changed by halves.")
    secure(answer.headers, request.scope)  # made outside all middleware
    return answer


_MOST = 300


def invalid_of(error: ValidationError) -> Invalid:
    """The first fault: its place and what is wrong there, of 300 characters at most as both may quote what was sent."""
    fault = error.errors(include_input=False)[0]
    place = ".".join(str(part) for part in fault["loc"]) or "body"
    return Invalid(shortened(f"{place}: {fault['msg']}", _MOST))
