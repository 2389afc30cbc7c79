"""Small changes to the emulator, kept in one place: two fixed waits, and who saves its state."""

import time
import types
from typing import Any

START_PAUSE = 0.15
LOG_WAIT = 0.005


class _Clock(types.SimpleNamespace):
    """The `time` module, with one pause left out."""


def tune() -> None:
    """Apply every change; called once, before the emulator serves."""
    drop_start_pause()
    shorten_log_wait()


def drop_start_pause() -> None:
    """Begin an execution's first state at once, as AWS does, instead of after a fixed 150 ms."""
    from ministack.services import stepfunctions

    names: dict[str, Any] = {name: getattr(time, name) for name in dir(time) if not name.startswith("_")}
    names["sleep"] = lambda seconds: None if seconds == START_PAUSE else time.sleep(seconds)
    stepfunctions.time = _Clock(**names)


def shorten_log_wait() -> None:
    """A function that logs nothing is waited for 50 ms after it ended; 5 ms are enough to collect late lines."""
    from ministack.core.lambda_runtime import Worker

    _, idle, cap = Worker._drain_stderr_bounded.__defaults__
    Worker._drain_stderr_bounded.__defaults__ = (LOG_WAIT, idle, cap)


def leave_saving_to_us(app_module: Any) -> Any:
    """Make the emulator's own save at shutdown write nothing; returns its list of what could be saved."""
    getters = app_module._build_persistence_save_dict
    app_module._build_persistence_save_dict = dict
    return getters
