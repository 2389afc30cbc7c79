"""Watching one running command: its output, its time, its memory, its processes and its disk."""

import os
import selectors
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from shared.domain.builds.worker_contract import Limits, Reason
from worker.sandbox import tree
from worker.sandbox.base import PROJECT_BYTES, PROJECT_ENTRIES, Outcome

TICK_SECONDS = 0.05
MOST_TREE_SECONDS = 0.25
MEMORY_BYTES_A_SECOND = 2 * 1024**3
DISK_SECONDS = 0.5
DRAIN_SECONDS = 1.0
_CHUNK = 65536


@dataclass(frozen=True)
class Running:
    """A started command: the process to wait for, its output, how to end everything it started, what it may fill."""

    process: subprocess.Popen[bytes]
    end: Callable[[], None]
    project: Path
    skipped: str = "node_modules"
    most_bytes: int = PROJECT_BYTES
    most_entries: int = PROJECT_ENTRIES


class _Stop(Exception):
    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


def watch(running: Running, limits: Limits, cancel: threading.Event) -> Outcome:
    """Wait for the end or cause it. Whatever happens, everything is ended before this returns."""
    watcher = _Watcher(running, limits, cancel)
    reason: Reason | None = None
    message = ""
    try:
        watcher.until_end()
    except _Stop as stop:
        reason, message = stop.reason, stop.message
    finally:
        running.end()
        watcher.close()
    code = running.process.returncode
    return Outcome(None if reason else _exit_code(code), bytes(watcher.output), reason, message)


def _exit_code(returncode: int | None) -> int | None:
    return 128 - returncode if returncode is not None and returncode < 0 else returncode


class _Watcher:
    def __init__(self, running: Running, limits: Limits, cancel: threading.Event) -> None:
        if running.process.stdout is None:
            raise ValueError("the command's output must be a pipe")
        self.output = bytearray()
        self._running, self._limits, self._cancel = running, limits, cancel
        self._pipe = running.process.stdout
        self._deadline = time.monotonic() + limits.wall_seconds
        self._next_disk = time.monotonic() + DISK_SECONDS
        self._next_tick = self._next_tree = time.monotonic() + TICK_SECONDS
        self._selector = selectors.DefaultSelector()
        self._pidfd = _open_pidfd(running.process.pid)
        os.set_blocking(self._pipe.fileno(), False)
        for watched in (self._pipe.fileno(), self._pidfd):
            if watched is not None:
                self._selector.register(watched, selectors.EVENT_READ)

    def until_end(self) -> None:
        """Return when the process is gone; raise _Stop when it has to go."""
        while self._running.process.poll() is None:
            self._selector.select(TICK_SECONDS)
            if self._read() and self._at_pipe_end():
                return
            if time.monotonic() >= self._next_tick:
                self._check()
        self._read()

    def close(self) -> None:
        """Take what is left in the pipe (a stopped command's last words), then let go of everything."""
        drained_by = time.monotonic() + DRAIN_SECONDS
        while len(self.output) <= self._limits.output_bytes and time.monotonic() < drained_by:
            if self._read_once() == b"":
                break
            self._selector.select(0.005)
        del self.output[self._limits.output_bytes :]
        self._selector.close()
        self._pipe.close()
        if self._pidfd is not None:
            os.close(self._pidfd)

    def _at_pipe_end(self) -> bool:
        """The pipe is closed, mostly because the process ends now; one that closed it itself is watched on."""
        self._selector.unregister(self._pipe.fileno())
        try:
            self._running.process.wait(0.25)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _read(self) -> bool:
        """Take what the pipe holds; True at its end."""
        if self._pipe.fileno() not in self._selector.get_map():
            return False
        while (chunk := self._read_once()) is not None:
            if chunk == b"":
                return True
            if len(self.output) > self._limits.output_bytes:
                raise _Stop("output_limit", f"The build printed more than {self._limits.output_bytes} bytes.")
        return False

    def _read_once(self) -> bytes | None:
        try:
            chunk = os.read(self._pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return None
        self.output += chunk
        return chunk

    def _check(self) -> None:
        now = time.monotonic()
        self._next_tick = now + TICK_SECONDS
        if self._cancel.is_set():
            raise _Stop("cancelled", "The build was cancelled.")
        if now >= self._deadline:
            raise _Stop("timeout", f"The build took longer than {self._limits.wall_seconds} seconds.")
        if now >= self._next_tree:
            self._check_tree(now)
        if now >= self._next_disk:
            self._next_disk = now + DISK_SECONDS
            self._check_disk()

    def _check_tree(self, now: float) -> None:
        """Look at the tree, and again before it can have touched what is left of its memory; looking costs CPU time."""
        pid = self._running.process.pid
        used = tree.usage([pid, *tree.descendants(pid)])
        left = self._limits.memory_bytes - used.memory_bytes
        if left < 0:
            raise _Stop("memory", f"The build used more than {self._limits.memory_bytes // 1024**2} MiB of memory.")
        if used.tasks > self._limits.processes + 16:
            raise _Stop("process_limit", f"The build ran more than {self._limits.processes} processes and threads.")
        if self._limits.cpu_seconds is not None and used.cpu_seconds > self._limits.cpu_seconds:
            raise _Stop("timeout", f"The build used more than {self._limits.cpu_seconds} seconds of processor time.")
        self._next_tree = now + min(MOST_TREE_SECONDS, left / MEMORY_BYTES_A_SECOND)

    def _check_disk(self) -> None:
        allowed = self._running
        size, entries = disk_usage(allowed.project, allowed.skipped, allowed.most_entries)
        if size > allowed.most_bytes or entries > allowed.most_entries:
            raise _Stop("disk_limit", "The build wrote more into the project than a build may.")


def disk_usage(root: Path, skipped: str, most_entries: int) -> tuple[int, int]:
    """Allocated bytes and entries below `root`, without the directory `skipped` at its top; stops early when over."""
    size = entries = 0
    waiting = [str(root)]
    while waiting:
        directory = waiting.pop()
        for entry in _scan(directory):
            entries += 1
            if entries > most_entries:
                return size, entries
            if not entry.is_dir(follow_symlinks=False):
                size += _allocated(entry)
            elif entry.name != skipped or directory != str(root):
                waiting.append(entry.path)
    return size, entries


def _scan(directory: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as found:
            return list(found)
    except OSError:
        return []


def _allocated(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat(follow_symlinks=False).st_blocks * 512
    except OSError:
        return 0


def _open_pidfd(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except (OSError, AttributeError):
        return None
