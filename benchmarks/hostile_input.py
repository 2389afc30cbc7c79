"""Seconds of the worst input of the largest size, for every part that reads what strangers send.

The cases are those of `devkit/hostile_work.py`, which a test bounds in steps, and the fast gate's of
`tests/functions/compile/hostile_sources.mjs`; none should take over two seconds.
"""

import importlib
import json
import subprocess
import time
from collections.abc import Callable

from benchmarks.report import report
from devkit.hostile_work import CASES
from toolchain.node import find_node
from toolchain.repository import REPOSITORY

_AIM_SECONDS = 2.0
_COMPILE = """
import { CASES } from "./tests/functions/compile/hostile_sources.mjs";
import { compile } from "./tests/functions/compile/support.mjs";
await compile({ "src/a.vue": "<template><p/></template>", "src/b.svelte": "<p>x</p>" });
const seconds = {};
for (const [name, files] of Object.entries(CASES)) {
  const started = performance.now();
  await compile(files);
  seconds[`compile: ${name}`] = (performance.now() - started) / 1000;
}
console.log(JSON.stringify(seconds));
"""


def main() -> None:
    """One line: the slowest case, with the seconds of each."""
    seconds = {case.name: _seconds(case.prepare(importlib.import_module)) for case in CASES} | _compiled()
    slow = sorted(name for name, taken in seconds.items() if taken > _AIM_SECONDS)
    detail = {"over_two_seconds": slow, "cases": {name: round(taken, 3) for name, taken in seconds.items()}}
    report("hostile_input.slowest", [max(seconds.values())], "s", detail=detail)


def _compiled() -> dict[str, float]:
    """The fast gate's sources, by a warm compiler; one that ran out of time is replaced behind its answer."""
    command = [str(find_node().binary), "--input-type=module", "-e", _COMPILE]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started
