"""Keys of programs in DynamoDB."""

import math
from datetime import datetime

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.items import Item, entity_item
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.table import raise_first
from shared.adapters.dynamo.table.writes import PRESENT, create, delete, equals, put
from shared.domain.access.api_key import ApiKey
from shared.domain.base import Page


class DynamoApiKeyStore(Store):
    """`ApiKeyStore`: an item in the tenant's list, and one found by the digest, so that a check is a single read.

    The second goes when the key is revoked: nothing that must be checked is left to find.
    """

    def create(self, key: ApiKey) -> None:
        self._table.apply(create(_found_item(key)), create(_listed_item(key)))

    def find(self, digest: str) -> ApiKey | None:
        return self._find(ApiKey, keys.api_key(digest))

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None) -> Page[ApiKey]:
        return self._page(ApiKey, keys.tenant_partition(tenant_id), keys.KEY, limit, cursor)

    def revoke(self, tenant_id: str, key_id: str, at: datetime) -> ApiKey:
        stored = self._get(tenant_id, key_id)
        if stored.revoked_at is not None:
            return stored
        revoked = stored.model_copy(update={"revoked_at": at})
        failures = self._table.attempt(
            put(_listed_item(revoked), PRESENT & equals("revoked_at", None)),
            delete(keys.api_key(stored.digest), PRESENT, optional=True),
        )
        stored = self._get(tenant_id, key_id)
        if stored.revoked_at is None:
            raise_first(failures)
        return stored

    def _get(self, tenant_id: str, key_id: str) -> ApiKey:
        return self._require(ApiKey, keys.api_key_in_tenant(tenant_id, key_id), "key")


def _listed_item(key: ApiKey) -> Item:
    return entity_item(key, keys.api_key_in_tenant(key.tenant_id, key.id))


def _found_item(key: ApiKey) -> Item:
    lapses = {"ttl": math.ceil(key.expires_at.timestamp())} if key.expires_at else {}
    return entity_item(key, keys.api_key(key.digest)) | lapses
