"""The keys of a tenant's programs."""

from shared.domain.access.api_key import ApiKey
from shared.domain.base import Page
from shared.domain.identity import Principal
from shared.ports.api_keys import ApiKeyStore


def list_api_keys(*, principal: Principal, keys: ApiKeyStore, limit: int, cursor: str | None) -> Page[ApiKey]:
    """Newest first, with those that are revoked or have expired."""
    return keys.list(principal.tenant_id, limit=limit, cursor=cursor)
