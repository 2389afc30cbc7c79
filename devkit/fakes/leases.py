"""Leases of open streams in memory."""

from devkit.fakes.records import Records
from shared.domain.access.viewers import StreamLease


class FakeStreamLeases:
    """`StreamLeases` over shared records."""

    def __init__(self, records: Records | None = None) -> None:
        self._records = records or Records()

    def open(self, lease: StreamLease) -> None:
        self._records.create(lease, *_key(lease))

    def extend(self, lease: StreamLease, until_ms: int) -> bool:
        with self._records.lock:
            stored = self._records.find(StreamLease, *_key(lease))
            if stored is not None:
                self._records.put(stored.model_copy(update={"until_ms": until_ms}), *_key(lease))
            return stored is not None

    def close(self, lease: StreamLease) -> None:
        with self._records.lock:
            self._records._rows.pop((StreamLease.__name__, _key(lease)), None)

    def opened_since(self, tenant_id: str, since_ms: int) -> list[StreamLease]:
        return [lease for lease in self._records.under(StreamLease, tenant_id) if lease.opened_ms >= since_ms]


def _key(lease: StreamLease) -> tuple[str, ...]:
    return lease.tenant_id, f"{lease.opened_ms:013d}", lease.nonce
