"""Ended spans on their way out, sent by a thread of their own: no receiver can hold up or break what they tell of."""

import logging
import math
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor
from opentelemetry.sdk.trace.export import SpanExporter, SpanExportResult

log = logging.getLogger(__name__)
_BATCH = 256


class Outbox(SpanProcessor):
    """Keeps the latest `most` spans. `flush` waits `patience` seconds at most, and not at all for `rest` seconds
    after a receiver was down or slow. The exporter is made by the thread, at the first span."""

    def __init__(
        self, make: Callable[[], SpanExporter], *, patience: float, rest: float = 30.0, most: int = 2048
    ) -> None:
        self._make = make
        self._patience, self._rest = patience, rest
        self._kept: deque[ReadableSpan] = deque(maxlen=most)
        self._exporter: SpanExporter | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="spans")
        self._rests_until = 0.0

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Nothing: only what has ended is sent."""

    def on_end(self, span: ReadableSpan) -> None:
        """Keep it, when its trace is."""
        if span.context is not None and span.context.trace_flags.sampled:
            self._kept.append(span)

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Send what is kept; whether all of it was."""
        if not self._kept or time.monotonic() < self._rests_until:
            return not self._kept
        sending = self._thread.submit(self._send_all)
        if self._patience and not wait([sending], min(self._patience, timeout_millis / 1000)).done:
            self._tire("a receiver of traces is slow")
        return not self._kept

    def shutdown(self) -> None:
        """What is kept is not sent any more; whatever is being sent is broken off."""
        self._rests_until = math.inf
        self._kept.clear()
        if self._exporter is not None:
            self._exporter.shutdown()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _send_all(self) -> None:
        while self._kept:
            batch = [self._kept.popleft() for _ in range(min(_BATCH, len(self._kept)))]
            try:
                self._exporter = self._exporter or self._make()
                sent = self._exporter.export(batch) is SpanExportResult.SUCCESS
            except Exception as error:  # a thread nobody waits for: whatever it is, the work it tells of goes on
                log.warning("spans were lost", extra={"exception_name": type(error).__name__})
                sent = False
            if not sent:
                self._tire("traces could not be sent")
                break

    def _tire(self, why: str) -> None:
        self._rests_until = time.monotonic() + self._rest
        log.warning(why, extra={"rests_seconds": self._rest})
