"""Verifies bearer tokens of any OIDC issuer: signature by its published keys, issuer, audience, expiry, tenant."""

import re
from collections.abc import Mapping
from typing import Any

import jwt

from shared.adapters.identity.jwks import Fetch, Jwks, fetch_url
from shared.adapters.system_clock import SystemClock
from shared.domain.errors import Unauthenticated
from shared.domain.identity import Principal
from shared.ports.clock import Clock

ALGORITHMS = ["RS256", "ES256"]
LEEWAY_SECONDS = 30
_TOKEN_MOST = 16 * 1024
_TENANT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,62}\Z")


class OidcVerifier:
    """`Identity` of one issuer; without an issuer and an audience every token is refused.

    Keys come from `jwks_url`, or from where the issuer's own description says.
    """

    def __init__(
        self,
        *,
        issuer: str,
        audience: str,
        jwks_url: str = "",
        tenant_claim: str = "custom:tenant",
        clock: Clock | None = None,
        fetch: Fetch = fetch_url,
    ) -> None:
        self._issuer, self._audience, self._tenant_claim = issuer, audience, tenant_claim
        self._clock: Clock = clock or SystemClock()
        self._jwks = Jwks(issuer, self._clock, url=jwks_url, fetch=fetch)

    def verify(self, bearer: str) -> Principal:
        """Who the token speaks for; Unauthenticated when it is not good, Unavailable when the keys cannot be had."""
        if not self._issuer or not self._audience:
            raise Unauthenticated("No sign-in service is configured.")
        claims = self._signed_claims(bearer)
        self._check_time(claims)
        if claims.get("iss") != self._issuer or self._audience not in _audiences(claims):
            raise Unauthenticated("The token is not for this service.")
        return self._principal(claims)

    def _signed_claims(self, bearer: str) -> dict[str, Any]:
        if len(bearer) > _TOKEN_MOST:
            raise Unauthenticated("The token was not accepted.")
        try:
            key = self._jwks.key(str(jwt.get_unverified_header(bearer).get("kid", "")))
            if key is None:
                raise Unauthenticated("The token was not accepted.")
            return jwt.decode(
                bearer,
                key,
                algorithms=ALGORITHMS,
                options={  # checked below, with our own clock
                    "verify_exp": False,
                    "verify_nbf": False,
                    "verify_iat": False,
                    "verify_aud": False,
                    "verify_iss": False,
                },
            )
        except jwt.PyJWTError as error:
            raise Unauthenticated("The token was not accepted.") from error

    def _check_time(self, claims: Mapping[str, Any]) -> None:
        now = self._clock.now().timestamp()
        expires, begins = _seconds(claims.get("exp")), _seconds(claims.get("nbf", 0))
        if expires + LEEWAY_SECONDS <= now:
            raise Unauthenticated("The token has expired.")
        if begins - LEEWAY_SECONDS > now:
            raise Unauthenticated("The token is not valid yet.")

    def _principal(self, claims: Mapping[str, Any]) -> Principal:
        tenant, subject = claims.get(self._tenant_claim), claims.get("sub")
        if not isinstance(tenant, str) or not _TENANT.match(tenant):
            raise Unauthenticated("The token names no tenant.")
        if not isinstance(subject, str) or not subject:
            raise Unauthenticated("The token names nobody.")
        return Principal(tenant_id=tenant, subject=subject, scopes=_scopes(claims))


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Unauthenticated("The token was not accepted.")
    return float(value)


def _audiences(claims: Mapping[str, Any]) -> list[Any]:
    """`aud`; Cognito's access tokens have none and name the client instead."""
    audience = claims.get("aud")
    if audience is None and claims.get("token_use") == "access":
        audience = claims.get("client_id")
    return audience if isinstance(audience, list) else [audience]


def _scopes(claims: Mapping[str, Any]) -> frozenset[str] | None:
    """Scopes as issuers write them: a string with spaces (`scope`) or a list (`scp`).

    None when the token says nothing of them. A claim that names nothing, or that cannot be read, allows nothing.
    """
    if not {"scope", "scp"} & claims.keys():
        return None
    given = claims.get("scope", claims.get("scp"))
    found = given.split() if isinstance(given, str) else given if isinstance(given, list) else []
    return frozenset(item for item in found if isinstance(item, str))
