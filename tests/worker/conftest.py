"""The two sandboxes as this machine has them, and one toolchain and store for all worker tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from devkit.stack.open_folder import open_folder
from devkit.stack.sandbox_runs import bubblewrap_or_skip
from devkit.stack.worker_jobs import HttpStore, node_toolchain
from worker.sandbox.base import Sandbox
from worker.sandbox.bubblewrap import Bubblewrap
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain


@pytest.fixture(scope="session")
def open_dir() -> Iterator[Path]:
    """A directory every user may enter, as a data directory is; pytest's own is closed to the builds' user."""
    with open_folder() as directory:
        yield directory


@pytest.fixture(scope="session")
def toolchain(open_dir: Path) -> InstalledToolchain:
    (open_dir / "toolchain").mkdir()
    return node_toolchain(open_dir / "toolchain")


@pytest.fixture
def work_dir(open_dir: Path) -> Iterator[Path]:
    with open_folder(open_dir) as directory:
        yield directory


@pytest.fixture
def store() -> Iterator[HttpStore]:
    with HttpStore() as store:
        yield store


@pytest.fixture(scope="session")
def bubblewrap() -> Bubblewrap:
    return bubblewrap_or_skip()


@pytest.fixture(params=["bubblewrap", "process", "process-as-ourselves"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Each test with this fixture holds for every sandbox; the last is the plain process of a user who is not root."""
    if request.param == "bubblewrap":
        found: Sandbox = request.getfixturevalue("bubblewrap")
        return found
    return Process() if request.param == "process" else Process(as_root=False)
