"""What every task has in its hands: the job, its place, a sandbox, and what becomes known while it runs."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from shared.domain.builds.worker_contract import Job, Limits, Reason
from worker.ansi import plain
from worker.contract import Part
from worker.dist import DistFile
from worker.page.browser import Browser
from worker.sandbox.base import Command, Outcome, Sandbox, Workplace
from worker.toolchain import Toolchain


class TaskFailed(Exception):
    """The task has ended badly, for a reason of the contract."""

    def __init__(self, reason: Reason, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.exit_code = exit_code


@dataclass
class Progress:
    """What is known of a job while it runs, and what its result will hold."""

    log: bytes = b""
    files: Sequence[DistFile] = ()
    members: dict[str, bytes] = field(default_factory=dict)
    tests: Mapping[str, Any] | None = None
    page: Mapping[str, Any] | None = None
    acceptance: Sequence[Mapping[str, Any]] | None = None
    checks: Mapping[str, Part] | None = None
    original: Mapping[str, Any] | None = None
    timings: dict[str, int] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        """Note how long it took."""
        began = time.monotonic()
        try:
            yield
        finally:
            self.timings[name] = round((time.monotonic() - began) * 1000)


@dataclass(frozen=True)
class Scene:
    """One job under way: its source is unpacked in `place.project`."""

    job: Job
    place: Workplace
    toolchain: Toolchain
    sandbox: Sandbox
    cancel: threading.Event
    progress: Progress
    find_browser: Callable[[Toolchain], Browser | None]

    def run(
        self, command: Command, noun: str, *, place: Workplace | None = None, limits: Limits | None = None
    ) -> Outcome:
        """Run `command` in the sandbox. TaskFailed when nobody wants it any more, or when a limit ended it."""
        if self.cancel.is_set():
            raise TaskFailed("cancelled", f"The {noun} was cancelled.")
        outcome = self.sandbox.run(place or self.place, self.toolchain, command, limits or self.job.limits, self.cancel)
        self.progress.log += plain(outcome.output)
        if outcome.reason is not None:
            message = outcome.message.replace("The build", f"The {noun}", 1)
            raise TaskFailed(outcome.reason, message, outcome.exit_code)
        return outcome
