"""Collecting the build's output. The directory was written by project code, so nothing about it is believed."""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from shared.domain.builds.worker_contract import Limits, Reason
from worker.reading import read_below

DIST = "dist"
_PATH_BYTES = 900
_LEVELS = 24
_OPEN_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_OUT_DIR = re.compile(r"""\boutDir\s*:\s*["'`]([^"'`]{1,200})["'`]""")
_CONFIG_BYTES = 256 * 1024


class DistRefused(Exception):
    """The output is missing or not acceptable."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message


@dataclass(frozen=True)
class DistFile:
    """One regular file below `dist`, by its relative path; `size` is what was counted against the limits."""

    path: str
    size: int


def list_dist(project: Path, limits: Limits) -> list[DistFile]:
    """The files of `dist`, sorted by path, or DistRefused. Links and special files refuse the whole build."""
    try:
        root = os.open(project / DIST, _OPEN_DIRECTORY)
    except FileNotFoundError as error:
        raise DistRefused("no_dist", _missing_message(project)) from error
    except OSError as error:
        raise DistRefused("dist_invalid", "dist is not a plain directory.") from error
    try:
        files = _within(limits, _walk(root, ""))
    finally:
        os.close(root)
    if not any(file.path == "index.html" for file in files):
        raise DistRefused("no_dist", "The build left no dist/index.html, so there is no page to serve.")
    return sorted(files, key=lambda file: file.path)


@contextmanager
def open_dist_file(project: Path, file: DistFile) -> Iterator[BinaryIO]:
    """`file` opened step by step from the project directory, following no link on the way."""
    directory = os.open(project, _OPEN_DIRECTORY)
    try:
        *parents, name = (DIST, *file.path.split("/"))
        for parent in parents:
            inner = os.open(parent, _OPEN_DIRECTORY, dir_fd=directory)
            os.close(directory)
            directory = inner
        handle = os.open(name, _OPEN_FILE, dir_fd=directory)
    except OSError as error:
        raise DistRefused("dist_invalid", f"dist/{file.path} changed while it was read.") from error
    finally:
        os.close(directory)
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise DistRefused("dist_invalid", f"dist/{file.path} changed while it was read.")
        yield stream


def _within(limits: Limits, found: Iterator[DistFile]) -> list[DistFile]:
    files: list[DistFile] = []
    total = 0
    for file in found:
        files.append(file)
        total += file.size
        if len(files) > limits.dist_files:
            raise DistRefused("dist_limit", f"dist holds more than {limits.dist_files} files.")
        if total > limits.dist_bytes:
            raise DistRefused("dist_limit", f"dist is larger than {limits.dist_bytes} bytes.")
    return files


def _walk(directory: int, prefix: str) -> Iterator[DistFile]:
    if prefix.count("/") > _LEVELS:
        raise DistRefused("dist_invalid", "dist is nested too deeply.")
    with os.scandir(directory) as entries:
        for entry in entries:
            path = _checked_path(prefix + entry.name)
            found = entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(found.st_mode):
                yield from _walk_below(directory, entry.name, path)
            elif stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
                yield DistFile(path, found.st_size)
            else:
                raise DistRefused("dist_invalid", f"dist/{path} is a link or a special file; only files are kept.")


def _walk_below(directory: int, name: str, path: str) -> Iterator[DistFile]:
    inner = os.open(name, _OPEN_DIRECTORY, dir_fd=directory)
    try:
        yield from _walk(inner, f"{path}/")
    finally:
        os.close(inner)


def _checked_path(path: str) -> str:
    if not path.isprintable() or "\\" in path or len(os.fsencode(path)) > _PATH_BYTES:
        raise DistRefused("dist_invalid", f"dist holds a file with an unusable name: {ascii(path)[:120]}.")
    return path


def _missing_message(project: Path) -> str:
    configured = _configured_out_dir(project)
    if configured:
        name, out_dir = configured
        return (
            f'The build made no dist: {name} sets outDir to "{out_dir}". Remove that setting; only dist is published.'
        )
    other = next((name for name in ("build", "out", "public/build", "www") if _has_page(project / name)), None)
    if other:
        return f'The build made no dist but wrote a page into "{other}". Only dist is published.'
    return "The build made no dist directory."


def _has_page(directory: Path) -> bool:
    return (directory / "index.html").is_file()


def _configured_out_dir(project: Path) -> tuple[str, str] | None:
    for suffix in ("ts", "js", "mts", "mjs", "cts", "cjs"):
        config = read_below(project, f"vite.config.{suffix}", _CONFIG_BYTES) or b""
        found = _OUT_DIR.search(config.decode("utf-8", "replace"))
        if found and found[1].removeprefix("./").rstrip("/") != DIST:
            return f"vite.config.{suffix}", found[1]
    return None
