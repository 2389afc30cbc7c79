"""Parent of a build that runs without bubblewrap: sets the limits, and ends everything that was started below it.

Run as a program with nothing but the standard library: `supervisor.py NPROC FSIZE NOFILE -- command...`.
"""

import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
from pathlib import Path
from types import FrameType

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_SWEEP_SECONDS = 5.0


def main(arguments: list[str]) -> int:
    """Run the command to its end, then its leftovers to theirs; its exit code."""
    processes, file_bytes, open_files = (int(number) for number in arguments[:3])
    if sys.platform == "linux":
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
        _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    signal.signal(signal.SIGTERM, _stop)
    child = os.fork()
    if child == 0:
        _become(arguments[4:], processes, file_bytes, open_files)
    status = _wait_for(child)
    _end_everything()
    code = os.waitstatus_to_exitcode(status)
    return 128 - code if code < 0 else code


def _become(command: list[str], processes: int, file_bytes: int, open_files: int) -> None:
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if sys.platform == "linux":
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        for kind, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, file_bytes),
            (resource.RLIMIT_NOFILE, open_files),
            (resource.RLIMIT_NPROC, processes),
        ):
            if most >= 0:
                _lower(kind, most)
        os.execvp(command[0], command)  # noqa: S606  # no shell is the point
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(127)


def _lower(kind: int, most: int) -> None:
    hard = resource.getrlimit(kind)[1]
    value = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(kind, (value, value))


def _wait_for(child: int) -> int:
    while True:
        pid, status = os.wait()
        if pid == child:
            return status


def _stop(_signal: int, _frame: FrameType | None) -> None:
    _end_everything()
    os._exit(143)


def _end_everything() -> None:
    """Kill all descendants until none is left; orphans come to this process, so none can hide."""
    until = time.monotonic() + _SWEEP_SECONDS
    while time.monotonic() < until:
        for signal_number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in _descendants():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal_number)
        if not _reap():
            return
        time.sleep(0.002)


def _reap() -> bool:
    """Whether a child is left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _descendants() -> list[int]:
    below: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError, ValueError):
            parent = int(entry.read_bytes().rpartition(b")")[2].split()[1])
            below.setdefault(parent, []).append(int(entry.parent.name))
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        children = below.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
