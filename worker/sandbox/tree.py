"""Reading a process tree from /proc: who is in it, how much memory and how many threads it has."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

_PROC = "/proc"
_MEMORY = re.compile(rb"^(?:RssAnon|RssShmem):\s+(\d+) kB", re.MULTILINE)
_THREADS = re.compile(rb"^Threads:\s+(\d+)", re.MULTILINE)
_READ_BYTES = 1024 * 1024
_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Usage:
    """What a tree holds at one moment."""

    memory_bytes: int = 0
    tasks: int = 0
    cpu_seconds: float = 0.0
    """Of the processes that live and the children they have waited for."""


def descendants(pid: int, *, scan: bool = False) -> list[int]:
    """Every process below `pid`, parents before children; empty where there is no /proc. `scan` reads all of /proc."""
    listed = not scan and _exists(f"{_PROC}/self/task/{os.getpid()}/children")
    children = _children_of if listed else _ScannedChildren()
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children(waiting.pop())
        found += below
        waiting += below
    return found


def usage(pids: list[int]) -> Usage:
    """Private and shared-anonymous memory, threads and time of `pids`; a process that is gone counts nothing."""
    memory = tasks = ticks = 0
    for pid in pids:
        status = _read(f"{_PROC}/{pid}/status")
        memory += sum(int(kilobytes) for kilobytes in _MEMORY.findall(status)) * 1024
        tasks += sum(int(count) for count in _THREADS.findall(status))
        ticks += _ticks_of(pid)
    return Usage(memory, tasks, ticks / _TICKS_A_SECOND)


def _ticks_of(pid: int) -> int:
    """utime, stime, cutime and cstime of proc_pid_stat(5)."""
    fields = _read(f"{_PROC}/{pid}/stat").rpartition(b")")[2].split()
    return sum(map(int, fields[11:15]))


def _children_of(pid: int) -> list[int]:
    tasks = f"{_PROC}/{pid}/task"
    return [int(child) for task in _names(tasks) for child in _read(f"{tasks}/{task}/children").split()]


class _ScannedChildren:
    """The same answer from one pass over /proc, for kernels without `children` files."""

    def __init__(self) -> None:
        self._below: dict[int, list[int]] = {}
        for name in _names(_PROC):
            if name.isdecimal():
                self._below.setdefault(parent_of(int(name)), []).append(int(name))

    def __call__(self, pid: int) -> list[int]:
        return self._below.get(pid, [])


def parent_of(pid: int) -> int:
    """The parent of `pid`, 0 when it is gone."""
    fields = _read(f"{_PROC}/{pid}/stat").rpartition(b")")[2].split()
    return int(fields[1]) if len(fields) > 1 else 0


def start_time_of(pid: int) -> int:
    """When `pid` was started, in ticks since boot; 0 when it is gone or only waits to be reaped."""
    fields = _read(f"{_PROC}/{pid}/stat").rpartition(b")")[2].split()
    return int(fields[19]) if len(fields) > 19 and fields[0] not in (b"Z", b"X") else 0


def tasks_of(uid: int) -> int:
    """How many threads the user has on the whole machine: what the kernel counts against RLIMIT_NPROC."""
    return usage([int(name) for name in _names(_PROC) if name.isdecimal() and _owner(f"{_PROC}/{name}") == uid]).tasks


@dataclass(frozen=True)
class Marks:
    """What tells a job's processes from others when their parent is gone."""

    session: int
    directory: str
    uid: int | None


def marked(marks: Marks) -> Iterator[int]:
    """Every living process of the session, of the job's own user, or at home in the job's directory."""
    for name in _names(_PROC):
        if name.isdecimal() and int(name) != os.getpid() and _bears(f"{_PROC}/{name}", marks):
            yield int(name)


def _bears(process: str, marks: Marks) -> bool:
    fields = _read(f"{process}/stat").rpartition(b")")[2].split()
    if len(fields) < 4 or fields[0] in (b"Z", b"X"):
        return False
    if int(fields[3]) == marks.session or (marks.uid is not None and _owner(process) == marks.uid):
        return True
    return marks.directory.encode() in _read(f"{process}/environ") or _directory(process).startswith(marks.directory)


def _directory(process: str) -> str:
    try:
        return os.readlink(f"{process}/cwd")  # noqa: PTH115  # a text, also for a deleted directory
    except OSError:
        return ""


def _owner(process: str) -> int:
    try:
        return os.stat(process).st_uid  # noqa: PTH116  # as below
    except OSError:
        return -1


def _exists(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110  # as below


def _names(directory: str) -> list[str]:
    try:
        return os.listdir(directory)  # noqa: PTH208  # this runs many times a second: texts cost a tenth of Path objects
    except OSError:
        return []


def _read(path: str) -> bytes:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return os.read(handle, _READ_BYTES)
    except OSError:
        return b""
    finally:
        os.close(handle)
