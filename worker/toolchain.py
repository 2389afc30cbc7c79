"""The toolchain a job is built with: one Node and the catalog's installed packages, both read-only for project code."""

import platform
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

WRITABLE_MODULE_DIRS = (".vite-temp", ".vite", ".tmp", ".cache", ".vue-global-types")


class Toolchain(Protocol):
    """`node_bin` lies below `node_dir`; `npm` is npm's program file (`npm-cli.js`), when there is one.

    What may be missing: `compile_cache`, a Node compile cache of the packages' modules; `typescript`, a directory with
    the native `tsc` and its libraries of types; `test_dom`, happy-dom in one file; `axe`, the file of axe-core.
    """

    @property
    def node_dir(self) -> Path: ...
    @property
    def node_bin(self) -> Path: ...
    @property
    def npm(self) -> Path | None: ...
    @property
    def node_modules(self) -> Path: ...
    @property
    def digest(self) -> str: ...
    @property
    def compile_cache(self) -> Path: ...
    @property
    def typescript(self) -> Path | None: ...
    @property
    def test_dom(self) -> Path | None: ...
    @property
    def axe(self) -> Path | None: ...


@dataclass(frozen=True)
class InstalledToolchain:
    node_dir: Path
    node_bin: Path
    npm: Path | None
    node_modules: Path
    digest: str
    compile_cache: Path
    typescript: Path | None = None
    test_dom: Path | None = None
    axe: Path | None = None


def this_machine() -> tuple[str, str, str]:
    """What npm calls this machine's system, processor and C library."""
    cpu = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine())
    return sys.platform, cpu, "glibc" if platform.libc_ver()[0] == "glibc" else "musl"


def from_directory(root: Path) -> InstalledToolchain:
    """The toolchain of an unpacked archive: `node/`, `catalog/node_modules/`, `digest`, and what else it may have."""
    npm = root / "node" / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return InstalledToolchain(
        node_dir=root / "node",
        node_bin=root / "node" / "bin" / "node",
        npm=npm if npm.is_file() else None,
        node_modules=root / "catalog" / "node_modules",
        digest=(root / "digest").read_text("utf-8").strip(),
        compile_cache=root / "compile-cache",
        typescript=root / "typescript",
        axe=root / "axe" / "axe.min.js",
    )
