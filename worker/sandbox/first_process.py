"""A handle on the first process of a sandbox: when it is gone, the kernel has ended its whole pid namespace."""

import contextlib
import os
import select
import signal
import time
from dataclasses import dataclass

from worker.sandbox.tree import start_time_of

_GONE_SECONDS = 10.0


@dataclass(frozen=True)
class FirstProcess:
    """`descriptor` is a pidfd, None before Linux 5.3. With the start time a reused number is recognised."""

    pid: int
    start_time: int
    descriptor: int | None

    def kill(self) -> None:
        """Kill it, when there is a handle that cannot mean another process."""
        if self.descriptor is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.descriptor, signal.SIGKILL)

    def wait_until_gone(self) -> None:
        """Return when it is gone, or after ten seconds."""
        if self.descriptor is not None:
            select.select([self.descriptor], [], [], _GONE_SECONDS)
            os.close(self.descriptor)
            return
        until = time.monotonic() + _GONE_SECONDS
        while start_time_of(self.pid) == self.start_time and time.monotonic() < until:
            time.sleep(0.002)


def first_process(pid: int) -> FirstProcess | None:
    """The handle on this process; None when it is gone already."""
    start_time = start_time_of(pid)
    try:
        return FirstProcess(pid, start_time, os.pidfd_open(pid)) if start_time else None
    except ProcessLookupError:
        return None
    except (OSError, AttributeError):
        return FirstProcess(pid, start_time, None)
