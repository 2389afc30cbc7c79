"""Small changes to the emulator's fixed waits, kept in one place."""

import types
from typing import Any


class _Clock(types.SimpleNamespace):
    """The `time` module without the pause that begins each execution."""


def tune() -> None:
    """Drop the emulator's fixed 150 ms pause before an execution's first state (AWS has none of its kind)."""
    import time

    from ministack.services import stepfunctions

    names: dict[str, Any] = {name: getattr(time, name) for name in dir(time) if not name.startswith("_")}
    names["sleep"] = lambda seconds: None if seconds == _START_PAUSE else time.sleep(seconds)
    stepfunctions.time = _Clock(**names)


_START_PAUSE = 0.15
