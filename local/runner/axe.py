"""axe-core for the looks of local readiness checks: installed once beside the toolchain."""

from collections.abc import Callable
from pathlib import Path

from toolchain.add_axe import add_axe
from toolchain.install_once import FAULTS, failed_lately, install_once
from worker.toolchain import Toolchain


def ensure_axe(toolchain: Toolchain, progress: Callable[[str], None], *, add: Callable[[Path], None] = add_axe) -> bool:
    """Whether pages are looked at for accessibility here. Nothing else needs it, so a failure is only told."""
    if toolchain.axe is None:
        return False
    home = toolchain.axe.parent
    if not home.is_dir() and not failed_lately(home):
        try:
            install_once(home, add, progress, "installing axe-core, which checks accessibility (once, 1 MB)")
        except FAULTS as error:
            progress(f"nobody looks at the accessibility of apps before they are published ({type(error).__name__})")
    return home.is_dir()
