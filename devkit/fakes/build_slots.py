"""Build slots in memory."""

from collections.abc import Iterable

from devkit.fakes.records import Records
from shared.domain.builds.build_slots import BuildSlots, BuildsUsed


class FakeBuildSlotStore:
    """`BuildSlotStore`."""

    def __init__(self, records: Records | None = None) -> None:
        self._records = records or Records()

    def get(self, tenant_id: str) -> BuildSlots:
        return self._records.find(BuildSlots, tenant_id) or BuildSlots(tenant_id=tenant_id)

    def put(self, slots: BuildSlots, *, app_id: str | None = None, used: BuildsUsed | None = None) -> BuildSlots:
        with self._records.lock:
            following = self._records.keep(slots, slots.tenant_id)
            if app_id is not None and used is not None:
                self._count(slots.tenant_id, app_id, used)
            return following

    def busy(self) -> Iterable[BuildSlots]:
        return [slots for slots in self._records.under(BuildSlots) if slots.busy_since is not None]

    def days(self, tenant_id: str, app_id: str, first: str, last: str) -> list[BuildsUsed]:
        return [row for row in self._records.under(BuildsUsed, tenant_id, app_id) if first <= row.day <= last]

    def _count(self, tenant_id: str, app_id: str, used: BuildsUsed) -> None:
        before = self._records.find(BuildsUsed, tenant_id, app_id, used.day) or BuildsUsed(day=used.day)
        more = {"builds": before.builds + used.builds, "seconds": before.seconds + used.seconds}
        self._records.put(before.model_copy(update=more), tenant_id, app_id, used.day)
