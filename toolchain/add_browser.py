"""The headless Chromium of the worker on AWS, and of a laptop without one: the npm package of `toolchain/browser`.

It is pinned by the hash in its lockfile and holds its parts compressed for Lambda. They are unpacked here, and none of
its code is run.
"""

import io
import subprocess
import tarfile
import tempfile
from pathlib import Path

from toolchain.node import find_node
from toolchain.npm_package import install_locked

LOCKED = Path(__file__).parent / "browser"
_PARTS = "@sparticuz/chromium/bin"
_UNPACK = "process.stdout.write(require('zlib').brotliDecompressSync(require('fs').readFileSync(process.argv[1])))"
# The package's own configuration looks for its fonts where it unpacks on Lambda; without any, text has no size.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
</fontconfig>
"""


def add_browser(target: Path) -> None:
    """`chromium`, its libraries in `lib/` and its fonts in `fonts/`, where `worker.page.browser` looks for them.

    Beside the program it finds SwiftShader, with which WebGL is drawn without a graphics card.
    """
    with tempfile.TemporaryDirectory(prefix="chatbuilder-browser-") as folder:
        parts = install_locked(LOCKED, Path(folder)) / _PARTS
        target.mkdir(parents=True)
        (target / "chromium").write_bytes(_unpacked(parts / "chromium.br"))
        (target / "chromium").chmod(0o755)
        _extract(parts / "al2023.tar.br", target)
        _extract(parts / "swiftshader.tar.br", target)
        _extract(parts / "fonts.tar.br", target / "fonts")
    (target / "fonts" / "fonts.conf").write_text(_FONTS)


def _unpacked(path: Path) -> bytes:
    """Brotli, which Node has and Python has not."""
    return subprocess.run([find_node().binary, "-e", _UNPACK, path], check=True, stdout=subprocess.PIPE).stdout


def _extract(path: Path, target: Path) -> None:
    target.mkdir(exist_ok=True)
    with tarfile.open(fileobj=io.BytesIO(_unpacked(path))) as tar:
        tar.extractall(target, filter="data")
