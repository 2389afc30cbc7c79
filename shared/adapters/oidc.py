"""Verifies bearer tokens of any OIDC issuer: signature by its published keys, issuer, audience, expiry, tenant."""

import json
import re
import urllib.request
from functools import cached_property

import jwt

from shared.domain.errors import Unauthenticated, Unavailable
from shared.domain.identity import Principal

ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
LEEWAY_SECONDS = 30
KEYS_SECONDS = 600
TIMEOUT_SECONDS = 5
_TENANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}\Z")


class OidcVerifier:
    """One issuer. Keys are fetched when first needed, kept ten minutes, and fetched again for an unknown key id."""

    def __init__(self, *, issuer: str, audience: str, jwks_url: str = "", tenant_claim: str = "custom:tenant") -> None:
        self._issuer, self._audience = issuer, audience
        self._jwks_url, self._tenant_claim = jwks_url, tenant_claim

    def verify(self, token: str) -> Principal:
        """Who the token speaks for; Unauthenticated when it is not good, Unavailable when the keys cannot be had."""
        try:
            key = self._keys.get_signing_key_from_jwt(token)
            claims = jwt.decode(
                token, key, algorithms=ALGORITHMS, audience=self._audience or None, issuer=self._issuer,
                leeway=LEEWAY_SECONDS,
                options={"require": ["exp", "sub", "iss"], "verify_aud": bool(self._audience)},
            )  # fmt: skip
        except jwt.PyJWKClientConnectionError as error:
            raise Unavailable("The sign-in service's keys could not be fetched.") from error
        except jwt.ExpiredSignatureError as error:
            raise Unauthenticated("The token has expired.") from error
        except jwt.PyJWTError as error:
            raise Unauthenticated("The token was not accepted.") from error
        return self._principal(claims)

    def _principal(self, claims: dict[str, object]) -> Principal:
        tenant = claims.get(self._tenant_claim)
        if not isinstance(tenant, str) or not _TENANT.match(tenant):
            raise Unauthenticated("The token names no tenant.")
        return Principal(tenant_id=tenant, subject=str(claims["sub"]), scopes=frozenset(_scopes(claims)))

    @cached_property
    def _keys(self) -> jwt.PyJWKClient:
        url = self._jwks_url or _discover(self._issuer)
        return jwt.PyJWKClient(url, cache_keys=True, lifespan=KEYS_SECONDS, timeout=TIMEOUT_SECONDS)


def _discover(issuer: str) -> str:
    """The key set's address, from the issuer's own description."""
    address = f"{issuer.rstrip('/')}/.well-known/openid-configuration"
    if not address.startswith("https://"):
        raise Unauthenticated("No sign-in service is configured.")
    try:
        with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310 - https only, checked above
            return str(json.load(answer)["jwks_uri"])
    except (OSError, ValueError, KeyError) as error:
        raise Unavailable("The sign-in service could not be reached.") from error


def _scopes(claims: dict[str, object]) -> list[str]:
    """Scopes as issuers write them: a string with spaces (`scope`) or a list (`scp`)."""
    given = claims.get("scope", claims.get("scp", ""))
    if isinstance(given, str):
        return given.split()
    return [str(item) for item in given] if isinstance(given, list) else []
