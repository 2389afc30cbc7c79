"""What tenants have added to the catalog, in DynamoDB."""

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.store import Store
from shared.domain.assets.own_catalog import OwnCatalog


class DynamoOwnCatalogStore(Store):
    """`OwnCatalogStore`: one item beside the tenant's apps, its additions packed."""

    def get(self, tenant_id: str) -> OwnCatalog:
        return self._find(OwnCatalog, keys.own_catalog(tenant_id)) or OwnCatalog(tenant_id=tenant_id)

    def put(self, own: OwnCatalog) -> OwnCatalog:
        return self._put_next(own, keys.own_catalog(own.tenant_id), ("additions",))
