"""Bodies of requests and answers, recorded from the application: `make openapi` records them again."""

import json
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("examples.json")


@cache
def examples() -> dict[str, Any]:
    """By operation: `request`, and `answers` by their status."""
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return found
