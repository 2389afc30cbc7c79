"""The local build queue: a few threads that take jobs from the tenants in turn and always say when one has ended."""

import logging
import shutil
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from shared.domain.builds.worker_contract import Job
from worker.build import run_job
from worker.packages import Packages
from worker.sandbox.base import Sandbox
from worker.toolchain import Toolchain
from worker.transfer import TransferFailed

E = TypeVar("E")


class Turns(Generic[E]):
    """First in, first out for each owner; between owners one entry a turn. Not for several threads at once."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[E]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def add(self, owner: str, entry: E) -> None:
        """Who has nothing waiting takes the last place of the round."""
        self._waiting.setdefault(owner, deque()).append(entry)

    def take(self) -> E | None:
        """The next entry; its owner goes to the end of the round. None when nothing waits."""
        if not self._waiting:
            return None
        owner, entries = self._waiting.popitem(last=False)
        entry = entries.popleft()
        if entries:
            self._waiting[owner] = entries
        return entry


log = logging.getLogger(__name__)

OnDone = Callable[[str, str, str], None]
GRACE_SECONDS = 150.0
_MOST_WAITING = 500
_JOIN_SECONDS = 60.0  # for all threads together; ending a build may take 20 where the machine is busy


class QueueFull(Exception):
    """More jobs wait than this machine will ever get to."""


@dataclass
class _Entry:
    job: Job
    cancel: threading.Event = field(default_factory=threading.Event)
    reported: bool = False


class Runner:
    """Runs jobs. `on_done(tenant_id, app_id, build_id)` is called exactly once for each accepted job, whatever happens.

    It is called on the job's thread, or on a timer's when the job neither ends nor lets itself be stopped.
    """

    def __init__(
        self,
        work_dir: Path,
        toolchain: Toolchain,
        on_done: OnDone,
        sandbox: Sandbox,
        *,
        workers: int = 2,
        grace_seconds: float = GRACE_SECONDS,
        packages: Packages | None = None,
    ) -> None:
        self._work_dir, self._toolchain, self._on_done, self._sandbox = work_dir, toolchain, on_done, sandbox
        self._grace_seconds, self._packages = grace_seconds, packages
        self._waiting: Turns[_Entry] = Turns()
        self._active: dict[str, _Entry] = {}
        self._lock = threading.Lock()
        self._arrived = threading.Condition(self._lock)
        self._stopping = False
        self._threads = [
            threading.Thread(target=self._work, name=f"build-{number}", daemon=True) for number in range(workers)
        ]

    def start(self) -> None:
        """Begin working; what an earlier process left in the work directory is removed."""
        shutil.rmtree(self._work_dir, ignore_errors=True)
        self._work_dir.mkdir(parents=True, exist_ok=True)
        self._work_dir.chmod(0o711)  # a sandbox's user enters its own folder in there, whose name nobody can list
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job) -> bool:
        """Queue the job; False when one for the same build is queued or running already."""
        with self._lock:
            if self._stopping or len(self._active) >= _MOST_WAITING:
                raise QueueFull
            if job.build_id in self._active:
                return False
            entry = self._active[job.build_id] = _Entry(job)
            self._waiting.add(job.tenant_id, entry)
            self._arrived.notify()
        return True

    def cancel(self, build_id: str) -> bool:
        """Ask the job to end soon; False when there is none."""
        with self._lock:
            entry = self._active.get(build_id)
        if entry is None:
            return False
        entry.cancel.set()
        return True

    def stop(self) -> None:
        """End every job and its children, leaving no result behind; the callers are told. Returns when all are gone."""
        with self._lock:
            self._stopping = True
            entries = list(self._active.values())
            self._arrived.notify_all()
        for entry in entries:
            entry.cancel.set()
        until = time.monotonic() + _JOIN_SECONDS
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(0.0, until - time.monotonic()))

    def state(self) -> dict[str, object]:
        """What `GET /health` says."""
        with self._lock:
            active = len(self._active)
        alive = sum(thread.is_alive() for thread in self._threads)
        return {"status": "ok" if alive else "stopped", "sandbox": self._sandbox.name, "active": active}

    def _work(self) -> None:
        while (entry := self._next()) is not None:
            self._run(entry)

    def _next(self) -> _Entry | None:
        """The next job in turn; None when the queue stops and every waiting job has been ended."""
        with self._lock:
            while not self._waiting and not self._stopping:
                self._arrived.wait()
            return self._waiting.take()

    def _run(self, entry: _Entry) -> None:
        guard = threading.Timer(entry.job.limits.wall_seconds + self._grace_seconds, self._give_up, (entry,))
        guard.daemon = True
        guard.start()
        try:
            result = run_job(
                entry.job,
                toolchain=self._toolchain,
                sandbox=self._sandbox,
                work_dir=self._work_dir,
                cancel=entry.cancel,
                wanted=lambda: not self._stopping,
                packages=self._packages,
            )
            log.info("%s %s %s %s", entry.job.build_id, result.status, result.reason or "", dict(result.timings))
        except TransferFailed as error:
            log.error("%s: no result was delivered: %s", entry.job.build_id, error)
        except Exception:  # the thread's entrypoint: it must live on, and the caller must be told
            log.exception("%s: the worker failed", entry.job.build_id)
        finally:
            guard.cancel()
            self._tell(entry)

    def _give_up(self, entry: _Entry) -> None:
        log.error("%s: the worker hangs; its build is given up", entry.job.build_id)
        entry.cancel.set()
        self._tell(entry)

    def _tell(self, entry: _Entry) -> None:
        with self._lock:
            if entry.reported:
                return
            entry.reported = True
            self._active.pop(entry.job.build_id, None)
        try:
            self._on_done(entry.job.tenant_id, entry.job.app_id, entry.job.build_id)
        except Exception:  # a caller's failure is not the queue's
            log.exception("%s: nobody could be told that the build has ended", entry.job.build_id)
