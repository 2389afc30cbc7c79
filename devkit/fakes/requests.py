"""Kept answers, preview tokens and bearer tokens in memory."""

import json
import threading
from typing import NamedTuple

from devkit.fakes.clock import FakeClock
from shared.domain.errors import (
    IdempotencyMismatch,
    PreviewTokenExpired,
    PreviewTokenInvalid,
    Transient,
    Unauthenticated,
)
from shared.domain.identity import Principal
from shared.domain.limits import DEFAULT_LIMITS
from shared.ports.requests import PreviewClaims, StoredAnswer

CLAIM_SECONDS = 60


class _Claim(NamedTuple):
    fingerprint: str
    until: float
    answer: StoredAnswer | None


class FakeIdempotencyStore:
    """`IdempotencyStore`: a claim lapses after a minute, an answer after a day."""

    def __init__(self, clock: FakeClock | None = None) -> None:
        self._clock = clock or FakeClock()
        self._lock = threading.Lock()
        self._claims: dict[tuple[str, str], _Claim] = {}

    def begin(self, tenant_id: str, key: str, fingerprint: str) -> StoredAnswer | None:
        with self._lock:
            claim = self._claims.get((tenant_id, key))
            if claim is None or claim.until <= self._now():
                self._claims[tenant_id, key] = _Claim(fingerprint, self._now() + CLAIM_SECONDS, None)
                return None
        if claim.fingerprint != fingerprint:
            raise IdempotencyMismatch("This key was used for another request.")
        if claim.answer is None:
            raise Transient("The first request with this key is still at work.")
        return claim.answer

    def finish(self, tenant_id: str, key: str, answer: StoredAnswer) -> None:
        with self._lock:
            claim = self._claims.get((tenant_id, key))
            if claim is not None and claim.answer is None:
                until = self._now() + DEFAULT_LIMITS.idempotency_seconds
                self._claims[tenant_id, key] = claim._replace(answer=answer, until=until)

    def abandon(self, tenant_id: str, key: str) -> None:
        with self._lock:
            claim = self._claims.get((tenant_id, key))
            if claim is not None and claim.answer is None:
                del self._claims[tenant_id, key]

    def _now(self) -> float:
        return self._clock.now().timestamp()


class FakePreviewTokens:
    """`PreviewTokens`: readable tokens, not signed. Those of one `kind` are nothing to another."""

    def __init__(self, clock: FakeClock | None = None, kind: str = "preview") -> None:
        self._clock = clock or FakeClock()
        self._mark = f"{kind}."

    def issue(self, claims: PreviewClaims, seconds: int) -> str:
        return self._mark + json.dumps([*claims, self._clock.now().timestamp() + seconds]).encode().hex()

    def verify(self, token: str) -> PreviewClaims:
        try:
            *claims, until = json.loads(bytes.fromhex(token.removeprefix(self._mark)))
            found = PreviewClaims(*claims)
        except (ValueError, TypeError) as error:
            raise PreviewTokenInvalid("The preview token is not valid.") from error
        if until <= self._clock.now().timestamp():
            raise PreviewTokenExpired("The preview token has expired.")
        return found


class FakeIdentity:
    """`Identity`: the tokens it was told about."""

    def __init__(self) -> None:
        self._principals: dict[str, Principal] = {}

    def add(self, bearer: str, principal: Principal) -> str:
        self._principals[bearer] = principal
        return bearer

    def verify(self, bearer: str) -> Principal:
        if bearer not in self._principals:
            raise Unauthenticated("The token is not valid.")
        return self._principals[bearer]
