"""The catalog's packages bundled as modules for draft pages: once for each catalog, next to its packages.

The bundler reads the packages and runs nothing of them.
"""

import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from shared.domain.assets.draft_packages import ARCHIVE, FORM, INDEX, packages_key
from toolchain.filelock import FileLock
from toolchain.node import Node
from toolchain.repository import REPOSITORY

BUNDLER = REPOSITORY / "toolchain" / "bundle_packages.mjs"
_SECONDS = 600
_MESSAGE_CHARACTERS = 300
_COMPRESSION = 6
_SAME_TIME = (1980, 1, 1, 0, 0, 0)


class NotBundled(RuntimeError):
    """The packages could not be bundled; the message says why in one line."""


def ensure_draft_packages(node: Node, node_modules: Path) -> Path:
    """The folder with the index and the archive, made first if it is not there. Safe from several processes."""
    target = node_modules.parent / f"draft-packages-{FORM}"
    if target.is_dir():
        return target
    with FileLock(node_modules.parent.with_suffix(".draft-packages.lock"), wait_seconds=_SECONDS):
        if not target.is_dir():
            _make(target, node, node_modules)
    return target


def upload_draft_packages(folder: Path, lock: str, s3: Any, bucket: str) -> None:
    """Store them unless they are there. The index last: a reader that finds it finds the rest."""
    index = packages_key(lock, INDEX)
    if s3.list_objects_v2(Bucket=bucket, Prefix=index, MaxKeys=1).get("Contents"):
        return
    s3.upload_file(str(folder / ARCHIVE), bucket, packages_key(lock, ARCHIVE))
    s3.upload_file(str(folder / INDEX), bucket, index)


def _make(target: Path, node: Node, node_modules: Path) -> None:
    for left_over in target.parent.glob("draft-packages-*.tmp-*"):
        shutil.rmtree(left_over, ignore_errors=True)
    staging = Path(tempfile.mkdtemp(prefix=f"{target.name}.tmp-", dir=target.parent))
    try:
        bundle_into(staging / "files", node, node_modules)
        done = staging / "done"
        done.mkdir()
        (staging / "files" / INDEX).rename(done / INDEX)
        pack(staging / "files", done / ARCHIVE)
        done.chmod(0o755)
        done.rename(target)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def bundle_into(folder: Path, node: Node, node_modules: Path) -> None:
    """Run the bundler, over real paths: it compares what it finds with what it was given."""
    command = [str(node.binary), str(BUNDLER), str(node_modules.resolve()), str(folder.resolve())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise NotBundled(
            f"the packages could not be bundled: {lines[0][:_MESSAGE_CHARACTERS] if lines else 'it gave no reason'}"
        )


def pack(folder: Path, archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=_COMPRESSION) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                member = zipfile.ZipInfo(path.relative_to(folder).as_posix(), _SAME_TIME)
                member.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(member, path.read_bytes())
