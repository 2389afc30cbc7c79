"""Who is asking, by either kind of bearer: the same for the gateway's authorizer and for the application."""

from collections.abc import Callable

from shared.adapters.identity.oidc import OidcVerifier
from shared.domain.access.api_key import names_api_key
from shared.domain.identity import Principal
from shared.ports.access import ApiKeyStore
from shared.ports.clock import Clock
from shared.ports.requests import Identity
from shared.runtime.settings import Settings
from shared.services.access.verify_api_key import verify_api_key


class BearerIdentity:
    """`Identity`: a key of ours by its prefix, an issuer's token otherwise. `keys` is asked for when one comes."""

    def __init__(self, tokens: Identity, keys: Callable[[], ApiKeyStore], clock: Clock) -> None:
        self._tokens = tokens
        self._keys = keys
        self._clock = clock

    def verify(self, bearer: str) -> Principal:
        if names_api_key(bearer):
            return verify_api_key(secret=bearer, keys=self._keys(), clock=self._clock)
        return self._tokens.verify(bearer)


def identity_from(settings: Settings, keys: Callable[[], ApiKeyStore], clock: Clock) -> BearerIdentity:
    tokens = OidcVerifier(
        issuer=settings.oidc_issuer,
        audience=settings.oidc_audience,
        jwks_url=settings.oidc_jwks_url,
        tenant_claim=settings.tenant_claim,
        clock=clock,
    )
    return BearerIdentity(tokens, keys, clock)
