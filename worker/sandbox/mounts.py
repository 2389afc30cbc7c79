"""What project code sees under bubblewrap: programs, libraries, one Node, the packages, its own project."""

import os
from pathlib import Path

from worker.sandbox.base import TMP_BYTES, Workplace
from worker.toolchain import WRITABLE_MODULE_DIRS, Toolchain

NODE_DIR = "/toolchain/node"
BIN_DIR = "/toolchain/bin"
PROJECT = "/project"
HOME = "/tmp"  # noqa: S108  # a tmpfs of the sandbox, not the machine's
PATH = f"{BIN_DIR}:{NODE_DIR}/bin:/usr/bin:/bin"
_SMALL_BYTES = 64 * 1024**2
_SYSTEM = ("/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libexec", "/usr/share/nodejs")
_TOP = ("/bin", "/sbin", "/lib", "/lib32", "/lib64")
_PARENTS = ("/usr", "/usr/share", "/etc", "/toolchain")
_ETC = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d")
_USERS = "builder:x:1000:1000:builder:/tmp:/bin/sh\n"
_GROUP = "builder:x:1000:\n"


def mount_arguments(place: Workplace, toolchain: Toolchain) -> list[str]:
    """bubblewrap's arguments for the file system of one job."""
    etc = _write_etc(place.root / "etc")
    return [
        *(part for name in _PARENTS for part in ("--perms", "0755", "--dir", name)),
        *_system_arguments(),
        *("--ro-bind", str(etc / "passwd"), "/etc/passwd", "--ro-bind", str(etc / "group"), "/etc/group"),
        *("--proc", "/proc", "--dev", "/dev"),
        *_tmpfs("/dev/shm", _SMALL_BYTES),  # noqa: S108  # a tmpfs of the sandbox
        *("--remount-ro", "/dev"),
        *_tmpfs(HOME, TMP_BYTES),
        *("--ro-bind", str(toolchain.node_dir), NODE_DIR, "--ro-bind", str(place.root / "bin"), BIN_DIR),
        *("--bind", str(place.project), PROJECT),
        *_module_arguments(toolchain.node_modules),
    ]


def inside(toolchain: Toolchain, path: Path) -> str:
    """Where a file of the Node distribution is found inside."""
    return f"{NODE_DIR}/{path.resolve().relative_to(toolchain.node_dir.resolve())}"


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
    arguments = ["--ro-bind", str(node_modules), f"{PROJECT}/node_modules"]
    for name in WRITABLE_MODULE_DIRS:
        if (node_modules / name).is_dir():
            arguments += _tmpfs(f"{PROJECT}/node_modules/{name}", _SMALL_BYTES)
    return arguments


def _tmpfs(path: str, size: int) -> list[str]:
    return ["--perms", "1777", "--size", str(size), "--tmpfs", path]


def _write_etc(directory: Path) -> Path:
    directory.mkdir(exist_ok=True)
    for name, text in (("passwd", _USERS), ("group", _GROUP)):
        (directory / name).write_text(text, "utf-8")
        (directory / name).chmod(0o644)
    return directory
