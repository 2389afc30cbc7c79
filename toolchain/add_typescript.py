"""TypeScript 7's native compiler for the worker's own use, beside the catalog: what `toolchain/typescript` locks.

It is pinned by the hashes in its lockfile, which names the program of every machine it is made for.
"""

import shutil
import tempfile
from pathlib import Path

from toolchain.npm_package import install_locked

LOCKED = Path(__file__).parent / "typescript"
_PROGRAMS = "@typescript/typescript-*/lib"
WORKER = ("--os=linux", "--cpu=x64", "--libc=glibc")


class NotForThisMachine(OSError):
    """There is no program of the compiler for this machine."""


def add_typescript(target: Path, machine: tuple[str, ...] = ()) -> None:
    """`tsc` and the libraries of types it reads, in `target`; for this machine, or for npm's options of another."""
    with tempfile.TemporaryDirectory(prefix="chatbuilder-typescript-") as folder:
        found = next(install_locked(LOCKED, Path(folder), machine).glob(_PROGRAMS), None)
        if found is None or not (found / "tsc").is_file():
            raise NotForThisMachine("TypeScript's native compiler is not made for this machine")
        shutil.copytree(found, target)
        shutil.copyfile(found.parent / "NOTICE.txt", target / "NOTICE.txt")
    target.chmod(0o755)
    for path in target.iterdir():
        path.chmod(0o555 if path.name == "tsc" else 0o444)
