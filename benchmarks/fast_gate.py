"""A one-file change to a 60-file project through the fast gate, over HTTP, beside a bare `vite build` of the tree."""

import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.projects import component, growth, react_files
from benchmarks.report import report
from benchmarks.stage import stage
from devkit.node.packs import lay_out_files
from devkit.node.toolchain import toolchain

_RUNS = 20


def main() -> None:
    """Rules, snapshot and compiler; nothing is kept. Rounds alternate with the baseline."""
    with stage() as here, tempfile.TemporaryDirectory() as folder:
        app = here.make_app()
        base = app["draft_revision_id"]
        for operations in growth(60):
            base = here.save(app["id"], base, operations)
        project = lay_out_files(react_files(60), Path(folder))
        gate: list[float] = []
        build: list[float] = []
        for number in range(_RUNS):
            content = component(1, f"Round {number}.")
            operations = [{"op": "upsert_file", "path": "src/parts/Part1.tsx", "content": content}]
            started = time.perf_counter()
            answer = here.client.post(
                f"/admin/apps/{app['id']}/builder/validate",
                json={"base_revision_id": base, "operations": operations, "worker": False},
            ).json()
            gate.append((time.perf_counter() - started) * 1000)
            assert answer["valid"], answer
            if number % 4 == 0:
                build.append(vite_build(project))
        files = len(react_files(60))
    what = "vite build of the same tree"
    report("fast_gate", gate, "ms", baseline=statistics.median(build), baseline_name=what, detail={"files": files})


def vite_build(project: Path) -> float:
    """Milliseconds of one build."""
    tools = toolchain()
    env = {**os.environ, "PATH": f"{tools.node_bin.parent}{os.pathsep}{os.environ['PATH']}"}
    vite = str(tools.node_modules / ".bin" / "vite")
    started = time.perf_counter()
    subprocess.run([tools.node_bin, vite, "build"], cwd=project, env=env, check=True, capture_output=True, timeout=120)
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
