"""Kept answers that hold a secret: unreadable at rest, the same for a caller that asks again."""

from shared.adapters.identity.aes_seals import AesSeals
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
