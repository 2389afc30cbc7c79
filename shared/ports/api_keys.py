"""Where the keys of programs are kept, without their secrets."""

from datetime import datetime
from typing import Protocol

from shared.domain.access.api_key import ApiKey
from shared.domain.base import Page


class ApiKeyStore(Protocol):
    """Keys of a tenant, and the one look-up over all tenants: by digest."""

    def create(self, key: ApiKey) -> None:
        """Store a new key and its look-up, together. Conflict when the id or the digest is taken."""

    def find(self, digest: str) -> ApiKey | None:
        """The key with this digest, read consistently; None from the moment that it is revoked."""

    def list(self, tenant_id: str, *, limit: int, cursor: str | None = None) -> Page[ApiKey]:
        """The tenant's keys, newest first, revoked ones too. An unreadable cursor is Malformed."""

    def revoke(self, tenant_id: str, key_id: str, at: datetime) -> ApiKey:
        """The key as it is from now on; revoking again changes nothing. NotFound for another tenant's."""
