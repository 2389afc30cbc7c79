"""Finds a Chromium: CHROMIUM, the machine's, or (x86_64 only) the one inside a pinned npm package."""

import hashlib
import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from devkit.node.npm_tool import cache_dir
from toolchain.add_browser import LOCKED, add_browser
from toolchain.filelock import FileLock

_NAMES = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Chromium:
    """A browser program and the environment it needs."""

    program: Path
    environment: dict[str, str] = field(default_factory=dict)


def find_chromium() -> Chromium:
    """The first Chromium there is, unpacking the packaged one when the machine has none."""
    named = os.environ.get("CHROMIUM")
    if named:
        return Chromium(Path(named))
    on_path = next(filter(None, map(shutil.which, _NAMES)), None)
    return Chromium(Path(on_path)) if on_path else packaged_chromium()


def packaged_chromium() -> Chromium:
    """The headless Chromium of the worker on AWS, with the libraries and fonts it brings."""
    digest = hashlib.sha256((LOCKED / "package-lock.json").read_bytes()).hexdigest()[:16]
    home = cache_dir() / f"chromium-{digest}"
    home.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(home.with_suffix(".lock"), wait_seconds=300):
        if not home.is_dir():
            staging = home.with_suffix(".tmp")
            shutil.rmtree(staging, ignore_errors=True)
            add_browser(staging)
            staging.rename(home)
    environment = {"LD_LIBRARY_PATH": str(home / "lib"), "FONTCONFIG_PATH": str(home / "fonts")}
    return Chromium(home / "chromium", environment)
