"""Seconds of the worst input of the largest size, for every part that reads what strangers send.

The cases are those of `tests/support/hostile_work.py`, which a test bounds in steps; none should take over two seconds.
"""

import importlib
import time
from collections.abc import Callable

from benchmarks.report import report
from tests.support.hostile_work import CASES

_AIM_SECONDS = 2.0


def main() -> None:
    """One line: the slowest case, with the seconds of each."""
    seconds = {case.name: _seconds(case.prepare(importlib.import_module)) for case in CASES}
    slow = sorted(name for name, taken in seconds.items() if taken > _AIM_SECONDS)
    detail = {"over_two_seconds": slow, "cases": {name: round(taken, 3) for name, taken in seconds.items()}}
    report("hostile_input.slowest", [max(seconds.values())], "s", detail=detail)


def _seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started
