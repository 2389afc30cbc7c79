"""The plain process: which user it runs as."""

import os
import threading
from pathlib import Path

import pytest

from devkit.stack.sandbox_runs import Bench
from shared.domain.builds.worker_contract import Limits
from worker.sandbox.base import Command
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain


@pytest.mark.skipif(os.geteuid() != 0, reason="only root chooses a user")
@pytest.mark.parametrize("mode", [0o700, 0o711])
def test_root_keeps_its_user_where_another_cannot_reach_what_the_command_reads(
    mode: int, toolchain: InstalledToolchain, work_dir: Path
) -> None:
    private = work_dir.parent / f"reads-{mode:o}"
    private.mkdir(mode=0o755)
    (private / "program").write_text("#!/bin/sh\nid -u\n")
    (private / "program").chmod(0o755)
    private.chmod(mode)
    place = Bench(Process(), toolchain, work_dir).place
    place.project.mkdir()
    command = Command((str(private / "program"),), {}, reads=(private,))
    outcome = Process().run(place, toolchain, command, Limits(wall_seconds=60), threading.Event())
    assert outcome.exit_code == 0, outcome.output
    assert (int(outcome.output) == 0) is (mode == 0o700)
