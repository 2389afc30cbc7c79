"""One reading of a tenant's log for all its viewers in this process: is there anything after what was seen?"""

from collections.abc import Iterator
from contextlib import contextmanager

import anyio
from starlette.concurrency import run_in_threadpool

from functions.api.http.sse import crowd_pause, watch_one
from shared.domain.errors import Transient
from shared.ports.happenings import HappeningLog

FAST, SLOW = 0.4, 1.0
_STAYS_FAST_SECONDS = 10.0
_PATIENCE_SECONDS = 20.0
"""How long the store may be out of reach before a feed ends; its client goes on where it was."""


class LogPoll:
    """The newest number of a tenant's log, read again and again while somebody waits for the next one."""

    def __init__(self, log: HappeningLog, tenant_id: str) -> None:
        self._log, self._tenant_id = log, tenant_id
        self._lock = anyio.Lock()
        self._newest = self._number = 0
        self._read_at = self._answered_at = self._changed_at = anyio.current_time()
        self.viewers = 0

    async def next(self, seen: int) -> tuple[int, int]:
        """The number of the first reading after reading `seen`, and the newest entry that it found."""
        async with self._lock:
            if self._number <= seen:
                if self._number:
                    await anyio.sleep(max(0.0, self._read_at + self.pause() - anyio.current_time()))
                await self._read()
                self._number += 1
            return self._number, self._newest

    def pause(self) -> float:
        """Between two readings."""
        fresh = anyio.current_time() - self._changed_at < _STAYS_FAST_SECONDS
        return crowd_pause(FAST if fresh else SLOW)

    async def _read(self) -> None:
        self._read_at = anyio.current_time()
        try:
            newest = await run_in_threadpool(self._log.last, self._tenant_id)
        except Transient:
            if anyio.current_time() - self._answered_at > _PATIENCE_SECONDS:
                raise
            return
        self._answered_at = anyio.current_time()
        if newest != self._newest:
            self._newest, self._changed_at = newest, self._answered_at


class LogPolls:
    """The polls of this process by tenant, each for as long as somebody watches."""

    def __init__(self) -> None:
        self._by_tenant: dict[str, LogPoll] = {}

    @contextmanager
    def watch(self, log: HappeningLog, tenant_id: str) -> Iterator[LogPoll]:
        """The poll of a tenant; of all its viewers one counts in the crowd."""
        with watch_one(self._by_tenant, tenant_id, lambda: LogPoll(log, tenant_id)) as poll:
            yield poll
