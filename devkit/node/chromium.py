"""Finds a Chromium: CHROMIUM, the machine's, or (x86_64 only) the one inside a pinned npm package.

Whichever it is, it has our fonts alone, English and UTC: what a page shows must not depend on the machine.
"""

import hashlib
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from devkit.node.npm_tool import cache_dir
from toolchain.add_browser import FONTS, LOCKED, add_browser, add_fonts
from toolchain.filelock import FileLock
from worker.page.browser import browser_at

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Chromium:
    """A browser program, the environment it needs, and the folder of the fonts that it has."""

    program: Path
    fonts: Path
    environment: Mapping[str, str] = field(default_factory=dict)


def find_chromium() -> Chromium:
    """The first Chromium there is, unpacking the packaged one when the machine has none."""
    named = os.environ.get("CHROMIUM")
    on_path = Path(named) if named else next(map(Path, filter(None, map(shutil.which, _NAMES))), None)
    return _with_fonts(on_path, packaged_fonts()) if on_path else packaged_chromium()


def packaged_chromium() -> Chromium:
    """The headless Chromium of the worker on AWS, with the libraries and fonts it brings."""
    home = _unpacked_once("chromium", add_browser)
    return _with_fonts(home / "chromium", home / "fonts")


def packaged_fonts() -> Path:
    """The fonts of the packaged Chromium, for any other one."""
    return _unpacked_once("fonts", add_fonts)


def _with_fonts(program: Path, fonts: Path) -> Chromium:
    return Chromium(program, fonts, browser_at(program, fonts).environment)


def _unpacked_once(name: str, add: Callable[[Path], None]) -> Path:
    digest = hashlib.sha256((LOCKED / "package-lock.json").read_bytes() + FONTS.encode()).hexdigest()[:16]
    home = cache_dir() / f"{name}-{digest}"
    home.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(home.with_suffix(".lock"), wait_seconds=300):
        if not home.is_dir():
            staging = home.with_suffix(".tmp")
            shutil.rmtree(staging, ignore_errors=True)
            add(staging)
            staging.rename(home)
    return home
