"""Small changes to the emulator, kept in one place: two fixed waits, processes at once, and who saves its state."""

import os
import re
import threading
import time
import types
from collections import defaultdict
from collections.abc import Callable
from contextlib import nullcontext, suppress
from typing import Any

Execute = Callable[[dict[str, Any], Any, str], Any]
Acquire = Callable[..., tuple[Any, str]]

START_PAUSE = 0.15
LOG_WAIT = 0.005
AT_ONCE = 4
"""Calls of one function; one beyond them waits for its turn."""
STARTING = max(2, os.cpu_count() or 2)
"""Processes of functions that are started at the same time."""
OWNED = re.compile(r"/apps/([^/?]+)/")
WAITS_FOR_OTHERS = ("-agent_step", "-plan_step", "-api", "-authorizer")
"""Functions whose calls wait for a model or for another function: any number at once."""


class _Clock(types.SimpleNamespace):
    """The `time` module, with one pause left out."""


def tune() -> None:
    """Apply every change; called once, before the emulator serves."""
    drop_start_pause()
    shorten_log_wait()
    bound_processes()


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


def bound_processes() -> None:
    """Two hundred saves at once are not two hundred compilers of 60 MB on two cores: they take turns.

    Nor are fifty runs fifty imports at once: a few processes start, and whichever is free first takes the next call.
    """
    from ministack.core import lambda_runtime
    from ministack.services import lambda_svc

    lambda_svc._execute_function_warm = taking_turns(lambda_svc._execute_function_warm)
    starts = Starts(lambda_runtime.acquire_worker, lambda_runtime.release_worker, lambda_runtime.ensure_spawned)
    lambda_svc.acquire_worker, lambda_svc.release_worker = starts.acquire, starts.release


def taking_turns(execute: Execute) -> Execute:
    """`execute`, at most `AT_ONCE` times at once for each function that computes, and half of that for one tenant."""
    turns: dict[str, threading.Semaphore] = defaultdict(lambda: threading.Semaphore(AT_ONCE))
    shares: dict[tuple[str, str], threading.Semaphore] = defaultdict(lambda: threading.Semaphore(AT_ONCE // 2))

    def in_turn(function: dict[str, Any], event: Any, request_id: str) -> Any:
        name = str(function.get("config", function).get("FunctionName", ""))
        if name.endswith(WAITS_FOR_OTHERS):
            return execute(function, event, request_id)
        tenant = tenant_of(event)
        with shares[name, tenant] if tenant else nullcontext(), turns[name]:
            return execute(function, event, request_id)

    return in_turn


def tenant_of(event: Any) -> str:
    """Whose source the fast gate is asked to read, by the address of its archive; empty for every other call."""
    source = event.get("source") if isinstance(event, dict) else None
    url = source.get("url") if isinstance(source, dict) else None
    found = OWNED.search(url) if isinstance(url, str) else None
    return found[1] if found else ""


class Starts:
    """Hands out processes: a free one at once, a new one when it is this call's turn to start one."""

    def __init__(self, acquire: Acquire, release: Callable[[Any], None], spawn: Callable[[Any], None]) -> None:
        self._acquire, self._release, self._spawn = acquire, release, spawn
        self._starting = 0
        self._changed = threading.Condition()

    def acquire(self, name: str, config: dict[str, Any], code: bytes, **options: Any) -> tuple[Any, str]:
        """As the emulator's own, but it returns with a process that runs; one that cannot start says so when called."""
        with self._changed:
            while True:
                free = self._take_free(name, config, code, options)
                if free is not None:
                    return free
                if self._starting < STARTING:
                    break
                self._changed.wait()
            self._starting += 1
        try:
            taken = self._acquire(name, config, code, **options)
            with suppress(Exception):
                self._spawn(taken[0])
            return taken
        finally:
            self._change(-1)

    def release(self, worker: Any) -> None:
        """A process is free: those that wait may look."""
        self._release(worker)
        self._change(0)

    def _take_free(self, name: str, config: dict[str, Any], code: bytes, options: Any) -> tuple[Any, str] | None:
        """One below the number there is would be a new one, so the emulator is asked for no more than there are."""
        worker, reason = self._acquire(name, config, code, max_concurrency=1, **options)
        return None if worker is None else (worker, reason)

    def _change(self, starting: int) -> None:
        with self._changed:
            self._starting += starting
            self._changed.notify_all()


def leave_saving_to_us(app_module: Any) -> Any:
    """Make the emulator's own save at shutdown write nothing; returns its list of what could be saved."""
    getters = app_module._build_persistence_save_dict
    app_module._build_persistence_save_dict = dict
    return getters
