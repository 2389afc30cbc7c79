"""Keys for programs: made, listed, revoked. A secret is told once and kept nowhere."""

from typing import NamedTuple

from pydantic import Field

from shared.domain.access.api_key import ApiKey, digest_of, new_secret
from shared.domain.base import Input, Moment, Name, Page
from shared.domain.errors import Forbidden, Invalid
from shared.domain.identity import Principal, Scope
from shared.domain.ids import new_id, require_id
from shared.ports.access import ApiKeyStore
from shared.ports.clock import Clock


class ApiKeyRequest(Input):
    """What a new key is called and may do; without `expires_at` it is good until it is revoked."""

    name: Name
    scopes: frozenset[Scope] = Field(min_length=1)
    expires_at: Moment | None = None


class NewApiKey(NamedTuple):
    """The stored key, and the secret that only its maker ever sees."""

    stored: ApiKey
    secret: str


def create_api_key(*, principal: Principal, request: ApiKeyRequest, keys: ApiKeyStore, clock: Clock) -> NewApiKey:
    """A key of the caller's tenant. Forbidden for a scope the caller does not have, Invalid for a past expiry."""
    now = clock.now()
    missing = sorted(scope for scope in request.scopes if not principal.allows(scope))
    if missing:
        raise Forbidden(f"A key can only do what its maker may: not {missing[0]}.", scope=missing[0])
    if request.expires_at is not None and request.expires_at <= now:
        raise Invalid("expires_at: this is in the past.")
    key_id = new_id("key", int(now.timestamp() * 1000))
    secret = new_secret(key_id)
    digest = digest_of(secret)
    assert digest is not None  # noqa: S101 - new_secret makes what digest_of accepts
    key = ApiKey(
        id=key_id, tenant_id=principal.tenant_id, name=request.name, digest=digest, last_four=secret[-4:],
        scopes=tuple(sorted(request.scopes)), created_by=principal.subject, created_at=now,
        expires_at=request.expires_at,
    )  # fmt: skip
    keys.create(key)
    return NewApiKey(key, secret)


def list_api_keys(*, principal: Principal, keys: ApiKeyStore, limit: int, cursor: str | None) -> Page[ApiKey]:
    """Newest first, with those that are revoked or have expired."""
    return keys.list(principal.tenant_id, limit=limit, cursor=cursor)


def revoke_api_key(*, principal: Principal, key_id: str, keys: ApiKeyStore, clock: Clock) -> ApiKey:
    """The key, which opens nothing any more; again is the same. NotFound for another tenant's."""
    return keys.revoke(principal.tenant_id, require_id("key", key_id), clock.now())
