"""What the readers of build logs share: lines, paths as a person knows them, and one finding."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from shared.domain.diagnostics import Diagnostic, Severity
from shared.domain.frameworks import COMPONENTS

Lines = Sequence[str]

_ROOT = "/project/"
_MESSAGE_CHARS = 1000
_TEMPORARY_CONFIG = re.compile(r"(?:node_modules/\.vite-temp/)(vite(?:st)?\.config\.[cm]?[jt]s)\.timestamp-[\w-]+\.mjs")
_FILE_URL = re.compile(r"file:///project/")
_ANY = "|".join(COMPONENTS)
_PART = re.compile(rf"(\.(?:{_ANY}))\?(?:{_ANY})[^\s\"'`]*")
_PLAIN_PATH = re.compile(r"[^\s:\"'`<>|*?\x00]{1,200}\Z")


@dataclass(frozen=True)
class Finding:
    """A diagnostic, and the line of code the tool printed beside it, which may be code it had already transformed."""

    diagnostic: Diagnostic
    shown: str | None = None


@dataclass(frozen=True)
class Read:
    """What a reader made of the lines from its position on; reading goes on at `next`."""

    findings: tuple[Finding, ...]
    next: int


Reader = Callable[[Lines, int], Read | None]


def finding(
    code: str,
    message: str,
    place: str | None = None,
    line: int | str | None = None,
    column: int | str | None = None,
    *,
    severity: Severity = "error",
    hint: str | None = None,
    shown: str | None = None,
) -> Finding:
    """A finding with its place made plain; a place in code that only the tool has loses its line (`App.vue?script`)."""
    path, whole = project_path(place)
    number = int(line) if whole and line is not None and str(line).isdecimal() else None
    position = int(column) if number is not None and column is not None and str(column).isdecimal() else None
    found = Diagnostic(
        severity=severity,
        code=code,
        message=tidy(message)[:_MESSAGE_CHARS] or code,
        path=path,
        line=number or None,
        column=position or None,
        hint=tidy(hint)[:_MESSAGE_CHARS] if hint else None,
    )
    return Finding(found, shown.strip() if shown and shown.strip() else None)


def project_path(place: str | None) -> tuple[str | None, bool]:
    """`place` relative to the project, or None outside of it; and whether its line numbers are those of the file."""
    if not place:
        return None, False
    text = _TEMPORARY_CONFIG.sub(r"\1", unquote(place.strip()).replace("\x00", "")).removeprefix("file://")
    path, _, query = text.removeprefix(_ROOT).removeprefix("./").partition("?")
    inside = not path.startswith(("/", "../", "node_modules/", "node:", "virtual:"))
    if not inside or not _PLAIN_PATH.match(path):
        return None, False
    return path, not query


def tidy(text: str) -> str:
    """`text` without the sandbox's own directories."""
    text = _TEMPORARY_CONFIG.sub(r"\1", text)
    text = _PART.sub(r"\1", _FILE_URL.sub("", text))
    return text.replace(_ROOT, "").replace("'/project'", "the project").strip()


def one_based(column: str | None) -> int | None:
    return int(column) + 1 if column is not None and column.isdecimal() else None


def is_frame(line: str) -> bool:
    return line.lstrip().startswith(("at ", "❯ node_modules/", "❯ node:"))
