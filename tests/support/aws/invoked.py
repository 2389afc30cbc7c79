"""A Lambda client that gives one answer, and what such an answer looks like."""

import io
import json
from typing import Any


class Invoked:
    """Remembers what it was asked; an exception is raised, whatever else is given."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.events: list[Any] = []
        self.kinds: list[str] = []

    def invoke(self, *, FunctionName: str, Payload: bytes, InvocationType: str = "RequestResponse") -> Any:
        self.events.append((FunctionName, json.loads(Payload)))
        self.kinds.append(InvocationType)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def said(document: Any, **more: str) -> dict[str, Any]:
    """What a function returned, as bytes or to be written as JSON."""
    raw = document if isinstance(document, bytes) else json.dumps(document).encode()
    return {"Payload": io.BytesIO(raw), **more}
