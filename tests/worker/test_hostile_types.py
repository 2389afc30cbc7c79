"""Types that cost as much as they can: the check ends in its time, inside the sandbox, with an answer, and leaves
nothing."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from devkit.hostile_types import hostile_projects
from devkit.node.toolchain import toolchain as real_toolchain
from devkit.stack.worker_jobs import HttpStore, pack
from shared.domain.builds.worker_contract import parse_job
from tests.support.drawn import drawn_of
from worker.build import run_job
from worker.sandbox.bubblewrap import Bubblewrap

ABOUT = ("worker/tasks/", "worker/sandbox/", "devkit/hostile_types.py")
PROJECTS = hostile_projects()
_BUILD = b'"build": "mkdir -p dist && echo hi > dist/index.html # '
SECONDS, REST = 12, 15
"""The check's own limit, shortened; and what packing, copying and ending may take on a busy machine."""


@pytest.mark.e2e
@pytest.mark.parametrize("name", drawn_of(__file__, sorted(PROJECTS)))
def test_types_of_any_cost_end_in_time_with_an_answer(
    name: str, bubblewrap: Bubblewrap, work_dir: Path, store: HttpStore
) -> None:
    files = dict(PROJECTS[name])
    files["package.json"] = files["package.json"].replace(
        b'"build": "', b'"build": "mkdir -p dist && echo hi > dist/index.html #'
    )
    job = parse_job(store.job("bld_1", pack(files), checks=["types"], limits={"wall_seconds": SECONDS}))
    started = time.monotonic()
    run_job(replace(job, toolchain_digest=""), toolchain=real_toolchain(), sandbox=bubblewrap, work_dir=work_dir)
    taken = time.monotonic() - started
    part = store.uploaded("bld_1").result["checks"]["types"]
    assert list(work_dir.iterdir()) == [], "the job's directory must be gone"
    assert taken < SECONDS + REST
    assert part["status"] in ("passed", "failed")
    assert part["status"] == "passed" or part["reason"] in ("timeout", "memory", "exit")
    assert len(part.get("log") or "") < 1_000_000
