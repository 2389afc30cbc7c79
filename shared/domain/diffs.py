"""The difference of two trees, for people (per file and hunk) and for git (a patch)."""

from typing import Literal

from shared.domain.base import Entity, Files
from shared.domain.hunks import Hunk, apply_hunks, count_changes, text_hunks
from shared.domain.managed_paths import LOCKFILES, is_binary_path
from shared.domain.operations_between import renames
from shared.domain.patch_text import file_patch

__all__ = ["FileChange", "Hunk", "apply_hunks", "file_changes", "readable_diff", "unified_diff"]

Status = Literal["added", "modified", "deleted", "renamed"]


class FileChange(Entity):
    """What became of one file. A renamed file has equal content; a binary file has no hunks."""

    path: str
    old_path: str | None = None
    status: Status
    additions: int = 0
    deletions: int = 0
    hunks: list[Hunk] = []
    binary: bool = False


def file_changes(before: Files, after: Files) -> list[FileChange]:
    """One entry for each file that differs, in order of path."""
    moves = renames(before, after)
    moved = set(moves.values())
    paths = sorted({*before, *after} - moved)
    return [_change(path, moves.get(path), before, after) for path in paths if before.get(path) != after.get(path)]


def unified_diff(before: Files, after: Files, *, binary: bool = False) -> str:
    """A patch in git's form. Binary files are only noted, unless `binary` asks for content that `git apply` can use."""
    patches = [
        file_patch(change.path, change.old_path, before, after, change.hunks, change.binary, binary)
        for change in file_changes(before, after)
    ]
    return "".join(patches)


def readable_diff(before: Files, after: Files) -> str:
    """A patch to be read: of a lockfile, which nobody writes by hand, only says at the end that it changed."""
    told = [
        f"({path} changed; it follows package.json and is not shown)\n"
        for path in sorted(LOCKFILES)
        if before.get(path) != after.get(path)
    ]
    return unified_diff(_by_hand(before), _by_hand(after)) + "".join(told)


def _by_hand(files: Files) -> Files:
    return {path: content for path, content in files.items() if path not in LOCKFILES}


def _change(path: str, old_path: str | None, before: Files, after: Files) -> FileChange:
    if old_path is not None:
        return FileChange(path=path, old_path=old_path, status="renamed", binary=_is_binary(path, after[path]))
    old, new = before.get(path), after.get(path)
    status: Status = "added" if old is None else "deleted" if new is None else "modified"
    if _is_binary(path, old) or _is_binary(path, new):
        return FileChange(path=path, status=status, binary=True)
    hunks = text_hunks((old or b"").decode(), (new or b"").decode())
    additions, deletions = count_changes(hunks)
    return FileChange(path=path, status=status, additions=additions, deletions=deletions, hunks=hunks)


def _is_binary(path: str, content: bytes | None) -> bool:
    if content is None:
        return False
    if is_binary_path(path) or b"\0" in content:
        return True
    try:
        content.decode()
    except UnicodeDecodeError:
        return True
    return False
