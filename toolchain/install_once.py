"""Something beside the toolchain that is installed once, by one process, whole or not at all."""

import contextlib
import shutil
import subprocess
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

from toolchain.filelock import AlreadyLocked, FileLock
from toolchain.node import NodeMissing

_FAULTS = (OSError, subprocess.SubprocessError, tarfile.TarError, AlreadyLocked, NodeMissing)
"""What an installation can fail with; the program works without it."""
_LOCK_WAIT_SECONDS = 300
_NEXT_TRY_SECONDS = 24 * 3600


def install_once(
    home: Path,
    add: Callable[[Path], None],
    progress: Callable[[str], None],
    words: str,
    *,
    otherwise: str,
    always: bool = False,
) -> bool:
    """Whether `home` is there. Unless it is, `words` are told and `add` fills it.

    What fails is told as `otherwise`, and tried again a day later (`always`: at the next start).
    """
    if home.is_dir() or (_failed_lately(home) and not always):
        return home.is_dir()
    try:
        home.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(home.with_suffix(".lock"), wait_seconds=_LOCK_WAIT_SECONDS):
            if not home.is_dir():
                progress(words)
                _fill(home, add)
    except _FAULTS as error:
        with contextlib.suppress(OSError):
            _mark(home).touch()
        progress(f"{otherwise} (it could not be installed: {type(error).__name__})")
    return home.is_dir()


def _fill(home: Path, add: Callable[[Path], None]) -> None:
    staging = home.with_suffix(".tmp")
    shutil.rmtree(staging, ignore_errors=True)
    try:
        add(staging)
        staging.rename(home)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _failed_lately(home: Path) -> bool:
    """Whether an installation failed in the last day."""
    try:
        return time.time() - _mark(home).stat().st_mtime < _NEXT_TRY_SECONDS
    except OSError:
        return False


def _mark(home: Path) -> Path:
    return home.with_suffix(".failed")
