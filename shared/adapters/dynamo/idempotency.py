"""Answers kept for repeated requests, in DynamoDB."""

from typing import Any

from boto3.dynamodb.conditions import Attr

from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.bodies import Bodies
from shared.adapters.dynamo.table.items import Item
from shared.adapters.dynamo.table.table import Table
from shared.adapters.dynamo.table.writes import ABSENT, delete, equals, put, update
from shared.adapters.s3 import blob_keys
from shared.domain.errors import IdempotencyMismatch, RequestPending
from shared.domain.limits import DEFAULT_LIMITS
from shared.ports.clock import Clock
from shared.ports.requests import StoredAnswer
from shared.ports.storage import BlobStore

CLAIM_SECONDS, _RETRY_AFTER = 60, 1
_WORKING, _ANSWERED = "working", "answered"


class DynamoIdempotencyStore:
    """`IdempotencyStore`. A claim lapses after a minute, so that a crash does not hold the key for a day."""

    def __init__(self, table: Table, blobs: BlobStore, clock: Clock) -> None:
        self._table = table
        self._bodies = Bodies(blobs)
        self._clock = clock

    def begin(self, tenant_id: str, key: str, fingerprint: str) -> StoredAnswer | None:
        claim = {"state": _WORKING, "fingerprint": fingerprint, "ttl": self._now() + CLAIM_SECONDS}
        item = keys.idempotency(tenant_id, key) | claim
        failures = self._table.attempt(put(item, ABSENT | Attr("ttl").lte(self._now())))
        return self._known(failures[0].stored or {}, fingerprint) if failures else None

    def finish(self, tenant_id: str, key: str, answer: StoredAnswer) -> None:
        today = self._clock.now().date().isoformat()
        body = self._bodies.pack(answer.body.encode(), blob_keys.answer_bodies(tenant_id, today))
        lasting: dict[str, Any] = {
            "state": _ANSWERED,
            "status": answer.status,
            "ttl": self._now() + DEFAULT_LIMITS.idempotency_seconds,
        }
        if answer.scopes is not None:
            lasting["scopes"] = sorted(answer.scopes)
        place = keys.idempotency(tenant_id, key)
        # a refusal means that nobody claimed the key or that the first answer stands
        self._table.attempt(update(place, equals("state", _WORKING), values=lasting | body, optional=True))

    def abandon(self, tenant_id: str, key: str) -> None:
        self._table.attempt(delete(keys.idempotency(tenant_id, key), equals("state", _WORKING), optional=True))

    def _known(self, stored: Item, fingerprint: str) -> StoredAnswer:
        if stored.get("fingerprint") != fingerprint:
            raise IdempotencyMismatch("This key was used for another request.")
        if stored.get("state") != _ANSWERED:
            raise RequestPending("The first request with this key is still running.", retry_after=_RETRY_AFTER)
        scopes = frozenset(stored["scopes"]) if "scopes" in stored else None
        return StoredAnswer(stored["status"], self._bodies.unpack(stored).decode(), scopes)

    def _now(self) -> int:
        return int(self._clock.now().timestamp())
