"""Builds in DynamoDB. Those not finished carry the attributes of the sparse index `open`."""

from collections.abc import Iterable

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import entity_of
from shared.adapters.dynamo.table.open import open_entities
from shared.adapters.dynamo.table.records import first_build_writes, next_build, next_revision
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import Write, equals, update
from shared.domain.errors import NotFound
from shared.domain.revisions.revision import Build, Revision, is_open_build


class DynamoBuildStore:
    """`BuildStore`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def create(self, build: Build) -> None:
        self._table.apply(*first_build_writes(build))

    def get(self, tenant_id: str, app_id: str, build_id: str) -> Build:
        item = self._table.get(keys.build(tenant_id, app_id, build_id))
        if item is None:
            raise NotFound("There is no such build.")
        return entity_of(Build, item)

    def find(self, build_id: str) -> Build:
        place = self._table.get(keys.build_place(build_id))
        if place is None:
            raise NotFound("There is no such build.")
        return self.get(place["tenant_id"], place["app_id"], build_id)

    def update(self, build: Build) -> Build:
        write, stored = next_build(build)
        self._table.apply(write)
        return stored

    def finish(self, build: Build, revision: Revision | None, *, green: bool) -> Build:
        write, stored = next_build(build)
        built = [next_revision(revision)[0]] if revision is not None else []
        moved = [_move_green(revision)] if revision is not None and green else []
        self._table.apply(write, *built, *moved)
        return stored

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
