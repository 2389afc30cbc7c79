"""Kept answers that hold a secret: unreadable at rest, the same for a caller that asks again."""

import hashlib
import hmac
import os

from shared.domain.errors import IdempotencyMismatch
from shared.ports.requests import IdempotencyStore, StoredAnswer

_NONCE = 12
_LABEL = b"chatbuilder sealed answer\0"


class SealedAnswers:
    """`IdempotencyStore` over another one, which is only ever given ciphertext (AES-256-GCM).

    The cipher's key is made of the deployment's secret, the tenant, and the client's own idempotency key, of which
    only a hash is stored: opening an answer takes the table, the secret, and what the client sent.
    """

    def __init__(self, store: IdempotencyStore, secret: str) -> None:
        if len(secret) < 32:
            raise ValueError("the secret needs at least 32 characters")
        self._store = store
        self._secret = secret.encode()

    def begin(self, tenant_id: str, key: str, fingerprint: str) -> StoredAnswer | None:
        kept = self._store.begin(tenant_id, key, fingerprint)
        return kept and kept._replace(body=self._opened(kept.body, tenant_id, key))

    def finish(self, tenant_id: str, key: str, answer: StoredAnswer) -> None:
        self._store.finish(tenant_id, key, answer._replace(body=self._sealed(answer.body, tenant_id, key)))

    def abandon(self, tenant_id: str, key: str) -> None:
        self._store.abandon(tenant_id, key)

    def _sealed(self, body: str, tenant_id: str, key: str) -> str:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE)
        return (nonce + AESGCM(self._cipher_key(tenant_id, key)).encrypt(nonce, body.encode(), None)).hex()

    def _opened(self, sealed: str, tenant_id: str, key: str) -> str:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        try:
            data = bytes.fromhex(sealed)
            return AESGCM(self._cipher_key(tenant_id, key)).decrypt(data[:_NONCE], data[_NONCE:], None).decode()
        except (InvalidTag, ValueError) as error:  # the deployment's secret has changed since
            message = "The first answer can no longer be read; use another key."
            raise IdempotencyMismatch(message) from error

    def _cipher_key(self, tenant_id: str, key: str) -> bytes:
        context = _LABEL + tenant_id.encode() + b"\0" + key.encode("utf-8", "surrogatepass")
        return hmac.new(self._secret, context, hashlib.sha256).digest()
