"""Finds a Chromium: CHROMIUM, the machine's, or (x86_64 only) the one inside a pinned npm package."""

import os
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from local.filelock import FileLock
from tests.support.npm_tool import installed, node

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_UNPACK = "import('@sparticuz/chromium').then(async ({default: c}) => console.log(await c.executablePath()))"
# The package's own configuration looks for its fonts where it unpacks on Lambda; without any, text has no size.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
</fontconfig>
"""


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
    """The headless Chromium of `@sparticuz/chromium`, with the libraries and fonts it brings."""
    modules = installed("chromium")
    home = modules.parent / "unpacked"
    with FileLock(home.with_suffix(".lock"), wait_seconds=300):
        if not home.is_dir():
            _unpack(modules, home)
        (home / "chromium").chmod(0o755)  # a sandbox runs it as another user
    environment = {"LD_LIBRARY_PATH": str(home / "al2023" / "lib"), "FONTCONFIG_PATH": str(home / "fonts")}
    return Chromium(home / "chromium", environment)


def _unpack(modules: Path, home: Path) -> None:
    """The package unpacks into the temporary folder; the variable makes it add its shared libraries."""
    staging = home.with_suffix(".tmp")
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir()
    environment = {**os.environ, "TMPDIR": str(staging), "CODEBUILD_BUILD_IMAGE": "nodejs24"}
    subprocess.run(
        [node().binary, "--input-type=module", "-e", _UNPACK], cwd=modules.parent, env=environment, check=True,
        capture_output=True, timeout=120,
    )  # fmt: skip
    (staging / "fonts" / "fonts.conf").write_text(_FONTS)
    staging.rename(home)
