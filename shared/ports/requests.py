"""Answers kept for repeated requests, and signed tokens."""

from typing import NamedTuple, Protocol

from shared.domain.identity import Principal


class StoredAnswer(NamedTuple):
    """The first answer. `scopes` are those of its caller; None where they were not stored."""

    status: int
    body: str
    scopes: frozenset[str] | None = None


class IdempotencyStore(Protocol):
    """One answer per tenant and key, for 24 hours."""

    def begin(self, tenant_id: str, key: str, fingerprint: str) -> StoredAnswer | None:
        """Claim the key, or the answer already given for it.

        Invalid `IDEMPOTENCY_MISMATCH` for another fingerprint; RequestPending while the first request is running.
        """

    def finish(self, tenant_id: str, key: str, answer: StoredAnswer) -> None: ...

    def abandon(self, tenant_id: str, key: str) -> None:
        """Free the key after a failure that changed nothing."""


class PreviewClaims(NamedTuple):
    """What a preview token says; a report's nonce also names its visitor and one load of a page.

    With `tree` it opens the draft page of that tree, and `revision_id` is only the name of its origin.
    """

    tenant_id: str
    app_id: str
    revision_id: str
    epoch: int
    visitor: str = ""
    load: str = ""
    tree: str = ""


class PreviewTokens(Protocol):
    """Short-lived tokens bound to one revision and the app's preview epoch."""

    def issue(self, claims: PreviewClaims, seconds: int) -> str: ...

    def verify(self, token: str) -> PreviewClaims:
        """Unauthenticated `PREVIEW_TOKEN_INVALID` or `PREVIEW_TOKEN_EXPIRED`."""


class Identity(Protocol):
    """Bearer tokens of people and machines."""

    def verify(self, bearer: str) -> Principal:
        """The caller. Unauthenticated when the token is missing, foreign, expired or badly signed."""
