"""The provider's own answer, whole and untyped, kept beside the run for audit."""

import json
from typing import Any

from shared.domain.agent.model_messages import Completed
from shared.domain.errors import AppError, NotFound
from shared.domain.runs.iteration import ResponseNote
from shared.domain.runs.run import Run
from shared.ports.storage import BlobStore

_MOST_BYTES = 4_000_000


def keep_response(run: Run, number: int, completed: Completed, blobs: BlobStore) -> str | None:
    """Store what the provider answered in iteration `number`; its key, or None when there is nothing to keep.

    One that is too large, or cannot be stored now, is left out: the answer itself is worth more than its record.
    """
    said = completed.raw.get("response")
    body = json.dumps(said, separators=(",", ":")).encode() if said else b""
    if not 0 < len(body) <= _MOST_BYTES:
        return None
    key = f"apps/{run.tenant_id}/{run.app_id}/runs/{run.id}/answers/{number:04d}-{run.lease.attempt}.json"
    try:
        blobs.put(key, body, "application/json")
    except AppError:
        return None
    return key


def kept_response(note: ResponseNote | None, blobs: BlobStore) -> dict[str, Any]:
    """What was kept; nothing when nothing was."""
    if note is None or note.kept is None:
        return {}
    try:
        read: dict[str, Any] = json.loads(blobs.get(note.kept, max_bytes=_MOST_BYTES))
    except NotFound:
        return {}
    return read
