"""What a failed test compared and what stood on its page, short enough to be told. Project code may have written it."""

import re
from typing import Any

MOST = 1_000
"""Characters of each of the two values; of a diff of both, twice as many."""
_BEFORE = 200
_CUT = "\u2026"
_ATTRIBUTE = re.compile(r'\n {1,200}([\w:@.-]{1,100}="[^"\n]{0,2000}")')
_CLOSED = re.compile(r"\n {1,200}(/?>)")
_RULE = re.compile(r"\n {0,20}-{50}(?=\n)")
_PAGE = re.compile(r"\n(?:Here are the accessible roles:|Ignored nodes:|<body)")


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
