"""The summary of a test run from vitest's JSON report. Project code may have written it: it is only bounded."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from worker.ansi import plain

MOST_FAILURES = 30
_NAME_CHARS, _MESSAGE_CHARS = 300, 2000
_MOST_COUNT = 1_000_000
_PROJECT = "/project/"
_FOREIGN = re.compile(r"\s+at (.*\()?(node_modules/|node:|<anonymous>|new Promise)")


def summary_of(report: bytes) -> dict[str, Any] | None:
    """Counts and the first failures; None when the report is none."""
    try:
        document = json.loads(report)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    failures = (failure for suite in _dicts(document.get("testResults")) for failure in _failures(suite))
    return {
        "passed": _count(document.get("numPassedTests")),
        "failed": _count(document.get("numFailedTests")),
        "skipped": _count(document.get("numPendingTests")) + _count(document.get("numTodoTests")),
        "total": _count(document.get("numTotalTests")),
        "failures": list(islice(failures, MOST_FAILURES)),
    }


def _failures(suite: dict[str, Any]) -> Iterator[dict[str, Any]]:
    file = _path(_text(suite.get("name"), _NAME_CHARS))
    tests = _dicts(suite.get("assertionResults"))
    for test in tests:
        if test.get("status") == "failed":
            said = test.get("failureMessages")
            message = said[0] if isinstance(said, list) and said else ""
            yield _failure(_text(test.get("fullName"), _NAME_CHARS).strip(), file, message)
    if not tests and suite.get("status") == "failed":
        yield _failure("", file, suite.get("message"))


def _failure(name: str, file: str, message: Any) -> dict[str, Any]:
    said = _text(message, _MESSAGE_CHARS).replace("file://", "").replace(_PROJECT, "")
    text = "\n".join(line for line in said.split("\n") if not _FOREIGN.match(line)).strip()
    place = re.search(re.escape(file) + r":(\d{1,6})", text) if file else None
    return {"name": name, "file": file, "message": text, "line": (int(place[1]) or None) if place else None}


def _path(name: str) -> str:
    return name.rpartition(_PROJECT)[2] if _PROJECT in name else name


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _text(value: Any, most: int) -> str:
    if not isinstance(value, str):
        return ""
    return plain(value[: most * 2].encode("utf-8", "replace")).decode("utf-8", "replace")[:most]


def _count(value: Any) -> int:
    whole = isinstance(value, int) and not isinstance(value, bool)
    return min(max(value, 0), _MOST_COUNT // 2) if whole else 0
