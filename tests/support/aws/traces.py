"""A real receiver of OTLP over HTTP on this machine, and the traces it was sent as plain data."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from shared.domain import spans
from shared.runtime.tracing import EXPORT_SECONDS, _exporter, make_tracer
from tests.support.answering import Answer, Asked, answering


@dataclass(frozen=True)
class Span:
    """One span as it arrived."""

    service: str
    name: str
    trace_id: str
    span_id: str
    parent_id: str
    milliseconds: float
    failed: bool
    attributes: dict[str, Any]


@dataclass
class Receiver:
    """It answers with `status` after `delay` seconds, or once `answers` is set; `bodies` is every byte it got."""

    status: int = 200
    delay: float = 0.0
    bodies: list[bytes] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    url: str = ""
    answers: threading.Event = field(default_factory=threading.Event)

    def spans(self) -> list[Span]:
        """All of them, in the order in which they ended."""
        return [one for body in self.bodies for one in decoded(body)]

    def wait(self, most: int, seconds: float = 60.0) -> list[Span]:
        """As `spans`, once there are so many."""
        until = time.monotonic() + seconds
        while len(self.spans()) < most and time.monotonic() < until:
            time.sleep(0.01)
        return self.spans()


def decoded(body: bytes) -> Iterator[Span]:
    request = ExportTraceServiceRequest.FromString(body)
    for resource in request.resource_spans:
        service = next(a.value.string_value for a in resource.resource.attributes if a.key == "service.name")
        for span in (span for scope in resource.scope_spans for span in scope.spans):
            given = {a.key: getattr(a.value, a.value.WhichOneof("value")) for a in span.attributes}
            length = (span.end_time_unix_nano - span.start_time_unix_nano) / 1e6
            ids = span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex()
            yield Span(service, span.name, *ids, length, span.status.code == 2, given)


@contextmanager
def receiver(**over: Any) -> Iterator[Receiver]:
    """Listening while the block runs."""
    state = Receiver(**over)

    def take(asked: Asked) -> Answer:
        state.answers.wait(state.delay)
        state.headers.append(dict(asked.headers))
        state.bodies.append(asked.body)
        return Answer(state.status)

    with answering(take) as state.url:
        yield state


@contextmanager
def drawing(url: str, *, function: bool = False, patience: float = 60.0, **env: str) -> Iterator[None]:
    """Spans are drawn and sent to `url` while the block runs; as a Lambda, waiting for the receiver, or as a server.

    `patience` is long, also with the sending, as a busy machine may take seconds to begin the thread that sends."""
    fields = {"OTEL_EXPORTER_OTLP_ENDPOINT": url, "DEPLOYMENT": "Test"} | env
    fields |= {"AWS_LAMBDA_FUNCTION_NAME": "test"} if function else {}
    send = partial(_exporter, fields, max(patience, EXPORT_SECONDS))
    tracer = make_tracer("test", fields, send, patience=patience)
    spans.install(tracer)
    try:
        yield
    finally:
        spans.install(None)
        tracer.close()
