"""Build slots in DynamoDB: one item a tenant, and one a day and app for what its builds have used."""

from collections.abc import Iterable

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_item, entity_of
from shared.adapters.dynamo.table.open import open_entities, open_marks
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, Write, changed, equals, put, update
from shared.domain.builds.build_slots import BuildSlots, BuildsUsed

_OPEN = "SLOTS"


class DynamoBuildSlotStore:
    """`BuildSlotStore`. Slots with a build carry the attributes of the sparse index `open`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def get(self, tenant_id: str) -> BuildSlots:
        item = self._table.get(keys.build_slots(tenant_id))
        return entity_of(BuildSlots, item) if item else BuildSlots(tenant_id=tenant_id)

    def put(self, slots: BuildSlots, *, app_id: str | None = None, used: BuildsUsed | None = None) -> BuildSlots:
        stored = slots.model_copy(update={"version": slots.version + 1})
        marks = open_marks(_OPEN, stored.busy_since) if stored.busy_since is not None else {}
        item = entity_item(stored, keys.build_slots(slots.tenant_id)) | marks
        same = equals("version", slots.version) if slots.version else ABSENT
        counted = [_counted(slots.tenant_id, app_id, used)] if app_id is not None and used is not None else []
        self._table.apply(put(item, same, changed), *counted)
        return stored

    def busy(self) -> Iterable[BuildSlots]:
        return open_entities(self._table, BuildSlots, _OPEN, lambda slots: slots.busy_since is not None)

    def days(self, tenant_id: str, app_id: str, first: str, last: str) -> list[BuildsUsed]:
        partition = keys.app_partition(tenant_id, app_id)
        found = self._table.query(partition, f"{keys.BUILT}{first}", f"{keys.BUILT}{last}")
        return [entity_of(BuildsUsed, item) for item in found]


def _counted(tenant_id: str, app_id: str, used: BuildsUsed) -> Write:
    day = keys.builds_used(tenant_id, app_id, used.day)
    return update(
        day, ABSENT | PRESENT, values={"day": used.day}, adds={"builds": used.builds, "seconds": used.seconds}
    )
