"""Packages of our own programs in JavaScript, installed beside them from their lockfiles, once for each."""

import hashlib
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from toolchain.catalog import ToolchainError, explain_npm_failure
from toolchain.filelock import AlreadyLocked, FileLock
from toolchain.node import Node
from toolchain.repository import REPOSITORY

FUNCTION = REPOSITORY / "functions" / "compile"
WAIT_SECONDS = 300


def ensure_compile_packages(node: Node, progress: Callable[[str], None], folder: Path = FUNCTION) -> None:
    ensure_packages(folder, node, "installing the compiler's packages (once)", progress)


def ensure_packages(folder: Path, node: Node, what: str, progress: Callable[[str], None]) -> None:
    """Run `npm ci` in a folder unless that was done for its lockfile. Safe from several processes.

    `what` is said when it has to be done. ToolchainError, in one line, when it fails.
    """
    if is_current(folder):
        return
    lock = Path(tempfile.gettempdir()) / f"chatbuilder-npm-{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}"
    try:
        with FileLock(lock, wait_seconds=WAIT_SECONDS):
            if not is_current(folder):
                progress(what)
                npm_ci(node, folder)
    except AlreadyLocked as error:
        raise ToolchainError(f"another process is installing into {folder} and does not end") from error
    except OSError as error:
        raise ToolchainError(f"cannot write in {folder}: {error.strerror}") from error


def is_current(folder: Path) -> bool:
    """Whether npm's own record of what it installed is no older than the lockfile."""
    record = folder / "node_modules" / ".package-lock.json"
    return record.is_file() and record.stat().st_mtime >= (folder / "package-lock.json").stat().st_mtime


def npm_ci(node: Node, folder: Path) -> None:
    """Run it; ToolchainError with one line when it fails."""
    done = subprocess.run(
        node.npm_ci(), cwd=folder, env=node.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode != 0:
        raise ToolchainError(explain_npm_failure(done.stdout.decode("utf-8", "replace")))
