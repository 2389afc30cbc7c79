"""One holder at a time for a folder: an advisory lock the kernel releases when its holder dies."""

import fcntl
import os
import time
from pathlib import Path
from types import TracebackType
from typing import Self


class AlreadyLocked(RuntimeError):
    """Somebody else holds the lock."""


class FileLock:
    """Holds `path` locked for the length of a `with` block, waiting up to `wait_seconds` for it."""

    def __init__(self, path: str | Path, wait_seconds: float = 0) -> None:
        self.path = Path(path)
        self.wait_seconds = wait_seconds
        self._handle: int | None = None

    def __enter__(self) -> Self:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        deadline = time.monotonic() + self.wait_seconds
        while not self._try():
            if time.monotonic() >= deadline:
                os.close(self._handle)
                raise AlreadyLocked(str(self.path))
            time.sleep(0.1)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        if self._handle is not None:
            os.close(self._handle)

    def _try(self) -> bool:
        assert self._handle is not None  # noqa: S101 - only called inside the block
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
