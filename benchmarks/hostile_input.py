"""Seconds and megabytes of the worst input of the largest size, for every part that reads what strangers send.

The cases are those of `devkit/hostile_work.py`, which a test bounds in steps and bytes, and the fast gate's of
`tests/functions/compile/hostile_sources.mjs`; none should take over two seconds or 300 MB. Each of ours runs in a
process of its own (`--case NAME`), whose peak is that of the whole process, interpreter included.
"""

import argparse
import importlib
import json
import resource
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from benchmarks.report import report
from devkit.hostile_work import CASES
from toolchain.node import find_node
from toolchain.repository import REPOSITORY

_AIM_SECONDS, _AIM_MB = 2.0, 300
_PROCESS = Path("/proc/self")
_COMPILE = """
import { readFileSync, writeFileSync } from "node:fs";
import { CASES, REFUSED } from "./tests/functions/compile/hostile_sources.mjs";
import { compile, compileLoaded } from "./tests/functions/compile/support.mjs";
const attempt = (act, other) => { try { return act(); } catch { return other; } };
const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(/\\s+/);
const processes = () => [process.pid, ...attempt(children, []).filter(Boolean)];
const peak = (id) =>
  attempt(() => Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync(`/proc/${id}/status`, "utf8"))[1]) / 1024, 0);
const WARM = { "src/a.vue": "<template><p/></template>", "src/b.svelte": "<p>x</p>" };
const figures = {};
for (const [name, files] of Object.entries({ ...CASES, ...REFUSED })) {
  // What earlier cases left is not this one's: a new compiler, warm.
  attempt(() => processes().slice(1).forEach((id) => process.kill(Number(id), "SIGKILL")));
  while (processes().length > 1) await new Promise((resolve) => setTimeout(resolve, 5));
  await compile(WARM);
  for (const id of processes()) attempt(() => writeFileSync(`/proc/${id}/clear_refs`, "5"));
  const started = performance.now();
  await (name in REFUSED ? compileLoaded : compile)(files);
  const seconds = (performance.now() - started) / 1000;
  figures[`compile: ${name}`] = [seconds, Math.max(...processes().map(peak))];
}
console.log(JSON.stringify(figures));
"""
Figures = dict[str, tuple[float, float]]
"""By case: seconds, and megabytes at the peak."""


def main() -> None:
    """Two lines: the slowest and the largest case, with the figures of each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--case")
    name = parser.parse_known_args()[0].case
    if name is not None:
        print(json.dumps(_measured(name)))
        return
    figures = {case.name: _in_own_process(case.name) for case in CASES} | _compiled()
    seconds = {name: taken for name, (taken, _) in figures.items()}
    megabytes = {name: held for name, (_, held) in figures.items()}
    slow = sorted(name for name, taken in seconds.items() if taken > _AIM_SECONDS)
    large = sorted(name for name, held in megabytes.items() if held > _AIM_MB)
    detail = {"over_two_seconds": slow, "cases": {name: round(taken, 3) for name, taken in seconds.items()}}
    report("hostile_input.slowest", [max(seconds.values())], "s", detail=detail)
    detail = {"over_300_mb": large, "cases": {name: round(held) for name, held in megabytes.items()}}
    report("hostile_input.largest", [max(megabytes.values())], "MB", detail=detail)


def _in_own_process(name: str) -> tuple[float, float]:
    command = [sys.executable, "-m", "benchmarks.hostile_input", "--case", name]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    seconds, megabytes = json.loads(done.stdout.splitlines()[-1])
    return seconds, megabytes


def _measured(name: str) -> tuple[float, float]:
    act = next(case for case in CASES if case.name == name).prepare(importlib.import_module)
    with suppress(OSError):  # where the kernel keeps a mark of the peak, the making of the input is left out of it
        (_PROCESS / "clear_refs").write_text("5")
    started = time.perf_counter()
    result = act()
    seconds = time.perf_counter() - started
    del result
    return seconds, _peak_mb()


def _peak_mb() -> float:
    with suppress(OSError):
        lines = (_PROCESS / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmHWM:")).split()[1]) / 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _compiled() -> Figures:
    """The fast gate's sources, each by a warm compiler of its own."""
    command = [str(find_node().binary), "--input-type=module", "-e", _COMPILE]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    found = json.loads(done.stdout.splitlines()[-1])
    return {name: (seconds, megabytes) for name, (seconds, megabytes) in found.items()}


if __name__ == "__main__":
    main()
