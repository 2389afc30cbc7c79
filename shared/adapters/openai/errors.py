"""Turns the client's exceptions and a provider's error objects into ours, without any secret in them."""

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, NamedTuple

import httpx2
import openai

from shared.adapters.openai.sse import parsed
from shared.domain.agent.model_errors import (
    ModelContextExceeded,
    ModelKeyRefused,
    ModelMoved,
    ModelNotFound,
    ModelRateLimited,
    ModelRejected,
    ModelSilent,
    ModelTruncated,
    ModelUnreachable,
    ModelWithoutCredit,
    ModelWithoutTools,
)
from shared.domain.errors import ModelUnavailable

_SECRET = re.compile(
    r"""(?ix) (?: \bsk- | \bbearer\s+ | key["']?\s*[=:]\s*["']? ) [\w*.\-]{4,}
    | \b (?: AIza | gsk_ | xai- | hf_ | r8_ | pplx- | nvapi- | AKIA | ya29\. | eyJ ) [\w.\-]{8,}
    | (?<=//) [^\s/@]{1,200} @"""
)
_CONTEXT = re.compile(
    r"(?i)context.{0,12}(length|window|size)|maximum context|too many tokens|prompt is too long|input is too long|"
    r"exceeds? the (?:available |maximum |model'?s? )?context|input token count.{0,40}exceed|n_ctx|prompt too long|"
    r"(?:request|input|prompt).{0,20}too large for|max_model_len|reduce the length of the (?:messages|input)|"
    r"maximum (?:model|prompt) length|exceed(?:s|ed)? (?:the |model )?(?:context|token) limit|"
    r"max_new_tokens.{0,3} must be <="
)
_NUMBER = r"(\d{1,3}(?:,\d{3}){1,2}|\d{3,9})(?!\d| \+)"
_WINDOW = re.compile(
    "|".join(
        words.replace("N", _NUMBER)
        for words in (
            r"(?:context|model|maximum prompt) (?:length|size|window|limit)(?: (?:is|of))?(?: only)?[ :=(]{1,3}N",
            r"n_ctx[\"' :=]{1,4}N",
            r"max_model_len\D{1,4}N",
            r"> N(?: max|\b)",
            r"tokens allowed \(?N",
            r"model with N maximum",
            r"must be <= N",
            r"cannot exceed N",
            r"token limit:? N",
            r"\blimit:? N",
        )
    ),
    re.IGNORECASE,
)
"""How servers say the size of the window: vLLM, llama.cpp, LM Studio, Anthropic, Gemini, Mistral, TGI, Cohere, Kimi."""
_LEAST_WINDOW, _MOST_WINDOW = 256, 100_000_000
_LIMIT_CODES = frozenset(
    {"rate_limit_exceeded", "rate_limit_error", "too_many_requests", "slow_down", "resource_exhausted", "429"}
)
_PASSING_CODES = frozenset(
    {
        "server_error", "internal_error", "internal_server_error", "overloaded_error", "service_unavailable", "timeout",
        "api_error", "unavailable", "internal", "deadline_exceeded", "502", "503", "504", "500",
    }
)  # fmt: skip
_RETRIED_STATUS = frozenset({408, 409, 425})
_NO_TOOLS = re.compile(
    r"(?i)does not support tools|support tool use|tool use is not|tools? (?:is|are) not supported|"
    r"tool[- ]call[- ]parser|tools? (?:param|parameter)?\s?requires? --jinja"
)
_ERRNO = re.compile(r"^\[Errno -?\d{1,5}\] ")
_NO_ROUTE = re.compile(r"(?i)(?:404 )?(?:page )?not found|no reason given|cannot post .{0,200}")
"""What a server says of an address that it does not have; of a model that it does not have it says more."""


class Passing(ModelUnavailable):
    """A fault that may be gone at the next attempt."""


class Unreachable(Passing, ModelUnreachable):
    """No connection could be opened."""


class Silent(Passing, ModelSilent):
    """Nothing came in time."""


class Refused(ModelRejected):
    """A 400 or 422 with the server's own `words`, from which the profile of the server may be learned."""

    def __init__(self, message: str, words: str) -> None:
        super().__init__(message)
        self.words = words


class Learned(ModelRejected):
    """The server refused the form of the request, and another form is known; the call is made again at once."""


class ErrorText(NamedTuple):
    """What a body says of an error: all its words, a sentence for people, its codes, and the seconds to wait."""

    words: str
    sentence: str
    codes: frozenset[str]
    wait: float | None = None


def read_error(body: Any) -> ErrorText:
    """Read an error of any shape: OpenAI's object, a text, `detail` with a list, a list of errors, `message.detail`."""
    said: list[str] = []
    codes: set[str] = set()
    _collect(body, said, codes, 0)
    words = " ".join(dict.fromkeys(said))[:4_000]
    sentence = safe("; ".join(dict.fromkeys(said))).rstrip(". ")
    return ErrorText(words, sentence, frozenset(codes), _wait_in(words))


def _collect(value: Any, said: list[str], codes: set[str], depth: int) -> None:
    if depth > 6 or len(said) > 20:
        return
    if isinstance(value, str):
        said.extend([value.strip()[:2_000]] if value.strip() else [])
    elif isinstance(value, list):
        for each in value[:5]:
            _collect(each, said, codes, depth + 1)
    elif isinstance(value, dict):
        codes.update(str(value[name]) for name in ("code", "type", "status") if isinstance(value.get(name), str | int))
        place = value.get("loc")
        if isinstance(place, list) and isinstance(value.get("msg"), str):
            said.append(f"{'.'.join(str(part) for part in place[:6])}: {value['msg'][:2_000]}")
            return
        for name in ("message", "error", "errors", "detail", "msg", "reason", "metadata", "raw", "param", "title"):
            _collect(value.get(name), said, codes, depth + 1)
        if isinstance(value.get("n_ctx"), int):
            said.append(f"n_ctx {value['n_ctx']}")


def window_in(words: str) -> int | None:
    """The tokens of the context window that the sentence names; None when it names none."""
    found = (next(filter(None, match.groups()), "") for match in _WINDOW.finditer(words))
    sizes = (int(digits.replace(",", "")) for digits in found if digits)
    return next((size for size in sizes if _LEAST_WINDOW <= size <= _MOST_WINDOW), None)


def _wait_in(words: str) -> float | None:
    """Seconds that the sentence names: "try again in 20s", "retry in 1m3.5s", "after 20 seconds"."""
    match = re.search(
        r"(?i)(?:again|retry|wait)[^.\d]{0,40}(?:(\d{1,3})m)?(\d{1,4}(?:\.\d{1,6})?)\s*(ms|s\b|sec)", words
    )
    if match is None:
        return None
    seconds = float(match[2]) / (1000 if match[3].lower() == "ms" else 1)
    return seconds + 60 * int(match[1] or 0)


def safe(text: object, limit: int = 300) -> str:
    """A provider's words without anything that looks like a credential."""
    return _SECRET.sub("[redacted]", str(text or "no reason given"))[:limit]


def from_client(error: openai.APIError) -> ModelUnavailable:
    """Our error for the client's."""
    if isinstance(error, openai.APIConnectionError):
        return _without_answer(error)
    if isinstance(error, openai.APIStatusError):
        return _from_status(error)
    return from_body({"code": error.code or error.type, "message": error.message})


def _without_answer(error: openai.APIConnectionError) -> ModelUnavailable:
    cause = error.__cause__
    if isinstance(cause, httpx2.ConnectTimeout):
        return Unreachable("the model service cannot be reached: no connection was opened in time")
    if isinstance(error, openai.APITimeoutError):
        return Passing("the model did not answer in time")
    if isinstance(cause, httpx2.ConnectError):
        reason = _ERRNO.sub("", str(cause))
        return Unreachable(f"the model service cannot be reached: {safe(reason, 200)}")
    return Passing("the connection to the model service failed")


def from_body(body: Any) -> ModelUnavailable:
    """The error that a stream, or an answer with status 200, carries in its own body."""
    details = read_error(body)
    return _with_sentence(_from_details(details), details)


def _with_sentence(error: ModelUnavailable, details: ErrorText) -> ModelUnavailable:
    error.sentence = details.sentence if details.words else ""
    return error


def _from_details(details: ErrorText) -> ModelUnavailable:
    codes = {code.lower() for code in details.codes}
    if codes & _LIMIT_CODES:
        return ModelRateLimited(f"the model service is rate limiting: {details.sentence}", retry_after=details.wait)
    if codes & {"401", "403", "invalid_api_key", "authentication_error", "permission_denied"}:
        return _bad_key(details)
    if codes & {"402", "insufficient_quota"}:
        return _no_credit(details)
    if _CONTEXT.search(details.words) or "context_length_exceeded" in codes:
        return _rejected(details)
    if not codes or codes & _PASSING_CODES or codes <= {"none", "error"} or any(c.startswith("5") for c in codes):
        return Passing(f"the model service failed: {details.sentence}")
    return _rejected(details)


def _from_status(error: openai.APIStatusError) -> ModelUnavailable:
    details = read_error(_body_of(error))
    return _with_sentence(_with_status(error, details), details)


def _with_status(error: openai.APIStatusError, details: ErrorText) -> ModelUnavailable:
    status = error.status_code
    if status in (401, 403):
        return _bad_key(details, status)
    if status == 402 or (status == 429 and "insufficient_quota" in details.codes):
        return _no_credit(details)
    if status == 429:
        wait = retry_after(error.response.headers)
        wait = details.wait if wait is None else wait
        return ModelRateLimited(f"the model service is rate limiting: {details.sentence}", retry_after=wait)
    if status == 413:
        return _too_long(details)
    if status >= 500 or status in _RETRIED_STATUS:
        if _CONTEXT.search(details.words):  # llama.cpp and some proxies answer 500 to a prompt that is too long
            return _rejected(details)
        return Passing(f"the model service failed ({status}): {details.sentence}")
    if 300 <= status < 400:
        return ModelMoved(f"the model's address answered with a redirect ({status}); set OPENAI_BASE_URL to its target")
    if status == 404 and _NO_ROUTE.fullmatch(details.sentence):
        return ModelMoved("the address has no OpenAI-compatible API (404); check OPENAI_BASE_URL")
    if status == 404:
        return ModelNotFound(
            f"the model or its address does not exist: {details.sentence}. Check CHATBUILDER_MODEL and OPENAI_BASE_URL"
        )
    return _rejected(details)


def _body_of(error: openai.APIStatusError) -> Any:
    """The whole body: the client keeps only an `error` object of it. Text where it is no JSON, nothing of a page."""
    try:
        return parsed(error.response.content)
    except (ModelTruncated, ModelRejected, RuntimeError):  # a body that is no JSON, or that was not read
        said = error.body if isinstance(error.body, str) else error.message
        return None if "<html" in str(said).lower() else said


def _bad_key(details: ErrorText, status: int = 401) -> ModelRejected:
    return ModelKeyRefused(
        f"the model service refused the credentials ({status}): {details.sentence}. "
        "Check OPENAI_API_KEY and its access to the model"
    )


def _no_credit(details: ErrorText) -> ModelRejected:
    return ModelWithoutCredit(f"the model account has no credit left: {details.sentence}")


def _rejected(details: ErrorText) -> ModelRejected:
    if "context_length_exceeded" in details.codes or _CONTEXT.search(details.words):
        return _too_long(details)
    if _NO_TOOLS.search(details.words):
        said = "Start its server with its tool parser, or choose a model that can"
        return ModelWithoutTools(f"this model cannot call tools here: {details.sentence}. {said}")
    return Refused(f"the model refused the request: {details.sentence}", details.words)


def _too_long(details: ErrorText) -> ModelRejected:
    said = f"the conversation is too long for the model: {details.sentence}"
    return ModelContextExceeded(said, window=window_in(details.words))


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
