"""The compile function's packages are installed when, and only when, they are missing or old."""

import os
from pathlib import Path

import pytest

from toolchain.catalog import ToolchainError
from toolchain.compile_packages import ensure_compile_packages, is_current
from toolchain.node import find_node

EMPTY = '{"name": "x", "lockfileVersion": 3, "requires": true, "packages": {"": {"name": "x"}}}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "package.json").write_text('{"name": "x", "private": true}')
    (tmp_path / "package-lock.json").write_text(EMPTY)
    return tmp_path


def record(folder: Path, age: int) -> None:
    """What npm writes after an install, made `age` seconds after the lockfile."""
    written = folder / "node_modules" / ".package-lock.json"
    written.parent.mkdir(exist_ok=True)
    written.write_text("{}")
    moment = (folder / "package-lock.json").stat().st_mtime + age
    os.utime(written, (moment, moment))


def test_what_npm_installed_from_this_lockfile_is_current(folder: Path) -> None:
    assert not is_current(folder)
    record(folder, age=-1)
    assert not is_current(folder)
    record(folder, age=1)
    assert is_current(folder)


def test_nothing_is_said_or_done_when_it_is_current(folder: Path) -> None:
    record(folder, age=1)
    said: list[str] = []
    ensure_compile_packages(find_node(), said.append, folder)
    assert said == []


def test_a_lockfile_that_does_not_fit_is_one_line(folder: Path) -> None:
    (folder / "package.json").write_text('{"name": "x", "private": true, "dependencies": {"left-pad": "1.3.0"}}')
    with pytest.raises(ToolchainError, match=r"^npm could not install") as caught:
        ensure_compile_packages(find_node(), lambda text: None, folder)
    assert "\n" not in str(caught.value)
