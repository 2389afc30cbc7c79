"""The browser of local builds: the packaged headless shell, installed once where it runs, else the machine's own."""

import contextlib
import os
import platform
import shutil
import subprocess
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

from infra.add_browser import add_browser
from local.filelock import AlreadyLocked, FileLock
from local.node import NodeMissing
from worker.page.browser import Browser, find_browser, find_shell, own_browser
from worker.toolchain import Toolchain

_LOCK_WAIT_SECONDS = 300
_NEXT_TRY_SECONDS = 24 * 3600
_NONE = "no Chromium on this machine, so the agent has no `browser`: install one, or name it with CHROMIUM"


def ensure_browser(
    toolchain: Toolchain,
    progress: Callable[[str], None],
    *,
    add: Callable[[Path], None] = add_browser,
    machine: str = f"{platform.system()} {platform.machine()}",
) -> bool:
    """Whether pages can be opened here; without a browser all else works.

    The packaged shell runs on x86_64 Linux only. It is installed beside a whole browser too, which takes three times
    the processor time for a page; that one serves when the shell cannot be had, until the next try a day later.
    """
    found = find_browser(toolchain)
    if os.environ.get("CHROMIUM") or machine != "Linux x86_64" or find_shell(toolchain):
        if found is None:
            progress(_NONE)
        return found is not None
    if found is None or not _failed_lately(own_browser(toolchain).parent):
        _try_to_install(own_browser(toolchain).parent, add, progress, found)
    return find_browser(toolchain) is not None


def _try_to_install(
    home: Path, add: Callable[[Path], None], progress: Callable[[str], None], otherwise: Browser | None
) -> None:
    try:
        _install(home, add, progress)
    except (OSError, subprocess.SubprocessError, tarfile.TarError, AlreadyLocked, NodeMissing) as error:
        instead = f"pages are opened in {otherwise.program}, which takes longer" if otherwise else _NONE
        progress(f"{instead} (the packaged one could not be installed: {type(error).__name__})")
        with contextlib.suppress(OSError):
            _mark(home).touch()


def _failed_lately(home: Path) -> bool:
    try:
        return time.time() - _mark(home).stat().st_mtime < _NEXT_TRY_SECONDS
    except OSError:
        return False


def _mark(home: Path) -> Path:
    return home.with_suffix(".failed")


def _install(home: Path, add: Callable[[Path], None], progress: Callable[[str], None]) -> None:
    home.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(home.with_suffix(".lock"), wait_seconds=_LOCK_WAIT_SECONDS):
        if home.is_dir():
            return
        progress("installing a headless Chromium (once, 65 MB)")
        staging = home.with_suffix(".tmp")
        shutil.rmtree(staging, ignore_errors=True)
        try:
            add(staging)
            staging.rename(home)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
