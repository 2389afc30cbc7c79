"""The difference of two trees, for people (per file and hunk) and for git (a patch)."""

from collections.abc import Iterable, Iterator

from shared.domain.base import Entity, Files
from shared.domain.diffs.file_status import FileStatus
from shared.domain.diffs.hunks import Hunk, apply_hunks, count_changes, text_hunks
from shared.domain.diffs.patch_text import file_patch
from shared.domain.text.lines import decoded
from shared.domain.tree.managed_paths import LOCKFILES, is_binary_path
from shared.domain.tree.operations_between import renames

__all__ = [
    "FileChange",
    "Hunk",
    "apply_hunks",
    "changed_paths",
    "file_changes",
    "first_lines",
    "fold_locks",
    "patch_of",
    "readable_diff",
    "unified_diff",
]


class FileChange(Entity):
    """What became of one file. A renamed file has equal content; a binary file has no hunks.

    A `folded` one is shown by its counts only: a lockfile, which nobody writes by hand.
    """

    path: str
    old_path: str | None = None
    status: FileStatus
    additions: int = 0
    deletions: int = 0
    hunks: list[Hunk] = []
    binary: bool = False
    folded: bool = False


def fold_locks(changes: Iterable[FileChange]) -> list[FileChange]:
    """The same changes, lockfiles without their hunks."""
    folded = {"hunks": [], "folded": True}
    return [change.model_copy(update=folded) if change.path in LOCKFILES else change for change in changes]


def file_changes(before: Files, after: Files) -> list[FileChange]:
    """One entry for each file that differs, in order of path."""
    return [*iter_changes(before, after)]


def iter_changes(before: Files, after: Files) -> Iterator[FileChange]:
    moves = renames(before, after)
    for path in changed_paths(before, after):
        yield _change(path, moves.get(path), before, after)


def changed_paths(before: Files, after: Files) -> list[str]:
    """The paths of `file_changes`, without comparing the files line by line."""
    moved = set(renames(before, after).values())
    return [path for path in sorted({*before, *after} - moved) if before.get(path) != after.get(path)]


def unified_diff(before: Files, after: Files, *, binary: bool = False) -> str:
    """A patch in git's form. Binary files are only noted, unless `binary` asks for content that `git apply` can use."""
    return "".join(_patches(iter_changes(before, after), before, after, binary))


def patch_of(changes: Iterable[FileChange], before: Files, after: Files) -> str:
    """The patch of changes that are already known; a folded one is not in it."""
    return "".join(_patches((change for change in changes if not change.folded), before, after, binary=False))


def _patches(changes: Iterable[FileChange], before: Files, after: Files, binary: bool) -> Iterator[str]:
    for change in changes:
        yield file_patch(change.path, change.old_path, before, after, change.hunks, change.binary, binary)


def first_lines(before: Files, after: Files, most: int) -> list[str]:
    """The first lines of the readable patch; no more files are compared than it takes."""
    old, new = _by_hand(before), _by_hand(after)
    lines: list[str] = []
    for patch in _patches(iter_changes(old, new), old, new, binary=False):
        lines += patch.splitlines()[: most - len(lines)]
        if len(lines) == most:
            break
    return [*lines, *_locks_changed(before, after)][:most]


def readable_diff(before: Files, after: Files) -> str:
    """A patch to be read: of a lockfile, which nobody writes by hand, only says at the end that it changed."""
    lines = [f"{line}\n" for line in _locks_changed(before, after)]
    return unified_diff(_by_hand(before), _by_hand(after)) + "".join(lines)


def _locks_changed(before: Files, after: Files) -> list[str]:
    return [
        f"({path} changed; it follows package.json and is not shown)"
        for path in sorted(LOCKFILES)
        if before.get(path) != after.get(path)
    ]


def _by_hand(files: Files) -> Files:
    return {path: content for path, content in files.items() if path not in LOCKFILES}


def _change(path: str, old_path: str | None, before: Files, after: Files) -> FileChange:
    if old_path is not None:
        return FileChange(path=path, old_path=old_path, status=FileStatus.RENAMED, binary=_is_binary(path, after[path]))
    old, new = before.get(path), after.get(path)
    status = FileStatus.ADDED if old is None else FileStatus.DELETED if new is None else FileStatus.MODIFIED
    if _is_binary(path, old) or _is_binary(path, new):
        return FileChange(path=path, status=status, binary=True)
    hunks = text_hunks((old or b"").decode(), (new or b"").decode())
    additions, deletions = count_changes(hunks)
    return FileChange(path=path, status=status, additions=additions, deletions=deletions, hunks=hunks)


def _is_binary(path: str, content: bytes | None) -> bool:
    return content is not None and (is_binary_path(path) or b"\0" in content or decoded(content) is None)
