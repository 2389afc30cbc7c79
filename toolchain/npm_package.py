"""Packages of npm, installed from their own lockfile; none of their code is run."""

import shutil
import subprocess
from pathlib import Path

from toolchain.node import find_node

_SECONDS = 900


def install_locked(locked: Path, folder: Path, machine: tuple[str, ...] = ()) -> Path:
    """`npm ci` of the lockfile in `locked`, done in `folder`; `machine` are npm's options for another machine."""
    for name in ("package.json", "package-lock.json", ".npmrc"):
        if (locked / name).is_file():
            shutil.copyfile(locked / name, folder / name)
    command = find_node().npm_ci("--fetch-retries=1", "--fetch-timeout=60000", *machine)
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, timeout=_SECONDS)
    return folder / "node_modules"
