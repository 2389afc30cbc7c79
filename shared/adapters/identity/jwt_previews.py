"""Preview tokens as signed JWTs."""

from typing import Any

import jwt

from shared.domain.errors import PreviewTokenExpired, PreviewTokenInvalid, Unauthenticated
from shared.ports.clock import Clock
from shared.ports.requests import PreviewClaims

_ALGORITHM = "HS256"
PREVIEW = "preview"
REPORT = "preview-report"
_REQUIRED = ["exp", "aud", "tenant", "app", "rev", "epoch"]


class JwtPreviewTokens:
    """`PreviewTokens`: HS256 with a secret of our own, for one audience: opening previews, or reporting from them."""

    def __init__(self, secret: str, clock: Clock, audience: str = PREVIEW) -> None:
        if len(secret) < 32:
            raise ValueError("the preview secret needs at least 32 characters")
        self._secret = secret
        self._clock = clock
        self._audience = audience

    def issue(self, claims: PreviewClaims, seconds: int) -> str:
        body = {
            "aud": self._audience,
            "exp": self._now() + seconds,
            "tenant": claims.tenant_id,
            "app": claims.app_id,
            "rev": claims.revision_id,
            "epoch": claims.epoch,
            **({"visitor": claims.visitor, "load": claims.load} if claims.load else {}),
            **({"tree": claims.tree} if claims.tree else {}),
        }
        return jwt.encode(body, self._secret, algorithm=_ALGORITHM)

    def verify(self, token: str) -> PreviewClaims:
        body = self._decoded(token)
        page = body.get("visitor", ""), body.get("load", ""), body.get("tree", "")
        claims = PreviewClaims(body["tenant"], body["app"], body["rev"], body["epoch"], *page)
        if not all(isinstance(text, str) for text in (*claims[:3], *page)) or type(claims.epoch) is not int:
            raise _invalid()
        if type(body["exp"]) is not int:
            raise _invalid()
        if body["exp"] <= self._now():
            raise PreviewTokenExpired("The preview token has expired.")
        return claims

    def _decoded(self, token: str) -> dict[str, Any]:
        try:
            return jwt.decode(
                token,
                self._secret,
                algorithms=[_ALGORITHM],
                audience=self._audience,
                options={"require": _REQUIRED, "verify_exp": False},  # expiry is checked with our own clock
            )
        except jwt.InvalidTokenError as error:
            raise _invalid() from error

    def _now(self) -> int:
        return int(self._clock.now().timestamp())


def _invalid() -> Unauthenticated:
    return PreviewTokenInvalid("The preview token is not valid.")
