"""The headless Chromium of the worker on AWS, and of a laptop without one: the npm package of `toolchain/browser`.

It is pinned by the hash in its lockfile and holds its parts compressed for Lambda. They are unpacked here, and none of
its code is run.
"""

import io
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from toolchain.node import find_node
from toolchain.npm_package import install_locked

LOCKED = Path(__file__).parent / "browser"
_PARTS = "@sparticuz/chromium/bin"
_UNPACK = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(process.argv[1])))"
_DEJAVU = "dejavu-fonts-ttf/ttf"
_FAMILIES = ("DejaVuSans", "DejaVuSansMono", "DejaVuSerif")
# Findings about layout and text must not depend on what a machine has installed: these are all the fonts there are, and
# the machine's own settings (hinting, other names for families) are not read. The package's own configuration looks for
# its fonts where it unpacks on Lambda.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <alias binding="same"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="same"><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias binding="same"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""


def add_browser(target: Path) -> None:
    """`chromium`, its libraries in `lib/` and its fonts in `fonts/`, where `worker.page.browser` looks for them.

    Beside the program it finds SwiftShader, with which WebGL is drawn without a graphics card.
    """
    with tempfile.TemporaryDirectory(prefix="chatbuilder-browser-") as folder:
        modules = install_locked(LOCKED, Path(folder))
        parts = modules / _PARTS
        target.mkdir(parents=True)
        (target / "chromium").write_bytes(_unpacked(parts / "chromium.br"))
        (target / "chromium").chmod(0o755)
        _extract(parts / "al2023.tar.br", target)
        _extract(parts / "swiftshader.tar.br", target)
        _add_fonts(modules, target / "fonts")


def add_fonts(target: Path) -> None:
    """The browser's fonts alone, for a browser that the machine has."""
    with tempfile.TemporaryDirectory(prefix="chatbuilder-fonts-") as folder:
        _add_fonts(install_locked(LOCKED, Path(folder)), target)


def has_other_fonts(browser: Path) -> bool:
    """Whether an installed browser, a folder of `add_browser`, has fonts of an earlier release."""
    settings = browser / "fonts" / "fonts.conf"
    return settings.is_file() and settings.read_text("utf-8") != FONTS


def _add_fonts(modules: Path, target: Path) -> None:
    _extract(modules / _PARTS / "fonts.tar.br", target)
    for name in _FAMILIES:
        for style in ("", "-Bold"):
            shutil.copyfile(modules / _DEJAVU / f"{name}{style}.ttf", target / "fonts" / f"{name}{style}.ttf")
    (target / "fonts.conf").write_text(FONTS, "utf-8")


def _unpacked(path: Path) -> bytes:
    """Brotli, which Node has and Python has not."""
    return subprocess.run([find_node().binary, "-e", _UNPACK, path], check=True, stdout=subprocess.PIPE).stdout


def _extract(path: Path, target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(_unpacked(path))) as tar:
        tar.extractall(target, filter="data")
