"""Parent of a build that runs without bubblewrap: sets the limits, and ends everything that was started below it.

Run as a program with nothing but the standard library: `supervisor.py UID NPROC FSIZE NOFILE -- command...`; a UID
of -1 leaves the user as it is. Started by root it stays root, so the build cannot reach it.
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

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 36, 38
_LIMITED = (resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE)
_SWEEP_SECONDS = 5.0
_NICENESS = 10
"""A build gives way to whatever answers people on the same processors."""


def main(arguments: list[str]) -> int:
    """Run the command to its end, then its leftovers to theirs; its exit code."""
    uid, *limits = (int(number) for number in arguments[:4])
    if sys.platform == "linux":
        _prctl(_PR_SET_CHILD_SUBREAPER, 1)
        _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    signal.signal(signal.SIGTERM, _stop)
    child = os.fork()
    if child == 0:
        _become(arguments[5:], uid, limits)
    status = _wait_for(child)
    _end_everything()
    code = os.waitstatus_to_exitcode(status)
    return 128 - code if code < 0 else code


def _become(command: list[str], uid: int, limits: list[int]) -> None:
    try:
        os.nice(_NICENESS)
        os.setpgid(0, 0)  # so that a build which kills its group does not hit this process
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        for kind, most in zip(_LIMITED, limits, strict=True):
            _lower(kind, most)
        if uid >= 0:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        if sys.platform == "linux":
            _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
            _prctl(_PR_SET_NO_NEW_PRIVS, 1)
        os.environ.pop("LC_CTYPE", None)  # Python's own addition (PEP 538)
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
