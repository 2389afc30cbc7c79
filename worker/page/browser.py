"""Finds a Chromium: the one that CHROMIUM names, the toolchain's own, this machine's, or another tool's.

A headless shell comes before a whole browser: it is the same engine without the browser's own services, and takes a
third of the processor time for a page.
"""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from worker.toolchain import Toolchain

_SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge")
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_KEPT_SHELLS = (
    ".cache/ms-playwright/chromium*/chrome-*/headless_shell",
    ".cache/ms-playwright/chromium*/chrome-*/chrome-headless-shell",
    ".cache/puppeteer/chrome-headless-shell/*/chrome-*/chrome-headless-shell",
    "Library/Caches/ms-playwright/chromium*/chrome-*/headless_shell",
    "Library/Caches/ms-playwright/chromium*/chrome-*/chrome-headless-shell",
)
_KEPT = (
    ".cache/ms-playwright/chromium*/chrome-*/chrome",
    ".cache/puppeteer/chrome/*/chrome-*/chrome",
    "Library/Caches/ms-playwright/chromium*/chrome-*/Chromium.app/Contents/MacOS/Chromium",
)
"""Where other tools keep theirs, below the home directory; the newest is taken."""
# With LANG=C.UTF-8 the browser calls its language `en-US@posix`, which `Intl` refuses: a good page had an error.
NEUTRAL = {"LANG": "en_US.UTF-8", "LC_ALL": "en_US.UTF-8", "LANGUAGE": "", "TZ": "UTC"}
"""English and UTC, whatever the machine has."""
_MACHINE_FONTS = ("/etc/fonts", "/usr/share/fonts", "/usr/share/fontconfig")


@dataclass(frozen=True)
class Browser:
    """A browser program, the variables it needs, and the directories it reads beside the system's."""

    program: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[Path, ...] = ()


def find_browser(toolchain: Toolchain) -> Browser | None:
    """The first browser there is; None on a machine without one."""
    named = os.environ.get("CHROMIUM")
    candidates = [Path(named)] if named else chain(_shells(toolchain), _whole_browsers())
    return _first(candidates, toolchain)


def find_shell(toolchain: Toolchain) -> Browser | None:
    """The first headless shell there is, whatever CHROMIUM names."""
    return _first(_shells(toolchain), toolchain)


def _first(candidates: Iterable[Path], toolchain: Toolchain) -> Browser | None:
    program = next(filter(_is_program, candidates), None)
    return browser_at(program, own_browser(toolchain).parent / "fonts") if program else None


def own_browser(toolchain: Toolchain) -> Path:
    """Where a toolchain's own browser is, or would be."""
    return toolchain.node_modules.parent.parent / "chromium" / "chromium"


def browser_at(program: Path, fonts: Path | None = None) -> Browser:
    """The browser that this program is or starts, its variables, and the directories it reads.

    Fonts are those beside the program, as a toolchain's own browser has them, else `fonts`, else the machine's. Text
    has other widths in other fonts, so findings about a page are the same everywhere only with our own.
    """
    real = _run_by_script(program.resolve())
    own = next((one for one in (real.parent / "fonts", fonts) if one and (one / "fonts.conf").is_file()), None)
    libraries = real.parent / "lib"
    variables = NEUTRAL | ({"LD_LIBRARY_PATH": str(libraries)} if libraries.is_dir() else {})
    if own is None:
        return Browser(real, variables, (real.parent, *(Path(name) for name in _MACHINE_FONTS if Path(name).is_dir())))
    reads = (real.parent,) if own.parent == real.parent else (real.parent, own)
    return Browser(real, variables | {"FONTCONFIG_FILE": str(own / "fonts.conf")}, reads)


def _shells(toolchain: Toolchain) -> Iterator[Path]:
    yield own_browser(toolchain)
    yield from _on_path(_SHELLS)
    yield from _kept(_KEPT_SHELLS)


def _whole_browsers() -> Iterator[Path]:
    yield from _on_path(_NAMES)
    yield from map(Path, _PLACES)
    yield from _kept(_KEPT)


def _on_path(names: Iterable[str]) -> Iterator[Path]:
    return (Path(found) for name in names if (found := shutil.which(name)))


def _kept(patterns: Iterable[str]) -> Iterator[Path]:
    home = Path(os.environ.get("HOME", "/nonexistent"))
    return (found for pattern in patterns for found in sorted(home.glob(pattern), reverse=True))


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _run_by_script(program: Path) -> Path:
    """Distributions start the browser by a script that reads settings from all over the machine; what it starts."""
    with program.open("rb") as file:
        if file.read(2) != b"#!":
            return program
    name = program.name
    places = (program.with_name("chrome"), Path("/usr/lib", name, name), Path("/usr/lib64", name, name))
    return next(filter(_is_program, places), program)
