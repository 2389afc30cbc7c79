"""A bench for each sandbox."""

from pathlib import Path

import pytest

from tests.support.sandbox_runs import Bench
from worker.sandbox.base import Sandbox
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import InstalledToolchain


@pytest.fixture
def bench(sandbox: Sandbox, toolchain: InstalledToolchain, work_dir: Path) -> Bench:
    return Bench(sandbox, toolchain, work_dir)


@pytest.fixture
def isolated(bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path) -> Bench:
    """A bench for what only bubblewrap promises."""
    return Bench(bubblewrap, toolchain, work_dir)
