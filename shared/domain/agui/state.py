"""The shared state of an AG-UI run: whole the first time, then what changed of it, as JSON Patch."""

import json
from typing import Any


class KnownState:
    """What the client of one segment knows."""

    def __init__(self) -> None:
        self._known: dict[str, Any] | None = None

    def tell(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        """The event that brings the client to `state`; none when it is there."""
        known, self._known = self._known, state
        if known is None:
            return [{"type": "STATE_SNAPSHOT", "snapshot": state}]
        delta = _changes(known, state)
        return [{"type": "STATE_DELTA", "delta": delta}] if delta else []


def _changes(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """Member by member of the outermost object."""
    gone = [{"op": "remove", "path": _pointer(name)} for name in before if name not in after]
    new = [
        {"op": "replace" if name in before else "add", "path": _pointer(name), "value": value}
        for name, value in after.items()
        if name not in before or _text(before[name]) != _text(value)
    ]
    return gone + new


def _text(value: Any) -> str:
    """Compared as JSON, where `true` is not `1`."""
    return json.dumps(value, sort_keys=True)


def _pointer(name: str) -> str:
    return "/" + name.replace("~", "~0").replace("/", "~1")
