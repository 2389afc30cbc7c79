"""One poll of a project for all its viewers in this process: slow while nothing happens, fast when something does."""

from collections.abc import Iterator
from contextlib import contextmanager

import anyio
from starlette.concurrency import run_in_threadpool

from functions.api.http.sse import crowd_pause, watch_one
from shared.domain.errors import Transient
from shared.domain.identity import Principal
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports
from shared.services.sessions.feed.look_at_project import Look

FAST, SLOW = 0.5, 2.0
_STAYS_FAST_SECONDS = 10.0
_PATIENCE_SECONDS = 20.0
"""How long the store may be out of reach before a feed ends; its client goes on where it was."""


class Poll:
    """A project's looks, numbered. The first who waits for the next one when due reads it; the others get the same."""

    def __init__(self, who: Principal, app_id: str, ports: Ports, loop: LoopPorts) -> None:
        self._asked = (who, app_id, ports, loop)
        self._lock = anyio.Lock()
        self._look: Look | None = None
        self._number = 0
        self._read_at = self._answered_at = self._changed_at = anyio.current_time()
        self.viewers = 0

    async def next(self, seen: int) -> tuple[int, Look]:
        """The first look after number `seen`. NotFound when the project was deleted."""
        async with self._lock:
            if self._look is None or self._number <= seen:
                if self._look is not None:
                    await anyio.sleep(max(0.0, self._read_at + self.pause() - anyio.current_time()))
                self._look = await self._read()
                self._number += 1
            return self._number, self._look

    def pause(self) -> float:
        """Between two looks."""
        fresh = anyio.current_time() - self._changed_at < _STAYS_FAST_SECONDS
        busy = self._look is not None and self._look.busy
        return crowd_pause(FAST if fresh or busy else SLOW)

    async def _read(self) -> Look:
        try:
            look = await run_in_threadpool(self._ask)
            self._answered_at = anyio.current_time()
        except Transient:
            if self._look is None or anyio.current_time() - self._answered_at > _PATIENCE_SECONDS:
                raise
            look = self._look
        self._read_at = anyio.current_time()
        if self._look is None or look.state != self._look.state:
            self._changed_at = self._read_at
        return look

    def _ask(self) -> Look:
        who, app_id, ports, loop = self._asked
        return Look(principal=who, app_id=app_id, ports=ports, loop=loop)


class Polls:
    """The polls of this process by tenant and project, each for as long as somebody watches."""

    def __init__(self) -> None:
        self._by_project: dict[tuple[str, str], Poll] = {}

    @contextmanager
    def watch(self, who: Principal, app_id: str, ports: Ports, loop: LoopPorts) -> Iterator[Poll]:
        """The poll of a project; of all its viewers one counts in the crowd."""
        key = who.tenant_id, app_id
        with watch_one(self._by_project, key, lambda: Poll(who, app_id, ports, loop)) as poll:
            yield poll
