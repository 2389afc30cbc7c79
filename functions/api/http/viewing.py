"""One viewer's open stream: its lease while it lasts, and why it ends before there is nothing left to show."""

import logging
from dataclasses import dataclass
from types import TracebackType
from typing import Annotated, Literal

import anyio
from fastapi import Query
from starlette.concurrency import run_in_threadpool

from shared.domain.access.viewers import LONGEST_SECONDS, StreamLease
from shared.domain.errors import AppError
from shared.domain.identity import Principal
from shared.services.access.watch_streams import OpenStreams

logger = logging.getLogger(__name__)
Leaving = Literal["superseded", "segment", "longest"]
"""`superseded`: newer streams took its place. `segment`: this connection was long enough, the client makes another.
`longest`: as `segment`, for a client that did not announce that it connects again."""
ViewerName = Annotated[str, Query(pattern=r"^[A-Za-z0-9_.-]{0,64}$")]
"""`viewer`: the client's own name for its stream, which announces that it connects again by itself."""


@dataclass(frozen=True)
class Pace:
    """How often a viewer looks at its lease, and how long one connection lasts at most, in seconds.

    AWS does not tell a function that its client has left, so a viewer that is gone keeps one until the segment ends.
    """

    check: float = 5.0
    segment: float = 75.0
    longest: float = LONGEST_SECONDS


class Viewing:
    """An open stream; `async with` holds its lease. A lease that cannot be stored or read ends nobody's stream."""

    def __init__(self, streams: OpenStreams, who: Principal, place: str, *, viewer: str, segmented: bool, pace: Pace):
        self._streams, self._who, self._place, self._viewer = streams, who, place, viewer
        self._lasts: tuple[float, Leaving] = (pace.segment, "segment") if segmented else (pace.longest, "longest")
        self._pace = pace
        self._lease: StreamLease | None = None

    async def __aenter__(self) -> "Viewing":
        self._began = self._checked = anyio.current_time()
        self._lease = await run_in_threadpool(self._open)
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._lease is not None:
            with anyio.CancelScope(shield=True):
                await run_in_threadpool(self._close, self._lease)

    async def leaving(self) -> Leaving | None:
        """Why the stream ends now, or None while it goes on."""
        now = anyio.current_time()
        lasts, reason = self._lasts
        over = now - self._began >= lasts
        if self._lease is not None and (over or now - self._checked >= self._pace.check):
            self._checked = now
            if not await run_in_threadpool(self._stays, self._lease):
                return "superseded"
        return reason if over else None

    def count(self) -> int:
        """How many streams show the same; at least this one."""
        try:
            return max(1, self._streams.count(self._who.tenant_id, self._place))
        except AppError:
            return 1

    def _open(self) -> StreamLease | None:
        try:
            return self._streams.open(self._who, self._place, self._viewer)
        except AppError:
            logger.warning("the lease of a stream could not be stored")
            return None

    def _stays(self, lease: StreamLease) -> bool:
        try:
            self._lease = self._streams.keep(lease)
            return self._streams.stays(lease)
        except AppError:
            logger.warning("the lease of a stream could not be looked at")
            return True

    def _close(self, lease: StreamLease) -> None:
        try:
            self._streams.close(lease)
        except AppError:
            logger.warning("the lease of a stream could not be removed; it expires")
