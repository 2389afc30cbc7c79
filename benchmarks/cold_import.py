"""What a cold start of each handler imports: modules exactly, milliseconds as measured, beside a bare interpreter."""

import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.report import report

ROOT = Path(__file__).resolve().parent.parent
_RUNS = 5
_PROGRAM = """
import sys, time
before = len(sys.modules)
started = time.perf_counter()
__import__({module!r}, fromlist=["handler"])
print(len(sys.modules) - before, (time.perf_counter() - started) * 1000)
"""


def handlers() -> list[str]:
    """The Python handlers, by function name."""
    return sorted(path.parent.name for path in (ROOT / "functions").glob("*/handler.py"))


def main() -> None:
    """One line for each handler; the baseline imports only `json`."""
    names = handlers()
    times: dict[str, list[float]] = {name: [] for name in ["json", *names]}
    modules: dict[str, int] = {}
    for _ in range(_RUNS):
        for name in times:
            module = name if name == "json" else f"functions.{name}.handler"
            modules[name], took = measure(module)
            times[name].append(took)
    base = statistics.median(times["json"])
    for name in names:
        detail = {"modules": modules[name]}
        report(f"cold_import.{name}", times[name], "ms", baseline=base, baseline_name="import json", detail=detail)


def measure(module: str) -> tuple[int, float]:
    """(modules added, milliseconds) of one import in a fresh interpreter."""
    program = _PROGRAM.format(module=module)
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    count, took = run.stdout.split()
    return int(count), float(took)


if __name__ == "__main__":
    main()
