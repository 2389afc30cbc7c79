"""One poll for all who watch the same thing in this process: slow while nothing happens, fast when something does."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar, cast

import anyio
from starlette.concurrency import run_in_threadpool

from functions.api.http.sse import crowd_pause, watch_one
from shared.domain.errors import Transient
from shared.domain.identity import Principal
from shared.ports.happenings import HappeningLog
from shared.services.ports_bundle import Ports
from shared.services.sessions.feed.look_at_project import Look

FAST, SLOW = 0.5, 2.0
_STAYS_FAST_SECONDS = 10.0
_PATIENCE_SECONDS = 20.0
"""How long the store may be out of reach before a feed ends; its client goes on where it was."""
T = TypeVar("T")


class Readings(Generic[T]):
    """Readings, numbered. The first who waits for the next one when due reads it; the others get the same."""

    fast, slow = FAST, SLOW

    def __init__(self, first: T | None = None) -> None:
        self._lock = anyio.Lock()
        self._read = first
        self._number = 0
        self._read_at = self._answered_at = self._changed_at = anyio.current_time()
        self.viewers = 0

    async def next(self, seen: int) -> tuple[int, T]:
        """The first reading after number `seen`."""
        async with self._lock:
            if self._number <= seen:
                if self._number:
                    await anyio.sleep(max(0.0, self._read_at + self.pause() - anyio.current_time()))
                await self._read_again()
                self._number += 1
            return self._number, cast(T, self._read)

    def pause(self) -> float:
        fresh = anyio.current_time() - self._changed_at < _STAYS_FAST_SECONDS
        return crowd_pause(self.fast if fresh or self.busy() else self.slow)

    async def _read_again(self) -> None:
        before = self._read
        try:
            self._read = await run_in_threadpool(self.ask)
            self._answered_at = anyio.current_time()
        except Transient:
            if before is None or anyio.current_time() - self._answered_at > _PATIENCE_SECONDS:
                raise
        self._read_at = anyio.current_time()
        if self.mark(before) != self.mark(self._read):
            self._changed_at = self._read_at

    def ask(self) -> T:
        raise NotImplementedError

    def mark(self, read: T | None) -> Any:
        """Equal while nothing happens."""
        return read

    def busy(self) -> bool:
        """Whether something is about to happen."""
        return False


class Poll(Readings[Look]):
    """A project's looks. NotFound when the project was deleted."""

    def __init__(self, who: Principal, app_id: str, ports: Ports) -> None:
        super().__init__()
        self._asked = (who, app_id, ports)

    def ask(self) -> Look:
        who, app_id, ports = self._asked
        return Look(principal=who, app_id=app_id, ports=ports)

    def mark(self, read: Look | None) -> Any:
        return read.state if read else None

    def busy(self) -> bool:
        return self._read is not None and self._read.busy


class LogPoll(Readings[int]):
    """The newest number of a tenant's log."""

    fast, slow = 0.4, 1.0

    def __init__(self, log: HappeningLog, tenant_id: str) -> None:
        super().__init__(0)
        self._log, self._tenant_id = log, tenant_id

    def ask(self) -> int:
        return self._log.last(self._tenant_id)


class Polls:
    """The polls of this process by tenant and project, each for as long as somebody watches."""

    def __init__(self) -> None:
        self._by_project: dict[tuple[str, str], Poll] = {}
        self._by_tenant: dict[str, LogPoll] = {}

    @contextmanager
    def watch(self, who: Principal, app_id: str, ports: Ports) -> Iterator[Poll]:
        """The poll of a project; of all its viewers one counts in the crowd."""
        key = who.tenant_id, app_id
        with watch_one(self._by_project, key, lambda: Poll(who, app_id, ports)) as poll:
            yield poll

    @contextmanager
    def watch_log(self, log: HappeningLog, tenant_id: str) -> Iterator[LogPoll]:
        """The poll of a tenant's log; of all its viewers one counts in the crowd."""
        with watch_one(self._by_tenant, tenant_id, lambda: LogPoll(log, tenant_id)) as poll:
            yield poll
