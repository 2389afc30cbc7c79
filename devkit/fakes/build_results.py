"""Reports and repairs in memory."""

from devkit.fakes.clock import FakeClock
from devkit.fakes.records import Records
from shared.domain.feedback.build_result import BuildResult
from shared.domain.feedback.repairs import RepairLedger


class FakeBuildResultStore:
    """`BuildResultStore` over shared records."""

    def __init__(self, records: Records, clock: FakeClock) -> None:
        self._records = records
        self._clock = clock
        self._forgotten: set[tuple[str, str]] = set()

    def put(self, result: BuildResult) -> bool:
        key = (result.tenant_id, result.session_id)
        with self._records.lock:
            there = self._stored(*key)
            if there is not None and there.reported_at > result.reported_at:
                return False
            self._forgotten.discard(key)
            self._records.put(result, *key)
            return True

    def get(self, tenant_id: str, session_id: str) -> BuildResult | None:
        result = self._stored(tenant_id, session_id)
        return result if result is not None and result.alive(self._clock.now()) else None

    def delete(self, tenant_id: str, session_id: str) -> None:
        self._forgotten.add((tenant_id, session_id))

    def _stored(self, *key: str) -> BuildResult | None:
        return None if key in self._forgotten else self._records.find(BuildResult, *key)


class FakeRepairStore:
    """`RepairStore` over shared records."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def ledger(self, tenant_id: str, app_id: str) -> RepairLedger:
        found = self._records.find(RepairLedger, tenant_id, app_id)
        return found or RepairLedger(tenant_id=tenant_id, app_id=app_id)

    def keep(self, ledger: RepairLedger) -> RepairLedger:
        return self._records.keep(ledger, ledger.tenant_id, ledger.app_id)
