"""What tenants have added to the catalog, in DynamoDB."""

from collections.abc import Iterable

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item
from shared.adapters.dynamo.table.open import open_entities, open_marks
from shared.adapters.dynamo.table.store import Store, next_write
from shared.domain.assets.own_catalog import OwnCatalog


class DynamoOwnCatalogStore(Store):
    """`OwnCatalogStore`: one item beside the tenant's apps, its additions packed."""

    def get(self, tenant_id: str) -> OwnCatalog:
        return self._find(OwnCatalog, keys.own_catalog(tenant_id)) or OwnCatalog(tenant_id=tenant_id)

    def put(self, own: OwnCatalog) -> OwnCatalog:
        return self._apply(next_write(own, keys.own_catalog(own.tenant_id), ("additions",), marks=_marks(own)))

    def unfinished(self) -> Iterable[OwnCatalog]:
        return open_entities(self._table, OwnCatalog, "CATALOG", lambda own: own.working is not None)


def _marks(own: OwnCatalog) -> Item:
    return open_marks("CATALOG", own.working.at) if own.working is not None else {}
