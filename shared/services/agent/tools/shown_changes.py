"""What a tool has changed, for the timeline: each file with its counts, and the change itself as far as it is short."""

from typing import Any

from shared.domain.base import Files
from shared.domain.diffs.changes import FileChange, fold_locks, iter_changes, patch_of
from shared.domain.diffs.file_status import FileStatus
from shared.domain.runs.data_chunks import ChangedFile
from shared.domain.untrusted import shortened

_FILES, _CHARACTERS = 100, 8_000


def shown_changes(before: Files, after: Files) -> dict[str, Any]:
    """`changes`, and `diff` as a patch; both bounded, since a stream is kept. A new file is in the call's arguments."""
    found = fold_locks(iter_changes(before, after))
    if not found:
        return {}
    known = [change for change in found if change.status != FileStatus.ADDED]
    return {
        "changes": [_counted(change) for change in found[:_FILES]],
        "diff": shortened(patch_of(known, before, after), _CHARACTERS),
    }


def _counted(change: FileChange) -> dict[str, Any]:
    file = ChangedFile(path=change.path, status=change.status, additions=change.additions, deletions=change.deletions)
    return file.model_dump()
