"""Whose work this is: the ids that every log line and every metric written meanwhile carries.

The ids live in one mapping a scope, shared by every thread and task that copies the scope's context, so that what a
dependency of a route learns is known to the whole request.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, Protocol

from shared.domain import spans

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_keys: ContextVar[Mapping[str, Any]] = ContextVar("log_fields", default=_NOTHING)


class _Work(Protocol):
    """What runs and builds have in common. Every function logs; few of them know builds and runs."""

    @property
    def id(self) -> str: ...
    @property
    def tenant_id(self) -> str: ...
    @property
    def app_id(self) -> str: ...
    @property
    def request_id(self) -> str | None: ...
    @property
    def traceparent(self) -> str | None: ...


class _Build(_Work, Protocol):
    @property
    def run_id(self) -> str | None: ...


@contextmanager
def log_keys(**keys: Any) -> Iterator[None]:
    """Every line written meanwhile in this context carries `keys`, and what `note` adds to them."""
    before = _keys.set({**_keys.get(), **keys})
    try:
        yield
    finally:
        _keys.reset(before)


def note(**keys: Any) -> None:
    """From now to the end of the enclosing scope lines carry `keys` too; what is None is left out.

    Outside any scope this does nothing.
    """
    known = _keys.get()
    if isinstance(known, dict):
        known.update({name: value for name, value in keys.items() if value is not None})


def note_run(run: _Work) -> None:
    """This work is for `run`: its ids, and the id and the trace of the request that asked for it."""
    note(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id, request_id=run.request_id)
    spans.join(run.traceparent)


def note_build(build: _Build) -> None:
    """This work is for `build`: its ids, its run's, and the id and the trace of the request that asked for it."""
    note(
        tenant_id=build.tenant_id,
        app_id=build.app_id,
        build_id=build.id,
        run_id=build.run_id,
        request_id=build.request_id,
    )
    spans.join(build.traceparent)


def log_fields() -> dict[str, Any]:
    return dict(_keys.get())


def request_id() -> str | None:
    found = _keys.get().get("request_id")
    return str(found) if found else None
