"""`Tracer` with OpenTelemetry. Imported only where a receiver is named: the SDK is a third of a second of imports.

Environment, in OpenTelemetry's own words: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER
and OTEL_TRACES_SAMPLER_ARG; and in ours: TRACE_HEADERS_ARN, a secret that holds the headers, TRACE_XRAY=1 where the
receiver is X-Ray's, and DEPLOYMENT.
"""

import logging
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Unpack

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SpanExporter
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from shared.domain.log_context import log_fields, note
from shared.domain.spans import OFF, Attributes, Span
from shared.domain.traceparent import parse_traceparent
from shared.runtime.observability import hide_text
from shared.runtime.span_outbox import Outbox

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"
PATIENCE, EXPORT_SECONDS = 1.0, 5.0
"""How long an invocation waits for its spans to be taken, and how long the sending itself may go on after it."""
_TEXT_MOST = 200
_W3C = TraceContextTextMapPropagator()
_NAMES: Mapping[str, str] = {
    "outcome": "chatbuilder.outcome",
    "tool": "gen_ai.tool.name",
    "task": "chatbuilder.task",
    "model": "gen_ai.request.model",
    "input_tokens": "gen_ai.usage.input_tokens",
    "output_tokens": "gen_ai.usage.output_tokens",
    "cached_tokens": "gen_ai.usage.cache_read.input_tokens",
    "finish_reason": "gen_ai.response.finish_reason",
    "method": "http.request.method",
    "route": "http.route",
    "status": "http.response.status_code",
}
"""The closed list; OpenTelemetry's words where it has some."""
_IDS = ("tenant_id", "app_id", "run_id", "build_id", "request_id", "iteration")


class _Span:
    """`Span` over one of OpenTelemetry's, which is made when its parent is known but begins when its work did."""

    def __init__(self, tracer: trace.Tracer, name: str, above: Context, kind: trace.SpanKind, *, waits: bool) -> None:
        self._tracer, self._name, self.above, self._kind = tracer, name, above, kind
        self._began = time.time_ns()
        self._span: trace.Span | None = None
        self._attributes: Attributes = {}
        self._over = False
        if not waits:
            self.span()

    @property
    def has_parent(self) -> bool:
        return self._span is not None

    def span(self) -> trace.Span:
        """The span itself; from the first call on its parent is fixed."""
        if self._span is None:
            self._span = self._tracer.start_span(self._name, self.above, self._kind, start_time=self._began)
        return self._span

    def below(self) -> Context:
        """Where its children stand."""
        return trace.set_span_in_context(self.span(), Context())

    def set(self, **attributes: Unpack[Attributes]) -> None:
        self._attributes.update(attributes)

    def fail(self, error: BaseException) -> None:
        """It ended by this; its words are not told."""
        self._attributes.setdefault("outcome", str(getattr(error, "code", "") or type(error).__name__))
        self.span().set_status(trace.StatusCode.ERROR)

    def end(self, name: str = "") -> None:
        if self._over:
            return
        self._over = True
        span = self.span()
        if name:
            span.update_name(_plain(name))
        span.set_attributes(_attributes(self._attributes))
        if self._attributes.get("status", 0) >= 500:
            span.set_status(trace.StatusCode.ERROR)
        span.end()


_at_work: ContextVar[_Span | None] = ContextVar("span", default=None)


class OtelTracer:
    """`Tracer` of one process."""

    def __init__(self, provider: TracerProvider, *, xray: bool) -> None:
        self.xray = xray
        self._provider = provider
        self._tracer = provider.get_tracer("chatbuilder")

    @contextmanager
    def invocation(self, name: str, parent: str | None, *, joins: bool) -> Iterator[Span]:
        drawn = _Span(self._tracer, name, _context(parent), trace.SpanKind.SERVER, waits=joins)
        if not joins:
            _name_trace(drawn)
        with _under_way(drawn):
            yield drawn

    @contextmanager
    def span(self, name: str, attributes: Attributes) -> Iterator[Span]:
        above = _at_work.get()
        if above is None:
            yield OFF
            return
        drawn = _Span(self._tracer, _plain(name), above.below(), trace.SpanKind.INTERNAL, waits=False)
        drawn.set(**attributes)
        with _under_way(drawn):
            yield drawn

    def record(self, name: str, times: tuple[datetime, datetime], parent: str | None, attributes: Attributes) -> None:
        if parse_traceparent(parent) is None:
            return
        began, ended = (round(moment.timestamp() * 1_000_000_000) for moment in times)
        span = self._tracer.start_span(_plain(name), _context(parent), trace.SpanKind.INTERNAL, start_time=began)
        span.set_attributes(_attributes(attributes))
        span.end(max(began, ended))

    def join(self, traceparent: str | None) -> None:
        drawn = _at_work.get()
        if drawn is None or drawn.has_parent:
            return
        if parse_traceparent(traceparent) is not None:
            drawn.above = _context(traceparent)
        _name_trace(drawn)

    def traceparent(self) -> str | None:
        drawn = _at_work.get()
        carrier: dict[str, str] = {}
        if drawn is not None:
            _W3C.inject(carrier, drawn.below())
        return carrier.get("traceparent")

    def flush(self) -> None:
        self._provider.force_flush()

    def close(self) -> None:
        """Nothing is sent any more."""
        self._provider.shutdown()


def make_tracer(service: str, env: Mapping[str, str], make: Any = None, *, patience: float = PATIENCE) -> OtelTracer:
    """The tracer that the environment describes. `make` makes another exporter than that of OTLP over HTTP;
    `patience` is how many seconds a Lambda waits for the receiver."""
    resource = {"service.name": service, "service.namespace": "chatbuilder"}
    if env.get("DEPLOYMENT"):
        resource["deployment.environment.name"] = env["DEPLOYMENT"]
    provider = TracerProvider(resource=Resource(resource), shutdown_on_exit=False)
    waits = patience if "AWS_LAMBDA_FUNCTION_NAME" in env else 0.0  # elsewhere the process goes on by itself
    provider.add_span_processor(Outbox(make or (lambda: _exporter(env)), patience=waits))
    return OtelTracer(provider, xray=env.get("TRACE_XRAY") == "1")


def _exporter(env: Mapping[str, str], seconds: float = EXPORT_SECONDS) -> SpanExporter:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter

    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # the outbox says once what is wrong
    address = env[ENDPOINT].rstrip("/") + "/v1/traces"
    return OTLPSpanExporter(endpoint=address, headers=_headers(env), timeout=seconds)


def _headers(env: Mapping[str, str]) -> dict[str, str] | None:
    """What the secret holds (`name=value,name=value`); None leaves it to OpenTelemetry's own variable."""
    arn = env.get("TRACE_HEADERS_ARN", "")
    if not arn:
        return None
    from shared.adapters import aws_clients
    from shared.adapters.secrets import Secrets

    pairs = [pair.partition("=") for pair in Secrets(aws_clients.secretsmanager).resolve("", arn).split(",")]
    return {name.strip().lower(): value.strip() for name, _, value in pairs if name.strip()}


@contextmanager
def _under_way(drawn: _Span) -> Iterator[None]:
    before = _at_work.set(drawn)
    try:
        yield
    except BaseException as error:
        drawn.fail(error)
        raise
    finally:
        _at_work.reset(before)
        drawn.end()


def _context(parent: str | None) -> Context:
    carrier = {"traceparent": parent} if parent is not None and parse_traceparent(parent) else {}
    return _W3C.extract(carrier, Context())


def _name_trace(drawn: _Span) -> None:
    """Its lines can be found from the trace and the trace from them."""
    note(trace_id=trace.format_trace_id(drawn.span().get_span_context().trace_id))


def _attributes(attributes: Attributes) -> dict[str, str | int]:
    known = log_fields()
    ids = {f"chatbuilder.{name}": _value(known[name]) for name in _IDS if known.get(name) is not None}
    return ids | {
        _NAMES[name]: _value(value) for name, value in attributes.items() if name in _NAMES and value is not None
    }


def _value(value: object) -> str | int:
    return value if isinstance(value, int) else _plain(str(value))


def _plain(text: str) -> str:
    return hide_text(text)[:_TEXT_MOST]
