"""Mending places with the files at hand: tools report lines of transformed code, or no line at all."""

import json
import re

from shared.domain.base import Files
from shared.domain.build_log_lines import Finding
from shared.domain.diagnostics import Diagnostic

_QUOTED = re.compile(r"`([^`]{2,200})`|(?<!\w)'([^']{2,200})'|\"([^\"]{2,200})\"| at (\S{2,100})$")
_JSON_PLACE = re.compile(r" at line (\d+) column (\d+)$")


def mend(finding: Finding, files: Files) -> Diagnostic:
    """The diagnostic with a place that is right for `files`, as far as the text tells; never a wrong line."""
    found = finding.diagnostic
    if found.path is None:
        return _searched(finding, files)
    lines = _lines(files, found.path)
    if lines is None:
        return found
    if found.line is not None and finding.shown is not None:
        found = _compared(found, finding.shown, lines)
    return found if found.line is not None else _quoted(found, lines)


def _searched(finding: Finding, files: Files) -> Diagnostic:
    """A finding without a file belongs to the only file that can have caused it."""
    found = finding.diagnostic
    if found.code == "vite-json" and (place := _JSON_PLACE.search(found.message)):
        holders = [(path, int(place[1]), int(place[2])) for path in sorted(files) if _is_bad_json(path, files[path])]
    elif finding.shown is not None:
        every = ((path, line) for path in sorted(files) for line in _holding(_lines(files, path) or [], finding.shown))
        holders = [(path, line, 0) for path, line in every]
    else:
        return found
    if len(holders) != 1:
        return found
    path, line, column = holders[0]
    return found.model_copy(update={"path": path, "line": line, "column": column or None})


def _is_bad_json(path: str, content: bytes) -> bool:
    if not path.endswith(".json"):
        return False
    try:
        json.loads(content)
    except (ValueError, RecursionError):
        return True
    return False


def _compared(found: Diagnostic, shown: str, lines: list[str]) -> Diagnostic:
    """The line that really reads as shown, the nearest if there are several; no line when none does."""
    given = found.line or 1
    if given <= len(lines) and lines[given - 1].strip() == shown:
        return found
    same = sorted(_holding(lines, shown), key=lambda line: abs(line - given))
    return found.model_copy(update={"line": same[0]} if same else {"line": None, "column": None})


def _quoted(found: Diagnostic, lines: list[str]) -> Diagnostic:
    """The first place where something stands that the message quotes, or the message itself."""
    quoted = [next(text for text in groups if text) for groups in _QUOTED.findall(found.message)]
    for wanted in (*quoted, found.message):
        for number, line in enumerate(lines, 1):
            if wanted in line:
                return found.model_copy(update={"line": number, "column": line.index(wanted) + 1})
    return found


def _holding(lines: list[str], shown: str) -> list[int]:
    return [number for number, line in enumerate(lines, 1) if line.strip() == shown]


def _lines(files: Files, path: str) -> list[str] | None:
    content = files.get(path)
    return None if content is None else content.decode("utf-8", "replace").splitlines()
