"""`Seals` by AES-256-GCM under the deployment's secret."""

import hashlib
import hmac
import os

from shared.domain.errors import IdempotencyMismatch
from shared.ports.requests import IdempotencyStore, StoredAnswer


class SealedAnswers:
    """`IdempotencyStore` over another one, which is only ever given ciphertext.

    The context is the tenant and the client's own idempotency key, of which only a hash is stored: opening an answer
    takes the table, the secret, and what the client sent.
    """

    def __init__(self, store: IdempotencyStore, secret: str) -> None:
        self._store = store
        self._seals = AesSeals(secret, "chatbuilder sealed answer")

    def begin(self, tenant_id: str, key: str, fingerprint: str) -> StoredAnswer | None:
        kept = self._store.begin(tenant_id, key, fingerprint)
        return kept and kept._replace(body=self._opened(kept.body, tenant_id, key))

    def finish(self, tenant_id: str, key: str, answer: StoredAnswer) -> None:
        self._store.finish(tenant_id, key, answer._replace(body=self._seals.seal(answer.body, tenant_id, key)))

    def abandon(self, tenant_id: str, key: str) -> None:
        self._store.abandon(tenant_id, key)

    def _opened(self, sealed: str, tenant_id: str, key: str) -> str:
        try:
            return self._seals.open(sealed, tenant_id, key)
        except ValueError as error:  # the deployment's secret has changed since
            message = "The first answer can no longer be read; use another key."
            raise IdempotencyMismatch(message) from error


_NONCE = 12


class AesSeals:
    """The cipher's key is made of the secret, the label and the context. What has another label opens nothing of it."""

    def __init__(self, secret: str, label: str) -> None:
        if len(secret) < 32:
            raise ValueError("the secret needs at least 32 characters")
        self._secret = secret.encode()
        self._label = label.encode() + b"\0"

    def seal(self, text: str, *context: str) -> str:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE)
        return (nonce + AESGCM(self._cipher_key(context)).encrypt(nonce, text.encode(), None)).hex()

    def open(self, sealed: str, *context: str) -> str:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        data = bytes.fromhex(sealed)
        try:
            return AESGCM(self._cipher_key(context)).decrypt(data[:_NONCE], data[_NONCE:], None).decode()
        except InvalidTag as error:
            raise ValueError("it was sealed otherwise") from error

    def _cipher_key(self, context: tuple[str, ...]) -> bytes:
        said = b"\0".join(part.encode("utf-8", "surrogatepass") for part in context)
        return hmac.new(self._secret, self._label + said, hashlib.sha256).digest()
