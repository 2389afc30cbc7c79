"""Watching a process: its disk, and what reading /proc says."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from shared.domain.builds.worker_contract import Limits
from worker.sandbox import tree
from worker.sandbox.base import Outcome
from worker.sandbox.watch import Running, disk_usage, watch


def watched(script: str, project: Path, cpu_seconds: int | None = None, **allowed: int) -> Outcome:
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    limits = Limits(wall_seconds=60, cpu_seconds=cpu_seconds)
    return watch(Running(process, end, project, **allowed), limits, threading.Event())  # type: ignore[arg-type]  # both are numbers


WRITER = """
import time, pathlib
for number in range(10_000):
    (pathlib.Path({root!r}) / str(number)).write_bytes(bytes({size}))
    time.sleep(0.002)
"""


def test_a_build_that_fills_the_disk_is_ended(tmp_path: Path) -> None:
    outcome = watched(WRITER.format(root=str(tmp_path), size=100_000), tmp_path, most_bytes=3_000_000)
    assert (outcome.reason, outcome.exit_code) == ("disk_limit", None)


def test_a_build_that_makes_too_many_files_is_ended(tmp_path: Path) -> None:
    outcome = watched(WRITER.format(root=str(tmp_path), size=0), tmp_path, most_entries=50)
    assert outcome.reason == "disk_limit"


def test_the_packages_and_links_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "node_modules" / "big").mkdir(parents=True)
    (tmp_path / "node_modules" / "big" / "file").write_bytes(bytes(1_000_000))
    (tmp_path / "src" / "node_modules").mkdir(parents=True)
    (tmp_path / "src" / "node_modules" / "own").write_bytes(bytes(100_000))
    (tmp_path / "link").symlink_to("/")
    size, entries = disk_usage(tmp_path, "node_modules", 1000)
    assert 100_000 <= size < 200_000
    assert entries == 5


@pytest.mark.parametrize(
    "script", ["while True: pass", "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])"]
)
def test_processor_time_ends_a_command_and_waiting_does_not(tmp_path: Path, script: str) -> None:
    outcome = watched(script, tmp_path, cpu_seconds=1)
    assert (outcome.reason, "processor time" in outcome.message) == ("timeout", True)
    assert watched("import time; time.sleep(1.5)", tmp_path, cpu_seconds=1).reason is None


def test_output_in_pieces_arrives_whole_and_in_order(tmp_path: Path) -> None:
    outcome = watched("for i in range(20_000): print(i, flush=i % 100 == 0)", tmp_path)
    assert outcome.output.decode().split() == [str(number) for number in range(20_000)]
    assert outcome.exit_code == 0


def test_an_end_is_noticed_at_once(tmp_path: Path) -> None:
    began = time.monotonic()
    watched("", tmp_path)
    assert time.monotonic() - began < 30, "it was waited for until its time was over"


@pytest.fixture
def family() -> "subprocess.Popen[bytes]":
    """A shell with two children, one of which has a child of its own."""
    process = subprocess.Popen(
        ["sh", "-c", "sleep 300 & sh -c 'sleep 300 & wait' & echo; wait"], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_a_tree_is_read_with_its_memory(family: "subprocess.Popen[bytes]") -> None:
    try:
        until = time.monotonic() + 60
        while len(found := tree.descendants(family.pid)) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        assert len(found) == 3
        assert tree.usage([family.pid, *found]).tasks == 4
        assert tree.usage([os.getpid()]).memory_bytes > 5_000_000
        assert sorted(tree.descendants(family.pid, scan=True)) == sorted(found), "both ways see the same"
    finally:
        for pid in [*tree.descendants(family.pid), family.pid]:
            os.kill(pid, 9)
        family.communicate()


def test_a_process_that_is_gone_counts_nothing() -> None:
    process = subprocess.Popen(["true"])
    process.wait()
    assert tree.descendants(process.pid) == []
    assert tree.usage([process.pid]) == tree.Usage(0, 0)
