"""What a cold start of each handler imports: modules exactly, milliseconds as measured, beside a bare interpreter.

A library is measured at the margin too: what its import adds where Pydantic and botocore are loaded already, as they
are in every function but the authorizer, and what it adds to the authorizer's own imports.
"""

import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.report import report

ROOT = Path(__file__).resolve().parent.parent
_RUNS = 5
_LOADED = "pydantic,botocore.session,botocore.client"
_AUTHORIZER = "pydantic,jwt,shared.domain.identity,shared.runtime.settings"
MARGINS = {
    "boto3": (_LOADED, "boto3.dynamodb.conditions"),
    "powertools": (_LOADED, "aws_lambda_powertools.logging,aws_lambda_powertools.metrics"),
    "powertools_parameters": (f"{_LOADED},boto3,aws_lambda_powertools", "aws_lambda_powertools.utilities.parameters"),
    "powertools_in_authorizer": (_AUTHORIZER, "aws_lambda_powertools.logging"),
}
"""A library to what is loaded before it, and what is loaded of it."""
_PROGRAM = """
import sys, time
for name in {loaded!r}.split(","):
    __import__(name, fromlist=["x"])
before = len(sys.modules)
started, worked = time.perf_counter(), time.process_time()
for name in {module!r}.split(","):
    __import__(name, fromlist=["x"])
print(len(sys.modules) - before, (time.perf_counter() - started) * 1000, (time.process_time() - worked) * 1000)
"""


def handlers() -> list[str]:
    """The Python handlers, by function name."""
    return sorted(path.parent.name for path in (ROOT / "functions").glob("*/handler.py"))


def main() -> None:
    """One line for each library at the margin and for each handler; the baseline of those imports only `json`."""
    margins()
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


def margins() -> None:
    """What each library adds to what is loaded already."""
    for name, (loaded, modules) in MARGINS.items():
        runs = [measure(modules, loaded) for _ in range(_RUNS)]
        detail = {"modules": runs[0][0], "processor_ms": round(statistics.median(run[2] for run in runs), 1)}
        report(f"cold_import.margin.{name}", [run[1] for run in runs], "ms", detail=detail)


def measure(module: str, loaded: str = "sys") -> tuple[int, float, float]:
    """(modules added, milliseconds, those of the processor) of one import in a fresh interpreter, after `loaded`."""
    program = _PROGRAM.format(module=module, loaded=loaded)
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    count, took, worked = run.stdout.split()
    return int(count), float(took), float(worked)


if __name__ == "__main__":
    main()
