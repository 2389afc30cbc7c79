"""Installs the few npm packages that tests use, pinned by the lockfiles in devkit/node/npm/, into a cache."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

from toolchain.filelock import FileLock
from toolchain.node import Node, find_node

HERE = Path(__file__).parent / "npm"
ROOT = Path(__file__).parents[2]


def cache_dir() -> Path:
    """Where test tools are kept between runs."""
    return Path(os.environ.get("CHATBUILDER_TEST_CACHE", ROOT / ".chatbuilder" / "test-cache"))


def node() -> Node:
    """The Node that tests run."""
    return find_node()


def installed(name: str, folder: Path | None = None) -> Path:
    """The `node_modules` of `devkit/node/npm/{name}` (or of `folder`), installed with `npm ci` on first use."""
    folder = folder or HERE / name
    digest = hashlib.sha256((folder / "package-lock.json").read_bytes()).hexdigest()[:16]
    target = cache_dir() / f"{name}-{digest}"
    with FileLock(target.with_suffix(".lock"), wait_seconds=300):
        if not target.is_dir():
            staging = target.with_suffix(".tmp")
            shutil.rmtree(staging, ignore_errors=True)
            shutil.copytree(folder, staging)
            npm(staging, "ci")
            staging.rename(target)
    return target / "node_modules"


def npm(folder: Path, *arguments: str) -> str:
    """Runs npm in `folder` with scripts off; its output, or an AssertionError that shows it."""
    tool = node()
    environment = {**os.environ, "PATH": f"{tool.binary.parent}{os.pathsep}{os.environ['PATH']}"}
    command = [str(tool.binary), str(tool.npm), *arguments, "--ignore-scripts", "--no-audit", "--no-fund"]
    done = subprocess.run(
        [*command, "--prefer-offline"], cwd=folder, env=environment, capture_output=True, text=True, timeout=300,
        check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, f"npm {' '.join(arguments)} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout
