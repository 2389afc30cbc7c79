"""Logs: one JSON line a record on standard output, under the field names of Powertools, with nothing secret in it.

Services log with `logging.getLogger(__name__)`; a handler is wrapped by `observed`, which adds the ids of its event to
every line and writes one line when it is done.
"""

import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import wraps
from types import MappingProxyType
from typing import Any, TextIO, TypeVar

R = TypeVar("R")
Handler = Callable[[dict[str, Any], object], R]

_KEPT_IDS = ("tenant_id", "app_id", "build_id", "run_id", "iteration", "next")
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
_SECRET_NAME = re.compile(r"token|secret|password|authorization|api_?key|cookie|credential|signature", re.IGNORECASE)
_COUNTS = re.compile(r"_?tokens$")  # model tokens are counted, not kept
_SECRET_TEXT = re.compile(
    r"(?P<query>[?&](?:X-Amz-(?:Signature|Credential|Security-Token)|t|token|key)=)[^&\s\"']+"
    r"|(?P<bearer>\b[Bb]earer\s+)[\w.~+/=-]{8,}"
    r"|\bey[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r"|\bsk-[A-Za-z0-9_-]{8,}"
    r"|\bAKIA[A-Z0-9]{12,}"
)
_HIDDEN = "[hidden]"
_keys: ContextVar[Mapping[str, Any]] = ContextVar("log_keys", default=MappingProxyType({}))
_logger = logging.getLogger(__name__)


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON; values that cannot be written are written as text."""

    def __init__(self, service: str) -> None:
        super().__init__()
        self._service = service

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "level": record.levelname,
            "location": f"{record.name}:{record.funcName}:{record.lineno}",
            "message": record.getMessage(),
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "service": self._service,
            **_keys.get(),
            **{name: value for name, value in vars(record).items() if name not in _PLAIN},
        }
        if record.exc_info and record.exc_info[0] is not None:
            line |= {"exception_name": record.exc_info[0].__name__, "exception": self.formatException(record.exc_info)}
        return json.dumps(hidden(line), default=str, ensure_ascii=False, separators=(",", ":"))


class _StandardOutput(logging.StreamHandler[TextIO]):
    """Writes to whatever standard output is at that moment."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]  # never assigned
        return sys.stdout


def hidden(value: Any, name: str = "") -> Any:
    """`value` without secrets: fields with a secret's name, and texts that look like one, at any depth."""
    if isinstance(value, Mapping):
        return {str(key): hidden(part, str(key)) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [hidden(part, name) for part in value]
    if value is not None and _SECRET_NAME.search(name) and not _COUNTS.search(name):
        return _HIDDEN
    return hide_text(value) if isinstance(value, str) else value


def hide_text(text: str) -> str:
    """`text` with addresses' signatures, bearer tokens and keys blotted out."""
    return _SECRET_TEXT.sub(lambda found: (found["query"] or found["bearer"] or "") + _HIDDEN, text)


def configure_logging(service: str, level: str | None = None) -> None:
    """Every logger of the process writes such lines; third parties only their warnings. Calling it again is fine."""
    handler = _StandardOutput()
    handler.setFormatter(JsonFormatter(service))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    ours = level or os.environ.get("LOG_LEVEL") or "INFO"
    for name in ("shared", "functions"):
        logging.getLogger(name).setLevel(ours.upper())


@contextmanager
def log_keys(**keys: Any) -> Iterator[None]:
    """Every line written meanwhile in this context carries `keys`."""
    before = _keys.set({**_keys.get(), **keys})
    try:
        yield
    finally:
        _keys.reset(before)


def observed(service: str) -> Callable[[Handler[R]], Handler[R]]:
    """Wraps a handler: its event's ids on every line, one line at its end, and what it raised before it is raised."""

    def wrap(handler: Handler[R]) -> Handler[R]:
        started: list[bool] = []

        @wraps(handler)
        def observing(event: dict[str, Any], context: object) -> R:
            cold = not started
            if cold:
                configure_logging(service)
                started.append(True)
            request = getattr(context, "aws_request_id", None)
            with log_keys(function_request_id=request, cold_start=cold, **_ids(event)):
                return _timed(handler, event, context)

        return observing

    return wrap


def _ids(event: object) -> dict[str, Any]:
    return {name: event[name] for name in _KEPT_IDS if name in event} if isinstance(event, Mapping) else {}


def _timed(handler: Handler[R], event: dict[str, Any], context: object) -> R:
    began = time.monotonic()
    try:
        answer = handler(event, context)
    except Exception:
        _logger.exception("failed", extra={"duration_ms": _since(began)})
        raise
    _logger.info("done", extra={"duration_ms": _since(began)})
    return answer


def _since(began: float) -> int:
    return round((time.monotonic() - began) * 1000)
