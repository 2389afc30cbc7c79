"""A package of npm that the worker itself uses, installed from its own lockfile; none of its code is run."""

import shutil
import subprocess
from pathlib import Path

from toolchain.node import find_node

_FLAGS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline",
          "--fetch-retries=1", "--fetch-timeout=60000")  # fmt: skip
_SECONDS = 300


def install_locked(locked: Path, folder: Path, machine: tuple[str, ...] = ()) -> Path:
    """`npm ci` of the lockfile in `locked`, done in `folder`; `machine` are npm's options for another machine."""
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(locked / name, folder / name)
    node = find_node()
    command = [str(node.binary), str(node.npm), "ci", *_FLAGS, *machine]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=_SECONDS)
    return folder / "node_modules"
