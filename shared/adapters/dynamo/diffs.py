"""Diffs in DynamoDB."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item
from shared.adapters.dynamo.table.store import Store, next_write
from shared.adapters.dynamo.table.writes import Write, create
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff


class DynamoDiffStore(Store):
    def create(self, diff: Diff) -> None:
        self._table.apply(*first_diff_writes(diff))

    def get(self, tenant_id: str, app_id: str, diff_id: str) -> Diff:
        return self._require(Diff, keys.diff(tenant_id, app_id, diff_id), "diff")

    def find(self, tenant_id: str, diff_id: str) -> Diff:
        place = self._table.require(keys.diff_place(tenant_id, diff_id), "diff")
        return self.get(tenant_id, place["app_id"], diff_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Diff]:
        return self._page(Diff, keys.app_partition(tenant_id, app_id), keys.DIFF, limit, cursor)

    def update(self, diff: Diff) -> Diff:
        return self._apply(next_diff(diff))


_PACKED = frozenset({"decisions"})


def diff_item(diff: Diff) -> Item:
    return entity_item(diff, keys.diff(diff.tenant_id, diff.app_id, diff.id), _PACKED)


def first_diff_writes(diff: Diff) -> list[Write]:
    """The writes of a new diff: its item and the look-up by id within the tenant."""
    return [create(diff_item(diff)), create(keys.diff_place(diff.tenant_id, diff.id) | {"app_id": diff.app_id})]


def next_diff(diff: Diff) -> tuple[Write, Diff]:
    return next_write(diff, keys.diff(diff.tenant_id, diff.app_id, diff.id), _PACKED)
