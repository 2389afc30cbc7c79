"""A runner whose builds are played by the test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from devkit.stack.open_folder import open_folder
from devkit.stack.worker_jobs import HttpStore, node_toolchain
from worker.toolchain import InstalledToolchain


@pytest.fixture(scope="session")
def open_dir() -> Iterator[Path]:
    with open_folder() as directory:
        yield directory


@pytest.fixture(scope="session")
def toolchain(open_dir: Path) -> InstalledToolchain:
    (open_dir / "toolchain").mkdir()
    return node_toolchain(open_dir / "toolchain")


@pytest.fixture
def store() -> Iterator[HttpStore]:
    with HttpStore() as store:
        yield store
