"""A bench for each sandbox."""

import os
from pathlib import Path

import pytest

from devkit.stack.sandbox_runs import Bench
from worker.sandbox.base import Sandbox
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import InstalledToolchain


@pytest.fixture
def bench(sandbox: Sandbox, toolchain: InstalledToolchain, work_dir: Path) -> Bench:
    return Bench(sandbox, toolchain, work_dir)


@pytest.fixture(params=["open", "closed"] if os.geteuid() == 0 else ["ours"])
def isolated(
    request: pytest.FixtureRequest, bubblewrap: Bubblewrap, toolchain: InstalledToolchain, work_dir: Path
) -> Bench:
    """A bench for what only bubblewrap promises. Root starts it twice where the builds' user cannot reach the place."""
    if request.param != "closed":
        return Bench(bubblewrap, toolchain, work_dir)
    work_dir.chmod(0o700)
    (work_dir / "job").mkdir(mode=0o711)
    return Bench(bubblewrap, toolchain, work_dir / "job")
