"""TypeScript's native compiler for the checks of local builds: installed once beside the toolchain, where it runs."""

from collections.abc import Callable
from pathlib import Path

from toolchain.add_typescript import add_typescript
from toolchain.install_once import FAULTS, failed_lately, install_once
from worker.toolchain import Toolchain


def ensure_typescript(
    toolchain: Toolchain, progress: Callable[[str], None], *, add: Callable[[Path], None] = add_typescript
) -> bool:
    """Whether types are checked by it here. Without it the project's own `tsc` does all, so a failure is only told."""
    home = toolchain.typescript
    if home is None or home.is_dir() or failed_lately(home):
        return home is not None and home.is_dir()
    try:
        install_once(home, add, progress, "installing TypeScript's native compiler (once, 10 MB)")
    except FAULTS as error:
        why = type(error).__name__
        progress(f"types are checked by the project's own compiler, which takes longer (the native one: {why})")
    return home.is_dir()
