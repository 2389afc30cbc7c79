"""Turns the client's exceptions and a provider's error objects into ours, without any secret in them."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import Any

import openai

from shared.domain.agent.model_errors import (
    ModelContextExceeded,
    ModelRateLimited,
    ModelRejected,
    ModelSilent,
    ModelTruncated,
)
from shared.domain.errors import ModelUnavailable

_SECRET = re.compile(r"(?i)(?:\bsk-|\bbearer\s+|key[\"']?\s*[=:]\s*[\"']?)[\w*.\-]{4,}")
_CONTEXT = re.compile(r"(?i)context.{0,12}(length|window|size)|maximum context|too many tokens|prompt is too long")
_LIMIT_CODES = frozenset({"rate_limit_exceeded", "rate_limit_error", "too_many_requests", "slow_down"})
_PASSING_CODES = frozenset(
    {"server_error", "internal_error", "internal_server_error", "overloaded_error", "service_unavailable", "timeout"}
)
_RETRIED_STATUS = frozenset({408, 409, 425})


class Passing(ModelUnavailable):
    """A fault that may be gone at the next attempt."""


class Silent(Passing, ModelSilent):
    """Nothing came in time."""


class FieldUnsupported(ModelRejected):
    """The server does not know an optional field we sent; `field` names it."""

    def __init__(self, message: str, field: str) -> None:
        super().__init__(message)
        self.field = field


def safe(text: object, limit: int = 300) -> str:
    """A provider's words without anything that looks like a credential."""
    return _SECRET.sub("[redacted]", str(text or "no reason given"))[:limit]


def from_client(error: openai.APIError, optional: frozenset[str]) -> ModelUnavailable:
    """The error behind the client's; `optional` are the request's fields that may be left out."""
    if isinstance(error, openai.APITimeoutError):
        return Passing("the model did not answer in time")
    if isinstance(error, openai.APIConnectionError):
        return Passing("the connection to the model service failed")
    if isinstance(error, openai.APIStatusError):
        return _from_status(error, optional)
    return from_body({"code": error.code or error.type, "message": error.message})


def from_body(body: Mapping[str, Any]) -> ModelUnavailable:
    """The error a stream carries in its own body."""
    code, message = str(body.get("code") or body.get("type") or ""), safe(body.get("message"))
    if code in _LIMIT_CODES or code == "429":
        return ModelRateLimited(f"the model service is rate limiting: {message}")
    if code in _PASSING_CODES or code in ("", "None", "error") or code.startswith("5"):
        return Passing(f"the model service failed: {message}")
    return _rejected(message, code)


def _from_status(error: openai.APIStatusError, optional: frozenset[str]) -> ModelUnavailable:
    status, code = error.status_code, str(error.code or error.type or "")
    if status in (401, 403):
        return ModelRejected(f"the model service refused the credentials ({status})")
    if status == 429 and code == "insufficient_quota":
        return ModelRejected("the model account has no credit left")
    if status == 429:
        return ModelRateLimited("the model service is rate limiting", retry_after=retry_after(error.response.headers))
    if status >= 500 or status in _RETRIED_STATUS:
        return Passing(f"the model service failed ({status})")
    named = _unsupported(error, optional)
    return FieldUnsupported(f"the server does not know {named}", named) if named else _refused(error, code)


def _refused(error: openai.APIStatusError, code: str) -> ModelRejected:
    if error.status_code == 404:
        return ModelRejected(f"the model or its address does not exist: {safe(error.message)}")
    return _rejected(safe(error.message), code)


def _rejected(message: str, code: str) -> ModelRejected:
    if code == "context_length_exceeded" or _CONTEXT.search(message):
        return ModelContextExceeded(f"the conversation is too long for the model: {message}")
    return ModelRejected(f"the model refused the request: {message}")


def _unsupported(error: openai.APIStatusError, optional: frozenset[str]) -> str | None:
    """Names the optional field a 400 or 422 complains about."""
    words = f"{error.param or ''} {error.message}".lower()
    return next((name for name in sorted(optional) if name in words or _nickname(name) in words), None)


def _nickname(field: str) -> str:
    return "encrypted content" if field == "include" else field


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds the service asks us to wait, from either header and either form."""
    try:
        if "retry-after-ms" in headers:
            return float(headers["retry-after-ms"]) / 1000
        value = headers.get("retry-after")
        if value is None:
            return None
        return (
            float(value) if value.replace(".", "", 1).isdigit() else parsedate_to_datetime(value).timestamp() - time()
        )
    except ValueError:
        return None


def interrupted(error: ModelUnavailable) -> ModelUnavailable:
    """What a passing fault is once tokens were seen: a truncated answer."""
    if isinstance(error, ModelTruncated | ModelRejected):
        return error
    return ModelTruncated(f"the answer stopped in the middle: {error.message}")
