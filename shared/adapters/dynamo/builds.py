"""Builds, and the slots that tenants have for them, in DynamoDB. Open builds stand on the sparse index `open`."""

from collections.abc import Iterable

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.open import open_entities, open_marks
from shared.adapters.dynamo.table.records import first_build_writes, next_build, next_revision
from shared.adapters.dynamo.table.store import Store, next_write
from shared.adapters.dynamo.table.writes import ABSENT, PRESENT, Write, equals, update
from shared.domain.builds.build_slots import BuildSlots, BuildsUsed
from shared.domain.revisions.revision import Build, Revision, is_open_build


class DynamoBuildStore(Store):
    def create(self, build: Build) -> None:
        self._table.apply(*first_build_writes(build))

    def get(self, tenant_id: str, app_id: str, build_id: str) -> Build:
        return self._require(Build, keys.build(tenant_id, app_id, build_id), "build")

    def find(self, build_id: str) -> Build:
        place = self._table.require(keys.build_place(build_id), "build")
        return self.get(place["tenant_id"], place["app_id"], build_id)

    def update(self, build: Build) -> Build:
        return self._apply(next_build(build))

    def finish(self, build: Build, revision: Revision | None, *, green: bool) -> Build:
        built = [next_revision(revision)[0]] if revision is not None else []
        moved = [_move_green(revision)] if revision is not None and green else []
        return self._apply(next_build(build), *built, *moved)

    def unfinished(self) -> Iterable[Build]:
        return open_entities(self._table, Build, "BUILD", is_open_build)


def _move_green(revision: Revision) -> Write:
    """Left out when the draft is another revision by now."""
    return update(
        keys.app(revision.tenant_id, revision.app_id),
        equals("draft_revision_id", revision.id),
        values={"last_green_revision_id": revision.id},
        increments={"version": 1},
        optional=True,
    )


_OPEN = "SLOTS"


class DynamoBuildSlotStore(Store):
    """`BuildSlotStore`. Slots with a build carry the attributes of the sparse index `open`."""

    def get(self, tenant_id: str) -> BuildSlots:
        return self._find(BuildSlots, keys.build_slots(tenant_id)) or BuildSlots(tenant_id=tenant_id)

    def put(self, slots: BuildSlots, *, app_id: str | None = None, used: BuildsUsed | None = None) -> BuildSlots:
        marks = open_marks(_OPEN, slots.busy_since) if slots.busy_since is not None else {}
        counted = [_counted(slots.tenant_id, app_id, used)] if app_id is not None and used is not None else []
        return self._apply(next_write(slots, keys.build_slots(slots.tenant_id), marks=marks), *counted)

    def busy(self) -> Iterable[BuildSlots]:
        return open_entities(self._table, BuildSlots, _OPEN, lambda slots: slots.busy_since is not None)

    def days(self, tenant_id: str, app_id: str, first: str, last: str) -> list[BuildsUsed]:
        partition = keys.app_partition(tenant_id, app_id)
        return self._between(BuildsUsed, partition, f"{keys.BUILT}{first}", f"{keys.BUILT}{last}")


def _counted(tenant_id: str, app_id: str, used: BuildsUsed) -> Write:
    day = keys.builds_used(tenant_id, app_id, used.day)
    return update(
        day, ABSENT | PRESENT, values={"day": used.day}, adds={"builds": used.builds, "seconds": used.seconds}
    )
