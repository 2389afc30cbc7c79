"""The Studio's static files: built once for each state of its sources, and served from where the build lies."""

import hashlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from toolchain.catalog import ToolchainError
from toolchain.compile_packages import ensure_packages
from toolchain.filelock import AlreadyLocked, FileLock
from toolchain.node import Node
from toolchain.repository import REPOSITORY

STUDIO = REPOSITORY / "studio"
_ALSO = (REPOSITORY / "clients" / "typescript" / "src", REPOSITORY / "docs" / "manual")
"""The client that it speaks with, and the manual that it shows."""
_TOP = ("index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.ts")
_WAIT_SECONDS, _KEPT_SECONDS = 300, 24 * 3600


def ensure_studio(node: Node, progress: Callable[[str], None], folder: Path = STUDIO) -> Path:
    """The folder of the built files. Builds them unless that was done for these sources; safe from several processes.

    ToolchainError, in one line, when npm or Vite fails.
    """
    digest = sources_digest(folder)
    target = folder / "dist" / digest
    if target.is_dir():
        return target
    ensure_packages(folder, node, "installing the Studio's packages (once)", progress)
    lock = Path(tempfile.gettempdir()) / f"chatbuilder-studio-{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}"
    try:
        with FileLock(lock, wait_seconds=_WAIT_SECONDS):
            if not target.is_dir():
                progress("building the Studio (once for each version)")
                _build(node, folder, target)
    except AlreadyLocked as error:
        raise ToolchainError(f"another process is building in {folder} and does not end") from error
    except OSError as error:
        raise ToolchainError(f"cannot write in {folder}: {error.strerror}") from error
    return target


def sources_digest(folder: Path) -> str:
    """Names a state of everything that the build reads, tests apart."""
    digest = hashlib.sha256()
    for path in sorted(_sources(folder)):
        digest.update(f"{path.relative_to(REPOSITORY) if path.is_relative_to(REPOSITORY) else path.name}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _sources(folder: Path) -> Iterator[Path]:
    yield from (folder / name for name in _TOP if (folder / name).is_file())
    for place in (folder / "src", folder / "public", *_ALSO):
        yield from (path for path in place.rglob("*") if path.is_file() and ".test." not in path.name)


def _build(node: Node, folder: Path, target: Path) -> None:
    """Into a folder of its own first, so that a build that was cut off is none."""
    staging = Path(tempfile.mkdtemp(prefix="studio-", dir=_made(folder / "dist")))
    vite = folder / "node_modules" / "vite" / "bin" / "vite.js"
    try:
        done = subprocess.run(
            [str(node.binary), str(vite), "build", "--outDir", str(staging), "--emptyOutDir", "--logLevel", "warn"],
            cwd=folder, env=node.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )  # fmt: skip
        if done.returncode != 0:
            raise ToolchainError(f"the Studio does not build: {done.stdout.decode('utf-8', 'replace').strip()[-500:]}")
        staging.chmod(0o755)
        staging.rename(target)
    finally:
        shutil.rmtree(staging, ignore_errors=True)
    _forget(target)


def _forget(target: Path) -> None:
    """Builds of earlier days; another stack of this checkout may still serve one of today's."""
    for older in target.parent.iterdir():
        if older != target and older.stat().st_mtime < time.time() - _KEPT_SECONDS:
            shutil.rmtree(older, ignore_errors=True)


def _made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder
