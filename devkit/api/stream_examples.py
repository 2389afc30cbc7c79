"""A few lines of each stream, for the document."""

import json
from typing import Any

from shared.domain.builds.build_status import BuildStatus

_AT = "2026-11-22T07:00:00.000Z"
_PROJECT = {"project_id": "app_01k9yzr3n5d7t8v2w4x6y8z001"}


def _event(seq: int, stage: str, **chunk: Any) -> str:
    fields = {**chunk, "seq": seq, "at": _AT, "request_id": "req-0f3c2a1b", "stage": stage}
    return f"id: {seq}\ndata: {json.dumps(fields)}\n\n"


def _fed(event: str, **schema: Any) -> str:
    return f"event: {event}\ndata: {json.dumps(schema | _PROJECT)}\n\n"


def _happened(seq: int, kind: str, **schema: Any) -> str:
    body = {"kind": kind, "seq": seq, **schema}
    return f"id: {seq}\nevent: {kind}\ndata: {json.dumps(body)}\n\n"


STREAMS = {
    "AppEvent": (
        _happened(1763794800000, "ready")
        + _happened(
            1763794800001,
            "build_ended",
            at=_AT,
            app_id=_PROJECT["project_id"],
            revision_id="rev_01k9yzr3n5d7t8v2w4x6y8z002",
            status=BuildStatus.SUCCEEDED,
        )
    ),
    "RunEvent": (
        _event(41, "edit", type="text-delta", id="text-0-1-1", delta="The title is green now.")
        + _event(42, "edit", type="text-end", id="text-0-1-1")
        + _event(43, "build", type="data-stage", data={"stage": "build", "message": ""})
        + _event(44, "done", type="finish")
        + "data: [DONE]\n\n"
    ),
    "ProjectEvent": (
        _fed("heartbeat", server_time=_AT, status="alive", connections=1)
        + _fed(
            "code_changed",
            new_code=None,
            revision_id="rev_01k9yzr3n5d7t8v2w4x6y8z002",
            files=[{"path": "public/logo.svg", "change": "added"}],
            files_changed=1,
        )
    ),
}
"""A few lines of each stream, by the event it is of."""
