"""Logs: one JSON line a record on standard output, by the logger of Powertools, with nothing secret in it.

Services log with `logging.getLogger(__name__)`; a handler is wrapped by `observed`, which adds the ids of its event to
every line and writes one line when it is done.
"""

import logging
import os
import re
import sys
import time
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Literal, TextIO, TypeVar

from aws_lambda_powertools import Logger
from aws_lambda_powertools.logging.formatter import LambdaPowertoolsFormatter

from shared.domain import spans
from shared.domain.log_context import log_fields, log_keys

R = TypeVar("R")
Traced = Literal["joined", "own", "inside", "never"]
Handler = Callable[[dict[str, Any], object], R]

_KEPT_IDS = ("tenant_id", "app_id", "build_id", "run_id", "iteration", "next")
_SECRET_NAME = re.compile(r"token|secret|password|authorization|api_?key|cookie|credential|signature", re.IGNORECASE)
_COUNTS = re.compile(r"_?tokens$")  # model tokens are counted, not kept
_SECRET_TEXT = re.compile(
    r"(?P<query>[?&](?:X-Amz-(?:Signature|Credential|Security-Token)|t|token|key)=)[^&\s\"']+"
    r"|(?P<bearer>\b[Bb]earer\s+)[\w.~+/=-]{8,}"
    r"|(?<![\w-])ey[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*"
    r"|\bsk-[A-Za-z0-9_-]{8,}"
    r"|\bcbk_[a-z0-9]{8,}_[a-f0-9]{8,}"
    r"|\bA[KS]IA[A-Z0-9]{12,}"
)
_INPUT, _INPUT_END = "input_value=", ", input_type="  # how pydantic quotes what did not fit
_HIDDEN = "[hidden]"
_logger = logging.getLogger(__name__)


class RedactingFormatter(LambdaPowertoolsFormatter):
    """Powertools' line of JSON with the ids of the work at hand, and without secrets."""

    def __init__(self, service: str) -> None:
        super().__init__(
            json_deserializer=str,  # a message stays the text that it is
            json_default=lambda value: hide_text(str(value)),
            utc=True,
            use_rfc3339=True,
            serialize_stacktrace=False,  # `exception` has it
            location="%(name)s:%(funcName)s:%(lineno)d",
            service=service,
            xray_trace_id=None,  # `trace_id` stands for it where there are traces
        )

    def serialize(self, log: Mapping[str, Any]) -> str:
        """The last step of `format`: what is written. The fields of a line win over the ids of its work."""
        line = {**log, **log_fields(), **log}
        line.pop("taskName", None)
        return super().serialize(hidden(line))


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
        return {hide_text(str(key)): hidden(part, str(key)) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [hidden(part, name) for part in value]
    if value is not None and _SECRET_NAME.search(name) and not _COUNTS.search(name):
        return _HIDDEN
    return hide_text(value) if isinstance(value, str) else value


def hide_text(text: str) -> str:
    """`text` with addresses' signatures, bearer tokens and keys blotted out, and what an error quotes of its input."""
    text = _SECRET_TEXT.sub(lambda found: (found["query"] or found["bearer"] or "") + _HIDDEN, text)
    return "\n".join(map(_without_input, text.split("\n")))


def _without_input(line: str) -> str:
    start, end = line.find(_INPUT), line.rfind(_INPUT_END)
    return f"{line[:start]}{_INPUT}{_HIDDEN}{line[end:]}" if 0 <= start < end else line


def configure_logging(service: str, level: str | None = None) -> None:
    """Every logger of the process writes such lines; third parties only their warnings. Calling it again is fine."""
    root = logging.getLogger()
    root.handlers.clear()  # before Powertools adds its filters to them
    logger = Logger(service=service, logger_handler=_StandardOutput(), logger_formatter=RedactingFormatter(service))
    root.addHandler(logger.handlers[0])  # of the first time, if this is not it
    root.setLevel(logging.WARNING)
    ours = level.upper() if level else logger.log_level
    for name in ("shared", "functions"):
        logging.getLogger(name).setLevel(ours)


def observed(service: str, *, traced: Traced = "joined") -> Callable[[Handler[R]], Handler[R]]:
    """Wraps a handler: its event's ids on every line, one line at its end, and what it raised before it is raised.

    Where there is a receiver of traces the invocation is a span: in the trace of its work (`joined`), in one of its
    `own`; not where the application traces each request (`inside`), nor where it is not worth a span (`never`).
    """

    def wrap(handler: Handler[R]) -> Handler[R]:
        started: list[bool] = []

        @wraps(handler)
        def observing(event: dict[str, Any], context: object) -> R:
            cold = not started
            if cold:
                configure_logging(service)
                if traced != "never":
                    start_tracing(service)
                started.append(True)
            request = getattr(context, "aws_request_id", None)
            with log_keys(function_request_id=request, cold_start=cold, **_ids(event)):
                return _traced(lambda: _timed(handler, event, context), service, traced)

        return observing

    return wrap


def start_tracing(service: str, env: Mapping[str, str] = os.environ) -> None:
    """Record spans from now on, where the environment names a receiver and OpenTelemetry is there. Never raises."""
    if not env.get("OTEL_EXPORTER_OTLP_ENDPOINT") or spans.installed() is not None:
        return
    try:
        from shared.runtime.tracing import make_tracer
    except ImportError:
        _logger.warning("nothing is traced: OpenTelemetry's packages are missing")
        return
    spans.install(make_tracer(service, env))


def _traced(act: Callable[[], R], service: str, traced: Traced) -> R:
    tracer = spans.installed()
    if tracer is None:
        return act()
    try:
        if traced in ("inside", "never"):
            return act()
        parent = xray_parent(os.environ.get("_X_AMZN_TRACE_ID")) if tracer.xray else None
        with tracer.invocation(service, parent, joins=traced == "joined"):
            return act()
    finally:
        tracer.flush()


def xray_parent(header: str | None) -> str | None:
    """X-Ray's header as a traceparent."""
    from shared.domain.traceparent import parse_xray

    found = parse_xray(header)
    return found and found.header()


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
