"""Takes a key out of use, for good and at once."""

from shared.domain.access.api_key import ApiKey
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.ports.api_keys import ApiKeyStore
from shared.ports.clock import Clock


def revoke_api_key(*, principal: Principal, key_id: str, keys: ApiKeyStore, clock: Clock) -> ApiKey:
    """The key, which opens nothing any more; again is the same. NotFound for another tenant's."""
    return keys.revoke(principal.tenant_id, require_id("key", key_id), clock.now())
