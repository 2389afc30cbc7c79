"""The summary of a test run from vitest's JSON report. Project code may have written it: it is only bounded."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from worker.ansi import plain

MOST = 1_000
"""Characters of each of the two values; of a diff of both, twice as many."""
_BEFORE = 200
_CUT = "\u2026"
_ATTRIBUTE = re.compile(r'\n {1,200}([\w:@.-]{1,100}="[^"\n]{0,2000}")')
_CLOSED = re.compile(r"\n {1,200}(/?>)")
_RULE = re.compile(r"\n {0,20}-{50}(?=\n)")
_PAGE = re.compile(r"\n(?:Here are the accessible roles:|Ignored nodes:|<body)")
MOST_FAILURES = 30
_NAME_CHARS, _READ_CHARS = 300, 40_000
_AT_LENGTH, _LENGTH, _SHORT = 5, 3_000, 1_000
"""Characters of the first failures' messages, and of the others'."""
_FRAMES, _FRAME_CHARS = 3, 300
_MOST_COUNT = 1_000_000
_PROJECT = "/project/"
_FOREIGN = ("node_modules/", " node:", "(node:", "(<anonymous>)", "at <anonymous>", "at new Promise")
_CALL = re.compile(r"\s+at ")
_FRAME = re.compile(r"\s+at .*:\d{1,9}:\d{1,9}\)?$")


class _Failed(NamedTuple):
    name: str
    file: str
    message: Any
    compared: Any = None


def summary_of(report: bytes) -> dict[str, Any] | None:
    """Counts and the first failures; None when the report is none. `failing` are tests and files that could not run."""
    try:
        document = json.loads(report)
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict):
        return None
    failed = [one for suite in _dicts(document.get("testResults")) for one in _failing(suite)]
    return {
        "passed": _count(document.get("numPassedTests")),
        "failed": _count(document.get("numFailedTests")),
        "skipped": _count(document.get("numPendingTests")) + _count(document.get("numTodoTests")),
        "total": _count(document.get("numTotalTests")),
        "failing": min(len(failed), _MOST_COUNT),
        "failures": [
            _failure(_read(suite, test), number < _AT_LENGTH)
            for number, (suite, test) in enumerate(failed[:MOST_FAILURES])
        ],
    }


def _failing(suite: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None]]:
    """The file with each test that failed; with None when it could not run. Counted all, read only the first."""
    tests = _dicts(suite.get("assertionResults"))
    yield from ((suite, test) for test in tests if test.get("status") == "failed")
    if not tests and suite.get("status") == "failed":
        yield suite, None


def _read(suite: dict[str, Any], test: dict[str, Any] | None) -> _Failed:
    file = _path(_text(suite.get("name"), _NAME_CHARS))
    if test is None:
        return _Failed("", file, suite.get("message"))
    said, meta = test.get("failureMessages"), test.get("meta")
    message = said[0] if isinstance(said, list) and said else ""
    name = _text(test.get("fullName"), _NAME_CHARS).strip()
    return _Failed(name, file, message, meta.get("compared") if isinstance(meta, dict) else None)


def _failure(failed: _Failed, at_length: bool) -> dict[str, Any]:
    said = _text(failed.message, _READ_CHARS).replace("file://", "").replace(_PROJECT, "")
    lines = [line for line in said.split("\n") if not _is_foreign(line)]
    frames = [line[:_FRAME_CHARS] for line in lines if _FRAME.match(line)]
    words = "\n".join(line for line in lines if not _FRAME.match(line)).strip()
    values = _plain_values(failed.compared) if at_length else None
    ends = [part for part in (values_text(words, values), *frames[:_FRAMES]) if part]
    room = (_LENGTH if at_length else _SHORT) - sum(len(end) + 1 for end in ends)
    return {
        "name": failed.name,
        "file": failed.file,
        "message": "\n".join([_cut(page_text(words), room), *ends]).strip(),
        "line": _line(failed.file, said),
    }


def _is_foreign(line: str) -> bool:
    return _CALL.match(line) is not None and any(mark in line for mark in _FOREIGN)


def _line(file: str, said: str) -> int | None:
    place = re.search(re.escape(file) + r":(\d{1,6})", said) if file else None
    return (int(place[1]) or None) if place else None


def _cut(text: str, room: int) -> str:
    note = f"\n[... {len(text)} characters in all ...]"
    return text if len(text) <= room else text[: room - len(note)].rstrip() + note


def _plain_values(compared: Any) -> Any:
    return {name: _text(value, _READ_CHARS) for name, value in compared.items()} if isinstance(compared, dict) else None


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


def values_text(message: str, compared: Any) -> str:
    """The values in full, or around where they differ; empty where the message has them already."""
    if _CUT not in message or not isinstance(compared, dict):
        return ""
    diff, expected, received = (_str(compared.get(name)) for name in ("diff", "expected", "received"))
    if 0 < len(diff) <= 2 * MOST:
        return diff
    start = _differ_at(expected, received) if expected and len(received) > MOST else 0
    values = {"Expected": expected, "Received": received}
    return "\n".join(f"{name}: {_window(value, start)}" for name, value in values.items() if value)


def page_text(message: str) -> str:
    """A message of testing-library with the page it looked at in a third of the lines: a tag is one line."""
    if not _PAGE.search(message):
        return message
    tags = _CLOSED.sub(r"\1", _ATTRIBUTE.sub(r" \1", _RULE.sub("", message)))
    return "\n".join(_halved(line) for line in tags.split("\n") if line.strip())


def _halved(line: str) -> str:
    words = line.lstrip(" ")
    return " " * ((len(line) - len(words)) // 2) + words


def _differ_at(one: str, other: str) -> int:
    """Where to begin so that the first difference is seen."""
    differs = (at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)
    return max(0, next(differs, 0) - _BEFORE)


def _window(value: str, start: int) -> str:
    left = len(value) - start - MOST
    before = f"[... {start} equal characters ...]" if start else ""
    return before + value[start : start + MOST] + (f"[... {left} characters left out ...]" if left > 0 else "")


def _str(value: Any) -> str:
    return value if isinstance(value, str) else ""
