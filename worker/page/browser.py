"""Finds a Chromium: the one that CHROMIUM names, the toolchain's own, or this machine's."""

import os
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from worker.toolchain import Toolchain

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_OWN = {"LD_LIBRARY_PATH": "lib", "FONTCONFIG_PATH": "fonts"}
_FONTS = ("/etc/fonts", "/usr/share/fonts", "/usr/share/fontconfig")


@dataclass(frozen=True)
class Browser:
    """A browser program, the variables it needs, and the directories it reads beside the system's."""

    program: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[Path, ...] = ()


def find_browser(toolchain: Toolchain) -> Browser | None:
    """The first browser there is; None on a machine without one."""
    program = next(filter(_is_program, _candidates(toolchain)), None)
    return browser_at(program) if program else None


def browser_at(program: Path) -> Browser:
    """The browser that this program is or starts, with its own directory and the machine's fonts.

    A `lib` or `fonts` beside the program, as a toolchain's own browser has them, are what it loads first.
    """
    real = _behind_script(program.resolve())
    own = {name: real.parent / folder for name, folder in _OWN.items()}
    fonts = [Path(name) for name in _FONTS if Path(name).is_dir()]
    variables = {name: str(folder) for name, folder in own.items() if folder.is_dir()}
    return Browser(real, variables, (real.parent, *fonts))


def _candidates(toolchain: Toolchain) -> Iterator[Path]:
    named = os.environ.get("CHROMIUM")
    if named:
        yield Path(named)
        return
    yield toolchain.node_modules.parent.parent / "browser" / "chromium"
    yield from (Path(found) for name in _NAMES if (found := shutil.which(name)))


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)


def _behind_script(program: Path) -> Path:
    """Distributions start the browser by a script that reads settings from all over the machine; what it starts."""
    with program.open("rb") as file:
        if file.read(2) != b"#!":
            return program
    name = program.name
    places = (program.with_name("chrome"), Path("/usr/lib", name, name), Path("/usr/lib64", name, name))
    return next(filter(_is_program, places), program)
