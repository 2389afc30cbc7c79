"""Revision saved -> dist ready, beside a bare run of the pack's build script and beside `npm ci && npm run build`."""

import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.report import report
from benchmarks.stage import Stage, stage
from devkit.node.packs import lay_out
from devkit.node.toolchain import toolchain
from shared.services.assets.load_templates import load_templates
from shared.services.assets.template_kinds import of_kind
from toolchain.write_files import write_files

_ROUNDS = 7
_INSTALLS = 2
_UNWATCHED, _LOOK_EVERY = 0.9, 0.01
"""The part of a bare run in which nobody looks, then seconds between looks: they take processor time from the build."""


def main() -> None:
    """Two lines a template pack. Installing comes last: what it writes to the disk slows whatever runs behind it."""
    with stage() as here:
        rounds = {key: measure(here, key) for key in of_kind("site", load_templates())}
    for key, ours in rounds.items():
        clean = statistics.median(install_and_build(key) for _ in range(_INSTALLS))
        name = "npm ci && npm run build"
        report(f"build_pipeline_install.{key}", ours, "ms", baseline=clean, baseline_name=name)


def measure(here: Stage, key: str) -> list[float]:
    """Milliseconds of ours, round by round. Rounds alternate: ours, bare, ours, bare.

    Warm: the first build of the pack and one bare run come before the first measured round.
    """
    app = here.make_app(key)
    base = app["draft_revision_id"]
    ours: list[float] = []
    bare: list[float] = []
    timings: list[dict[str, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        project = lay_out(key, Path(folder))
        warm = run_script(project)
        for number in range(_ROUNDS):
            change = f"Round {number}\n"
            started = time.perf_counter()
            operation = {"op": "upsert_file", "path": "public/round.txt", "content": change}
            base = here.save(app["id"], base, [operation])
            saved = time.perf_counter()
            time.sleep(_UNWATCHED * min([warm, *bare]) / 1000)
            build = here.wait_built(app["id"], base, look_every=_LOOK_EVERY)
            ours.append((time.perf_counter() - saved) * 1000)
            timings.append(build["timings"] | {"save_ms": round((saved - started) * 1000)})
            (project / "public" / "round.txt").write_text(change)
            bare.append(run_script(project))
    detail: dict[str, Any] = {"rounds_ms": [round(one) for one in ours], "bare_ms": [round(one) for one in bare]}
    detail["stages_ms"] = {name: round(statistics.median(t[name] for t in timings)) for name in timings[0]}
    name = "npm run build"
    report(f"build_pipeline.{key}", ours, "ms", baseline=statistics.median(bare), baseline_name=name, detail=detail)
    return ours


def run_script(project: Path) -> float:
    """Milliseconds of `npm run build` there, run as a person would."""
    shutil.rmtree(project / "dist", ignore_errors=True)
    return npm(project, "run", "build")


def install_and_build(key: str) -> float:
    """Milliseconds from a checked-out project to dist, with npm's warm cache."""
    with tempfile.TemporaryDirectory() as folder:
        write_files(load_templates()[key].files, Path(folder))
        installed = npm(Path(folder), "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        return installed + npm(Path(folder), "run", "build")


def npm(project: Path, *arguments: str) -> float:
    """Milliseconds of one npm command."""
    tools = toolchain()
    path = f"{tools.node_bin.parent}{os.pathsep}{os.environ['PATH']}"
    started = time.perf_counter()
    subprocess.run(
        [tools.node_bin, tools.npm, *arguments],
        cwd=project,
        env={**os.environ, "PATH": path, "CI": "1"},
        check=True,
        capture_output=True,
        timeout=600,
    )
    return (time.perf_counter() - started) * 1000


if __name__ == "__main__":
    main()
