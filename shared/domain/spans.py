"""Spans: which part of a piece of work took how long. Drawn where a tracer was installed; elsewhere they cost nothing.

An attribute is one of a closed list: ids, names, counts and codes. What people, models and projects wrote is none.
"""

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, TypedDict, Unpack


class Attributes(TypedDict, total=False):
    """What a span may tell. The ids of the work at hand are added to all of them."""

    outcome: str
    tool: str
    task: str
    model: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    finish_reason: str
    method: str
    route: str
    status: int


class Span(Protocol):
    """A piece of work under way."""

    def set(self, **attributes: Unpack[Attributes]) -> None:
        """Tell more of it."""

    def end(self, name: str) -> None:
        """It is over, and this is what it was. Said or not, it is over with its `with` block."""


class Tracer(Protocol):
    """Records spans. `xray`: X-Ray takes the spans, so what AWS says of a trace is about these."""

    xray: bool

    def invocation(self, name: str, parent: str | None, *, joins: bool) -> AbstractContextManager[Span]:
        """The outermost span of a function or a request. With `joins` its parent may still be named by `join`."""

    def span(self, name: str, attributes: Attributes) -> AbstractContextManager[Span]:
        """A span below the one at work; nothing outside an invocation."""

    def record(self, name: str, times: tuple[datetime, datetime], parent: str | None, attributes: Attributes) -> None:
        """A span of something that is over, done elsewhere."""

    def join(self, traceparent: str | None) -> None:
        """The invocation at work belongs to that trace, unless it is recorded already."""

    def traceparent(self) -> str | None:
        """The span at work, for what comes of it later and elsewhere."""

    def flush(self) -> None:
        """Send what is recorded, waiting no longer than is bearable. Never raises."""


class _Off:
    def __enter__(self) -> "_Off":
        return self

    def __exit__(self, *raised: object) -> None:
        """Nothing."""

    def set(self, **attributes: Unpack[Attributes]) -> None:
        """Nothing."""

    def end(self, name: str) -> None:
        """Nothing."""


OFF = _Off()
"""A span that is not recorded."""
_tracer: Tracer | None = None


def install(tracer: Tracer | None) -> None:
    """From now on `tracer` records spans; None: nothing does."""
    global _tracer
    _tracer = tracer


def installed() -> Tracer | None:
    return _tracer


def span(name: str, **attributes: Unpack[Attributes]) -> AbstractContextManager[Span]:
    """`with span("commit"): ...`. What is raised inside is told by its code, never by its words."""
    return OFF if _tracer is None else _tracer.span(name, attributes)


def past_span(
    name: str, began: datetime | None, ended: datetime | None, parent: str | None, **attributes: Unpack[Attributes]
) -> None:
    """Something that is over and was done elsewhere, below `parent`."""
    if _tracer is not None and began is not None and ended is not None:
        _tracer.record(name, (began, ended), parent, attributes)


def join(traceparent: str | None) -> None:
    """The invocation at work goes on with stored work, whose trace it joins."""
    if _tracer is not None:
        _tracer.join(traceparent)


def traceparent() -> str | None:
    """The span at work, to be stored with what it starts; None when nothing is drawn."""
    return None if _tracer is None else _tracer.traceparent()
