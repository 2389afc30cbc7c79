"""What local builds use beside the toolchain, each installed once: a browser, axe-core, TypeScript's own compiler."""

import os
import platform
import shutil
from collections.abc import Callable
from pathlib import Path

from toolchain.add_axe import add_axe
from toolchain.add_browser import add_browser, has_other_fonts
from toolchain.add_typescript import add_typescript
from toolchain.install_once import install_once
from worker.page.browser import find_browser, find_shell, own_browser
from worker.toolchain import Toolchain

_INSTALLING = "installing a headless Chromium (once, 65 MB)"
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
    home = own_browser(toolchain).parent
    _renew(home, add, progress)
    found = find_browser(toolchain)
    if os.environ.get("CHROMIUM") or machine != "Linux x86_64" or find_shell(toolchain):
        if found is None:
            progress(_NONE)
        return found is not None
    instead = f"pages are opened in {found.program}, which takes longer" if found else _NONE
    install_once(home, add, progress, _INSTALLING, otherwise=instead, always=found is None)
    return find_browser(toolchain) is not None


def _renew(home: Path, add: Callable[[Path], None], progress: Callable[[str], None]) -> None:
    """Replace a browser whose fonts are of an earlier release; it stays when the new one cannot be had."""
    if not has_other_fonts(home):
        return
    before = home.with_suffix(".before")
    shutil.rmtree(before, ignore_errors=True)
    home.rename(before)
    if install_once(home, add, progress, _INSTALLING, otherwise="the browser keeps its earlier fonts"):
        shutil.rmtree(before, ignore_errors=True)
    else:
        before.rename(home)


def ensure_axe(toolchain: Toolchain, progress: Callable[[str], None]) -> bool:
    """Whether pages are looked at for accessibility here. Nothing else needs it, so a failure is only told."""
    if toolchain.axe is None:
        return False
    otherwise = "nobody looks at the accessibility of apps before they are published"
    words = "installing axe-core, which checks accessibility (once, 1 MB)"
    return install_once(toolchain.axe.parent, add_axe, progress, words, otherwise=otherwise)


def ensure_typescript(
    toolchain: Toolchain, progress: Callable[[str], None], *, add: Callable[[Path], None] = add_typescript
) -> bool:
    """Whether types are checked by it here. Without it the project's own `tsc` does all, so a failure is only told."""
    if toolchain.typescript is None:
        return False
    otherwise = "types are checked by the project's own compiler, which takes longer"
    words = "installing TypeScript's native compiler (once, 10 MB)"
    return install_once(toolchain.typescript, add, progress, words, otherwise=otherwise)
