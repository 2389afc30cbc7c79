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
started, worked = time.perf_counter(), time.process_time()
__import__({module!r}, fromlist=["handler"])
print(len(sys.modules) - before, (time.perf_counter() - started) * 1000, (time.process_time() - worked) * 1000)
"""


def handlers() -> list[str]:
    """The Python handlers, by function name."""
    return sorted(path.parent.name for path in (ROOT / "functions").glob("*/handler.py"))


def main() -> None:
    """One line for each handler; the baseline imports only `json`."""
    names = handlers()
    times: dict[str, list[float]] = {name: [] for name in ["json", *names]}
    modules: dict[str, int] = {}
    worked: dict[str, list[float]] = {name: [] for name in times}
    for _ in range(_RUNS):
        for name in times:
            module = name if name == "json" else f"functions.{name}.handler"
            modules[name], took, processor = measure(module)
            times[name].append(took)
            worked[name].append(processor)
    base = statistics.median(times["json"])
    for name in names:
        detail = {"modules": modules[name], "processor_ms": round(statistics.median(worked[name]))}
        report(f"cold_import.{name}", times[name], "ms", baseline=base, baseline_name="import json", detail=detail)


def measure(module: str) -> tuple[int, float, float]:
    """(modules added, milliseconds, those of the processor) of one import in a fresh interpreter."""
    program = _PROGRAM.format(module=module)
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    count, took, worked = run.stdout.split()
    return int(count), float(took), float(worked)


if __name__ == "__main__":
    main()
