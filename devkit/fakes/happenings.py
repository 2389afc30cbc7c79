"""The log of happenings in memory."""

import threading
from collections.abc import Sequence

from devkit.fakes.clock import FakeClock
from shared.domain.errors import Bug
from shared.domain.sessions.happenings import BATCH, KEPT_SECONDS, Happening, Missed, Noted, Noticed, follows, numbered


class FakeHappeningLog:
    """`HappeningLog`: each tenant's entries in order. `failing` makes every append fail with that error."""

    def __init__(self, clock: FakeClock | None = None) -> None:
        self._clock = clock or FakeClock()
        self._lock = threading.Lock()
        self._noted: dict[str, list[Noted]] = {}
        self._owed: set[str] = set()
        self.failing: Exception | None = None

    def append(self, tenant_id: str, app_id: str | None, happenings: Sequence[Happening]) -> None:
        if not 0 < len(happenings) <= BATCH:
            raise Bug("What is appended is not empty and not too much.")
        if self.failing is not None:
            raise self.failing
        self._append(tenant_id, [(app_id, happening) for happening in happenings])

    def owe(self, tenant_id: str) -> None:
        self._owed.add(tenant_id)

    def read(self, tenant_id: str, *, after: int, limit: int = 500) -> Noticed:
        if tenant_id in self._owed:
            self._append(tenant_id, [])
        found = follows(self._kept(tenant_id), after)
        return found.model_copy(update={"items": found.items[:limit]})

    def last(self, tenant_id: str) -> int:
        return self._newest(tenant_id)

    def kinds(self, tenant_id: str) -> list[str]:
        """The kinds of all that is kept, in order."""
        return [entry.what.kind for entry in self._kept(tenant_id)]

    def _append(self, tenant_id: str, happened: list[tuple[str | None, Happening]]) -> None:
        with self._lock:
            if tenant_id in self._owed:
                self._owed.discard(tenant_id)
                happened = [(None, Missed()), *happened]
            entries = numbered(happened, last=self._newest(tenant_id), at=self._clock.now())
            self._noted.setdefault(tenant_id, []).extend(entries)

    def _newest(self, tenant_id: str) -> int:
        return max((entry.seq for entry in self._kept(tenant_id)), default=0)

    def _kept(self, tenant_id: str) -> list[Noted]:
        now = self._clock.now().timestamp()
        return [one for one in self._noted.get(tenant_id, []) if one.at.timestamp() + KEPT_SECONDS > now]
