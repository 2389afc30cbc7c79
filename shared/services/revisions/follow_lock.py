"""A tree that is put together from others, and the lockfile that it needs."""

from collections.abc import Sequence

from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.merge3 import Merge, merge_files
from shared.domain.errors import MergeConflict
from shared.domain.tree.relock import LOCK, PACKAGE, declared
from shared.services.revisions.relock import LockPorts, with_lock


def follow_lock(*, files: Files, sides: Sequence[Files], tenant_id: str, ports: LockPorts) -> Files:
    """`files` with the lockfile that fits its `package.json`: a side's that declares the same, else a new one.

    When all sides declare the same the lockfile is a file like any other and stays as it is.
    """
    wanted = declared(files)
    if all(declared(side) == wanted for side in sides):
        return files
    for side in sides:
        if declared(side) == wanted:
            return _with_lock_of(side, files)
    return with_lock(files=files, tenant_id=tenant_id, ports=ports) if any(LOCK in side for side in sides) else files


def merge_trees(*, base: Files, ours: Files, theirs: Files, tenant_id: str, ports: LockPorts) -> Merge:
    """A three-way merge of whole trees. A lockfile is never merged by lines when the packages differ."""
    merged = merge_files(base, ours, theirs)
    if PACKAGE in merged.conflicts or declared(ours) == declared(theirs):
        return merged
    files = follow_lock(files=merged.files, sides=(ours, theirs), tenant_id=tenant_id, ports=ports)
    return Merge(files, [path for path in merged.conflicts if path != LOCK])


def require_clean(merged: Merge) -> None:
    """Conflict `MERGE_CONFLICT`, with `paths` and a diagnostic for each."""
    if not merged.conflicts:
        return
    found = [
        Diagnostic(code="MERGE_CONFLICT", message=f"{path} was changed on both sides.", path=path)
        for path in merged.conflicts
    ]
    paths = ", ".join(merged.conflicts[:5]) + (" and others" if len(merged.conflicts) > 5 else "")
    raise MergeConflict(
        f"Both sides changed the same places: {paths}.",
        diagnostics=found,
        paths=merged.conflicts,
    )


def _with_lock_of(side: Files, files: Files) -> Files:
    rest = {path: content for path, content in files.items() if path != LOCK}
    return {**rest, LOCK: side[LOCK]} if LOCK in side else rest
