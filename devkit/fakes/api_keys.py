"""Keys of programs in memory."""

from datetime import datetime

from pydantic import BaseModel

from devkit.fakes.records import Records, page
from shared.domain.access.api_key import ApiKey
from shared.domain.base import Page
from shared.domain.errors import Conflict, NotFound


class _Found(BaseModel):
    tenant_id: str
    key_id: str


class FakeApiKeyStore:
    """`ApiKeyStore` over shared records."""

    def __init__(self, records: Records | None = None) -> None:
        self._records = records or Records()

    def create(self, key: ApiKey) -> None:
        with self._records.lock:
            if self._records.find(_Found, key.digest) is not None:
                raise Conflict("It is already stored.")
            self._records.create(key, key.tenant_id, key.id)
            self._records.put(_Found(tenant_id=key.tenant_id, key_id=key.id), key.digest)

    def find(self, digest: str) -> ApiKey | None:
        found = self._records.find(_Found, digest)
        key = self._records.get(ApiKey, found.tenant_id, found.key_id) if found else None
        return key if key and key.revoked_at is None else None

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None) -> Page[ApiKey]:
        rows = self._records.under(ApiKey, tenant_id)
        return page(rows, lambda key: key.id, "KEY#", limit=limit, cursor=cursor)

    def revoke(self, tenant_id: str, key_id: str, at: datetime) -> ApiKey:
        with self._records.lock:
            key = self._records.find(ApiKey, tenant_id, key_id)
            if key is None:
                raise NotFound("There is no such key.")
            revoked = key if key.revoked_at else key.model_copy(update={"revoked_at": at})
            self._records.put(revoked, tenant_id, key_id)
            return revoked
