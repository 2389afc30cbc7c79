"""Keys of programs: what is stored of one, and the form of the secret that is not."""

import hashlib
import re
import secrets
from datetime import datetime

from shared.domain.base import Entity, Moment
from shared.domain.identity import KEY_SUBJECT, Principal, Scope

PREFIX = "cbk_"
_SECRET_BYTES = 32
_FORM = re.compile(r"cbk_[0-9a-hjkmnp-tv-z]{26}_[0-9a-f]{64}\Z")


class ApiKey(Entity):
    """A key without its secret: `digest` finds it, `last_four` lets a person tell it from another."""

    id: str
    tenant_id: str
    name: str
    digest: str
    last_four: str
    scopes: tuple[Scope, ...]
    created_by: str
    created_at: Moment
    expires_at: Moment | None = None
    revoked_at: Moment | None = None

    def good(self, now: datetime) -> bool:
        """Whether it opens anything now. A key without scopes opens nothing, not even the door."""
        return bool(self.scopes) and self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    def principal(self) -> Principal:
        return Principal(
            tenant_id=self.tenant_id, subject=f"{KEY_SUBJECT}{self.id}", scopes=frozenset(self.scopes), machine=True
        )


def new_secret(key_id: str) -> str:
    """The whole key as its holder sends it: the name of what is stored, and 256 random bits."""
    return f"{PREFIX}{key_id.removeprefix('key_')}_{secrets.token_hex(_SECRET_BYTES)}"


def names_api_key(bearer: str) -> bool:
    """Whether this is meant as a key of ours and not as an issuer's token."""
    return bearer.startswith(PREFIX)


def digest_of(secret: str) -> str | None:
    """What a key is found by; None for what cannot be one. 256 random bits need no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest() if _FORM.match(secret) else None
