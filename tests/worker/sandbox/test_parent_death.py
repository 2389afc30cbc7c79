"""A worker that is killed leaves nothing running."""

import signal
import subprocess
import sys
import time
from pathlib import Path

from devkit.stack.sandbox_runs import Bench

REPOSITORY = Path(__file__).resolve().parents[3]
WORKER = """
import sys, threading
from pathlib import Path
from shared.domain.builds.worker_contract import Limits
from worker.sandbox.base import Command, Workplace
from worker.sandbox.bubblewrap import Bubblewrap, packaged_bwrap
from worker.sandbox.process import Process
from worker.toolchain import InstalledToolchain

kind, root, node_dir, node_bin, modules, marker = sys.argv[1:]
found = Bubblewrap.candidates(packaged=packaged_bwrap())
sandbox = {"bubblewrap": lambda: found[0], "process": Process, "plain": lambda: Process(as_root=False)}[kind]()
toolchain = InstalledToolchain(Path(node_dir), Path(node_bin), None, Path(modules), "test", Path(modules) / "none")
sleeper = f"node -e 'setTimeout(() => {{}}, 300000) // {marker}'"
script = f"setsid {sleeper} & {sleeper}"
sandbox.run(Workplace(Path(root)), toolchain, Command(("sh", "-c", script), {}), Limits(), threading.Event())
"""


def test_what_runs_ends_with_a_killed_worker(bench: Bench) -> None:
    bench.place.project.mkdir()
    kind = (
        "plain"
        if getattr(bench.sandbox, "as_root", True) is False and bench.sandbox.name == "process"
        else bench.sandbox.name
    )
    tools = [str(path) for path in (bench.toolchain.node_dir, bench.toolchain.node_bin, bench.toolchain.node_modules)]
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, kind, str(bench.root), *tools, bench.marker], cwd=REPOSITORY
    )
    try:
        assert bench.wait_for_survivors(4), "the worker, its shell and both children should be there"
    finally:
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    until = time.monotonic() + 60
    while bench.survivors() and time.monotonic() < until:
        time.sleep(0.02)
    assert bench.survivors() == []
