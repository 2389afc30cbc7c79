"""Asks the fast gate about a stored tree, and keeps the answer for a tree that its compiler could not finish."""

from datetime import datetime, timedelta
from typing import Protocol

from pydantic import BaseModel, ValidationError

from shared.domain.base import Moment
from shared.domain.builds.compile_report import CompileReport
from shared.ports.clock import Clock
from shared.ports.engine import Compiler
from shared.ports.storage import BlobStore, SnapshotStore
from shared.services.or_none import blob_or_none

_UNFINISHED = frozenset({"COMPILE_TIMEOUT", "COMPILE_CRASHED"})
_FIRST, _LONGEST, _TIMES = timedelta(minutes=2), timedelta(days=1), 5
_BYTES = 1024 * 1024


class CompilePorts(Protocol):
    """What compiling a stored tree touches."""

    @property
    def compiler(self) -> Compiler: ...
    @property
    def snapshots(self) -> SnapshotStore: ...
    @property
    def blobs(self) -> BlobStore: ...
    @property
    def clock(self) -> Clock: ...


class Unfinished(BaseModel, hide_input_in_errors=True):
    """The answer about a tree that took the compiler's whole time or memory, and until when it is given again."""

    report: CompileReport
    attempts: int
    until: Moment


def compile_tree(*, tenant_id: str, app_id: str, tree: str, seconds: int, ports: CompilePorts) -> CompileReport:
    """Compile a stored tree; `seconds` is how long the compiler may read it. Unavailable when it cannot run.

    A tree that ended the compiler is not compiled again at once: its answer is kept for two minutes, and five times as
    long after each further attempt, at most a day. A busy machine may have been the cause, so it is not kept for good.
    """
    key = f"apps/{tenant_id}/{app_id}/unfinished/{tree}.json"
    last, now = _read(key, ports.blobs), ports.clock.now()
    if last is not None and now < last.until:
        return last.report
    report = ports.compiler.compile(ports.snapshots.source_url(tenant_id, app_id, tree, seconds))
    if any(found.code in _UNFINISHED for found in report.diagnostics):
        _store(key, report, last.attempts + 1 if last else 1, now, ports.blobs)
    return report


def kept_until(attempts: int, now: datetime) -> datetime:
    """The end of the time for which the answer of this attempt is given again."""
    wait: timedelta = min(_LONGEST, _FIRST * int(_TIMES ** min(attempts - 1, 8)))
    return now + wait


def _read(key: str, blobs: BlobStore) -> Unfinished | None:
    data = blob_or_none(blobs, key, _BYTES)
    try:
        return Unfinished.model_validate_json(data) if data is not None else None
    except ValidationError:  # written by another version
        return None


def _store(key: str, report: CompileReport, attempts: int, now: datetime, blobs: BlobStore) -> None:
    """Two attempts at once may both store theirs: either says the same of the tree."""
    kept = Unfinished(report=report, attempts=attempts, until=kept_until(attempts, now))
    blobs.put(key, kept.model_dump_json().encode(), "application/json")
