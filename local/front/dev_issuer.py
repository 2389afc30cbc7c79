"""The development sign-in: an OIDC issuer of one key, which signs tokens for the person who runs the stack."""

import base64
import hashlib
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from local.config import AUDIENCE, ISSUER, TENANT_CLAIM
from local.private_files import kept_bytes

WEEK = 7 * 24 * 3600


class DevIssuer:
    """Signs and publishes; its key lies in the data folder, so tokens outlive a restart."""

    def __init__(self, data: Path) -> None:
        pem = kept_bytes(data, "issuer-key.pem", new_key)
        key = serialization.load_pem_private_key(pem, password=None)
        if not isinstance(key, rsa.RSAPrivateKey):
            raise TypeError("secrets/issuer-key.pem is not an RSA key")
        self._key = key

    def token(self, tenant: str, subject: str = "developer", scopes: str = "", seconds: int = WEEK) -> str:
        """A token for a tenant. Without `scopes` it may do everything its tenant may."""
        now = int(time.time())
        claims: dict[str, Any] = {
            "iss": ISSUER, "aud": AUDIENCE, "sub": subject, TENANT_CLAIM: tenant, "iat": now, "exp": now + seconds,
        } | ({"scope": scopes} if scopes else {})  # fmt: skip
        return self._signed(claims)

    def note(self, audience: str, seconds: int, claims: Mapping[str, str] | None = None) -> str:
        """A signed note to itself or to the Studio; the API takes none, since it is for another audience."""
        now = int(time.time())
        given = {"iss": ISSUER, "aud": audience, "sub": "developer", "iat": now, "exp": now + seconds}
        return self._signed(given | dict(claims or {}))

    def read(self, note: str, audience: str) -> Mapping[str, Any] | None:
        """The claims of a token or note for that audience; None when it is not ours or too old."""
        try:
            key = self._key.public_key()
            claims: dict[str, Any] = jwt.decode(note, key, algorithms=["RS256"], audience=audience, issuer=ISSUER)
        except jwt.InvalidTokenError:
            return None
        return claims

    def _signed(self, claims: Mapping[str, Any]) -> str:
        return jwt.encode(dict(claims), self._key, algorithm="RS256", headers={"kid": self.key_id})

    def jwks(self) -> dict[str, Any]:
        """The public key, as verifiers fetch it."""
        numbers = self._key.public_key().public_numbers()
        key = {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": self.key_id, "n": b64(numbers.n), "e": b64(numbers.e)}
        return {"keys": [key]}

    @property
    def key_id(self) -> str:
        """A name derived from the key itself."""
        return hashlib.sha256(b64(self._key.public_key().public_numbers().n).encode()).hexdigest()[:16]


def new_key() -> bytes:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def b64(number: int) -> str:
    """A number as JWKS writes it."""
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
