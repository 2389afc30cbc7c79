"""axe-core, which finds what keeps people with disabilities out, for the worker's own use: `toolchain/axe` locks it."""

import shutil
import tempfile
from pathlib import Path

from toolchain.npm_package import install_locked

LOCKED = Path(__file__).parent / "axe"
_FILES = ("axe.min.js", "LICENSE", "LICENSE-3RD-PARTY.txt")


def add_axe(target: Path) -> None:
    """The one file that is run in a page, with its licences, in `target`."""
    with tempfile.TemporaryDirectory(prefix="chatbuilder-axe-") as folder:
        found = install_locked(LOCKED, Path(folder)) / "axe-core"
        target.mkdir()
        for name in _FILES:
            shutil.copyfile(found / name, target / name)
            (target / name).chmod(0o444)
    target.chmod(0o755)
