"""What project code sees under bubblewrap: programs, libraries, one Node, the packages, its own project."""

import os
from collections.abc import Sequence
from pathlib import Path

from worker.sandbox.base import TMP_BYTES, Workplace
from worker.toolchain import WRITABLE_MODULE_DIRS, Toolchain

NODE_DIR = "/toolchain/node"
NPM_DIR = "/toolchain/npm"
COMPILE_CACHE = "/toolchain/compile-cache"
TYPESCRIPT = "/toolchain/typescript"
BIN_DIR = "/toolchain/bin"
PROJECT = "/project"
HOME = "/tmp"  # noqa: S108  # a tmpfs of the sandbox, not the machine's
PATH = f"{PROJECT}/node_modules/.bin:{BIN_DIR}:/usr/bin:/bin"
_DOM = "happy-dom/lib/index.js"
_SMALL_BYTES = 64 * 1024**2
_SYSTEM = ("/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share/nodejs")
_TOP = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")
_PARENTS = ("/usr", "/usr/share", "/etc", "/toolchain", NODE_DIR, f"{NODE_DIR}/bin")
_SHARED_ROOTS = ("/", "/usr", "/usr/local")
_ETC = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
_USERS = "builder:x:1000:1000:builder:/tmp:/bin/sh\n"
_GROUP = "builder:x:1000:\n"
_HOSTS = "127.0.0.1 localhost\n::1 localhost\n"
"""Vite 5 and 6 ask for it before they serve anything, also to tests, and there is no name server to answer."""
_NAMES = "passwd: files\ngroup: files\nhosts: files\n"
_OWN_ETC = {"passwd": _USERS, "group": _GROUP, "hosts": _HOSTS, "nsswitch.conf": _NAMES}


def mount_arguments(place: Workplace, toolchain: Toolchain, reads: Sequence[Path] = ()) -> list[str]:
    """bubblewrap's arguments for the file system of one job; `reads` are further directories, read-only."""
    root = place.root.resolve()  # all by their real paths: a link may lead here through a directory closed to builds
    etc = _write_etc(root / "etc")
    return [
        *(part for name in _PARENTS for part in ("--perms", "0755", "--dir", name)),
        *_system_arguments(),
        *(part for name in _OWN_ETC for part in ("--ro-bind", str(etc / name), f"/etc/{name}")),
        *("--proc", "/proc", "--dev", "/dev"),
        *_tmpfs("/dev/shm", _SMALL_BYTES),  # noqa: S108  # a tmpfs of the sandbox
        *("--remount-ro", "/dev"),
        *_tmpfs(HOME, TMP_BYTES),
        *(part for directory in reads for part in _read_arguments(directory)),
        *_node_arguments(toolchain),
        *_typescript_arguments(toolchain),
        *("--ro-bind", str(root / "bin"), BIN_DIR),
        *("--bind", str(place.project.resolve()), PROJECT),
        *_module_arguments(toolchain.node_modules),
        *_dom_arguments(toolchain),
    ]


def _read_arguments(directory: Path) -> list[str]:
    """A directory at its own place, with parents that may be entered."""
    if any(directory.is_relative_to(name) for name in _SYSTEM):
        return []
    parents = [str(parent) for parent in reversed(directory.parents) if str(parent) not in ("/", "/usr", "/etc", HOME)]
    made = [part for name in parents for part in ("--perms", "0755", "--dir", name)]
    return [*made, "--ro-bind", str(directory.resolve()), str(directory)]


def node_inside(toolchain: Toolchain) -> str:
    """Where Node is found inside."""
    return f"{NODE_DIR}/{toolchain.node_bin.resolve().relative_to(toolchain.node_dir.resolve())}"


def npm_inside(toolchain: Toolchain) -> str | None:
    """Where npm's program file is found inside, when there is an npm."""
    return f"{NPM_DIR}/bin/{toolchain.npm.name}" if toolchain.npm else None


def _node_arguments(toolchain: Toolchain) -> list[str]:
    arguments = ["--ro-bind", str(toolchain.node_dir.resolve()), NODE_DIR]
    if str(toolchain.node_dir.resolve()) in _SHARED_ROOTS:
        arguments = ["--ro-bind", str(toolchain.node_bin.resolve()), node_inside(toolchain)]
    if toolchain.npm:
        arguments += ["--ro-bind", str(toolchain.npm.resolve().parent.parent), NPM_DIR]
    return [*arguments, "--ro-bind-try", str(toolchain.compile_cache.resolve()), COMPILE_CACHE]


def tsc_inside(toolchain: Toolchain) -> str | None:
    """Where the native `tsc` is found inside, when there is one."""
    return f"{TYPESCRIPT}/tsc" if toolchain.typescript and toolchain.typescript.is_dir() else None


def _typescript_arguments(toolchain: Toolchain) -> list[str]:
    home = toolchain.typescript
    return ["--ro-bind-try", str(home.resolve()), TYPESCRIPT] if home else []


def _system_arguments() -> list[str]:
    arguments: list[str] = []
    for name in _SYSTEM:
        if Path(name).is_dir() and not Path(name).is_symlink():
            arguments += ["--ro-bind", name, name]
    for name in _TOP:
        if Path(name).is_symlink():
            arguments += ["--symlink", os.readlink(name), name]  # noqa: PTH115  # the text itself
        elif Path(name).is_dir():
            arguments += ["--ro-bind", name, name]
    for name in _ETC:
        arguments += ["--ro-bind-try", name, name]
    return arguments


def _module_arguments(node_modules: Path) -> list[str]:
    arguments = ["--ro-bind", str(node_modules.resolve()), f"{PROJECT}/node_modules"]
    for name in WRITABLE_MODULE_DIRS:
        if (node_modules / name).is_dir():
            arguments += _tmpfs(f"{PROJECT}/node_modules/{name}", _SMALL_BYTES)
    return arguments


def _dom_arguments(toolchain: Toolchain) -> list[str]:
    """happy-dom's one file over its entry, where the packages have that entry."""
    if toolchain.test_dom is None or not (toolchain.node_modules / _DOM).is_file():
        return []
    return ["--ro-bind-try", str(toolchain.test_dom.resolve()), f"{PROJECT}/node_modules/{_DOM}"]


def _tmpfs(path: str, size: int) -> list[str]:
    return ["--perms", "1777", "--size", str(size), "--tmpfs", path]


def _write_etc(directory: Path) -> Path:
    directory.mkdir(exist_ok=True)
    directory.chmod(0o755)
    for name, text in _OWN_ETC.items():
        (directory / name).write_text(text, "utf-8")
        (directory / name).chmod(0o644)
        (directory / name).chmod(0o644)
    return directory
