"""The event log in memory."""

import threading
from collections.abc import Sequence

from pydantic import TypeAdapter

from devkit.fakes.clock import FakeClock
from shared.domain.errors import Bug, Conflict
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.events import Event

_BATCH: TypeAdapter[list[Event]] = TypeAdapter(list[Event])


class FakeEventLog:
    """`EventLog`: batches by run and first number, as JSON."""

    def __init__(self, clock: FakeClock | None = None) -> None:
        self._clock = clock or FakeClock()
        self._lock = threading.Lock()
        self._batches: dict[tuple[str, str], dict[int, bytes]] = {}
        self._expiry: dict[tuple[str, str], int] = {}

    def append(self, tenant_id: str, run_id: str, events: Sequence[Event]) -> None:
        first = events[0].seq if events else 0
        consecutive = [event.seq for event in events] == list(range(first, first + len(events)))
        if first < 1 or not consecutive or len(events) > DEFAULT_LIMITS.event_batch:
            raise Bug("A batch of events is not empty, not too long, and numbered without a gap from 1 or more.")
        with self._lock:
            batches = self._batches.setdefault((tenant_id, run_id), {})
            if first in batches:
                raise Conflict("This number is taken.")
            batches[first] = _BATCH.dump_json(list(events))

    def read(self, tenant_id: str, run_id: str, *, after: int = 0, limit: int = 1000) -> list[Event]:
        found: list[Event] = []
        for first, batch in sorted(self._alive(tenant_id, run_id).items()):
            if first + DEFAULT_LIMITS.event_batch <= after:
                continue
            for event in _BATCH.validate_json(batch):
                expected = after + len(found) + 1
                if event.seq > expected or len(found) == limit:
                    return found
                if event.seq == expected:
                    found.append(event)
        return found

    def last_seq(self, tenant_id: str, run_id: str) -> int:
        batches = self._alive(tenant_id, run_id)
        return _BATCH.validate_json(batches[max(batches)])[-1].seq if batches else 0

    def expire(self, tenant_id: str, run_id: str, at_epoch: int) -> None:
        self._expiry[tenant_id, run_id] = at_epoch

    def _alive(self, tenant_id: str, run_id: str) -> dict[int, bytes]:
        expiry = self._expiry.get((tenant_id, run_id))
        if expiry is not None and expiry <= self._clock.now().timestamp():
            return {}
        with self._lock:
            return dict(self._batches.get((tenant_id, run_id), {}))
