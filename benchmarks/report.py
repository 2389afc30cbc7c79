"""The one form of a result: a JSON line, read by people and by scripts."""

import json
import statistics
from collections.abc import Sequence
from typing import Any


def report(
    metric: str,
    values: Sequence[float],
    unit: str,
    *,
    baseline: float | None = None,
    baseline_name: str | None = None,
    detail: dict[str, Any] | None = None,
) -> None:
    """Print the median of `values` with its spread, and its ratio to `baseline` when there is one."""
    value = statistics.median(values)
    line: dict[str, Any] = {
        "metric": metric,
        "value": round(value, 3),
        "unit": unit,
        "baseline": None if baseline is None else {"value": round(baseline, 3), "what": baseline_name},
        "ratio": None if not baseline else round(value / baseline, 3),
        "n": len(values),
        "p50": round(value, 3),
        "p95": round(quantile(values, 0.95), 3),
    }
    print(json.dumps(line | ({"detail": detail} if detail else {})), flush=True)


def quantile(values: Sequence[float], share: float) -> float:
    """The value that `share` of all do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
