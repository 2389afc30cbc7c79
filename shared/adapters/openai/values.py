"""Reads values of JSON that a stranger wrote: whatever has another type counts as absent."""

import math
from typing import Any

Json = dict[str, Any]


def mapping(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def sequence(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def count(value: Any) -> int:
    """A number of tokens; 0 for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    if isinstance(value, float) and not math.isfinite(value):
        return 0
    return int(min(max(0, value), 10**12))  # cut before: an integer may be too large for a float
