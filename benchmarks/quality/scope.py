"""What a trial changed: which files, which lines, and what of it goes beyond the task's scope."""

import difflib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from typing import Any

from benchmarks.quality.task import Task
from benchmarks.quality.trees import differing
from shared.domain.base import Files


def scope_of(task: Task, before: Files, after: Files) -> dict[str, Any]:
    """Which files were touched, how many lines changed, and what is `broken` of the task's scope."""
    paths, scope = touched(before, after), task.scope
    lines = sum(len(_changed(_diff(path, before, after))) for path in paths)
    broken = [f"scope: {path} was not to be touched" for path in paths if _matches(path, scope.must_not_touch)]
    broken += [f"scope: {path} lies outside" for path in paths if not _matches(path, scope.may_touch)]
    if len(paths) > scope.max_files:
        broken.append(f"scope: {len(paths)} files, at most {scope.max_files}")
    if lines > scope.max_changed_lines:
        broken.append(f"scope: {lines} lines, at most {scope.max_changed_lines}")
    return {"files": paths, "lines": lines, "broken": broken}


def touched(before: Files, after: Files) -> list[str]:
    """The files that differ; of those that are gone the text files alone, since no others come back from a draft."""
    changed, removed = differing(before, after)
    return sorted([*changed, *(path for path in removed if _is_text(before[path]))])


def changes(before: Files, after: Files) -> str:
    """What became of the files, as a unified diff."""
    return "".join(f"{line}\n" for path in touched(before, after) for line in _diff(path, before, after))


def _diff(path: str, before: Files, after: Files) -> Iterator[str]:
    """Two lines with the file's names, then its hunks; nothing when the lines are the same."""
    old, new = (files.get(path, b"").decode("utf-8", "replace").splitlines() for files in (before, after))
    yield from difflib.unified_diff(old, new, f"a/{path}", f"b/{path}", lineterm="")


def _changed(diff: Iterable[str]) -> list[str]:
    return [line for line in diff if line[:1] in "+-"][2:]


def _is_text(content: bytes) -> bool:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)
