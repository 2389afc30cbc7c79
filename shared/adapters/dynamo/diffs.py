"""Diffs in DynamoDB."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item, entity_of
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import Write, create, equals, put
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff


class DynamoDiffStore:
    """`DiffStore`."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def create(self, diff: Diff) -> None:
        self._table.apply(*first_diff_writes(diff))

    def get(self, tenant_id: str, app_id: str, diff_id: str) -> Diff:
        return entity_of(Diff, self._table.require(keys.diff(tenant_id, app_id, diff_id), "diff"))

    def find(self, tenant_id: str, diff_id: str) -> Diff:
        place = self._table.require(keys.diff_place(tenant_id, diff_id), "diff")
        return self.get(tenant_id, place["app_id"], diff_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Diff]:
        partition = keys.app_partition(tenant_id, app_id)
        items, following = self._table.page(partition, keys.DIFF, limit=limit, cursor=cursor)
        return Page(items=[entity_of(Diff, item) for item in items], next_cursor=following)

    def update(self, diff: Diff) -> Diff:
        write, stored = next_diff(diff)
        self._table.apply(write)
        return stored


def diff_item(diff: Diff) -> Item:
    return entity_item(diff, keys.diff(diff.tenant_id, diff.app_id, diff.id), packed={"decisions"})


def first_diff_writes(diff: Diff) -> list[Write]:
    """The writes of a new diff: its item and the look-up by id within the tenant."""
    return [create(diff_item(diff)), create(keys.diff_place(diff.tenant_id, diff.id) | {"app_id": diff.app_id})]


def next_diff(diff: Diff) -> tuple[Write, Diff]:
    """The write of the next version, and that version."""
    stored = diff.model_copy(update={"version": diff.version + 1})
    return put(diff_item(stored), equals("version", diff.version)), stored
