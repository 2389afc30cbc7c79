"""What a person decides about a diff, file by file and hunk by hunk, and the tree that follows from it."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from shared.domain.base import Files, Input
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.changes import FileChange, apply_hunks, file_changes
from shared.domain.errors import Invalid

Verdict = Literal["approve", "reject"]
_MOST_FILES, _MOST_HUNKS = 800, 20_000


class HunkDecision(Input):
    """One hunk of a file, by its index in the diff as shown."""

    index: int = Field(ge=0)
    decision: Verdict


class FileDecision(Input):
    """One file; `decision` is what holds for hunks that are not named."""

    path: str = Field(max_length=1000)
    decision: Verdict
    hunks: list[HunkDecision] = Field(default_factory=list, max_length=_MOST_HUNKS)


class Review(Input):
    """A review. `decision` is what holds for files that are not named."""

    decision: Verdict
    feedback: str | None = Field(default=None, max_length=32_768)
    files: list[FileDecision] = Field(default_factory=list, max_length=_MOST_FILES)


def accepted_files(before: Files, after: Files, review: Review) -> Files:
    """`before` with what the review accepts of the change to `after`. Invalid, naming all that the diff has not.

    All accepted gives `after`, nothing accepted gives `before`.
    """
    changes = {change.path: change for change in file_changes(before, after)}
    faults = _faults(changes, review.files)
    if faults:
        raise Invalid(faults[0].message, diagnostics=faults)
    named = {decision.path: decision for decision in review.files}
    result = dict(before)
    for path, change in changes.items():
        own = named.get(path) or FileDecision(path=path, decision=review.decision)
        _take(result, before, after, change, own)
    return result


def _take(result: Files, before: Files, after: Files, change: FileChange, own: FileDecision) -> None:
    verdicts = {hunk.index: own.decision for hunk in change.hunks} | {each.index: each.decision for each in own.hunks}
    wanted = {index for index, verdict in verdicts.items() if verdict == "approve"}
    if wanted and len(wanted) < len(change.hunks):
        old = before.get(change.path, b"").decode()
        result[change.path] = apply_hunks(old, change.hunks, wanted).encode()
    elif wanted or (not change.hunks and own.decision == "approve"):
        result.pop(change.old_path or change.path, None)
        if change.path in after:
            result[change.path] = after[change.path]


def _faults(changes: dict[str, FileChange], decisions: Sequence[FileDecision]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    seen: set[str] = set()
    for decision in decisions:
        change = changes.get(decision.path)
        if change is None:
            found.append(_fault("UNKNOWN_PATH", decision.path, "is not part of this diff"))
        elif decision.path in seen:
            found.append(_fault("DUPLICATE_PATH", decision.path, "is decided more than once"))
        else:
            found += _hunk_faults(change, decision)
        seen.add(decision.path)
    return found


def _hunk_faults(change: FileChange, decision: FileDecision) -> list[Diagnostic]:
    known = {hunk.index for hunk in change.hunks}
    seen: set[int] = set()
    found: list[Diagnostic] = []
    for hunk in decision.hunks:
        if hunk.index not in known:
            found.append(_fault("UNKNOWN_HUNK", change.path, f"has no hunk {hunk.index}; it has {len(known)}"))
        elif hunk.index in seen:
            found.append(_fault("DUPLICATE_HUNK", change.path, f"has hunk {hunk.index} decided more than once"))
        seen.add(hunk.index)
    return found


def _fault(code: str, path: str, what: str) -> Diagnostic:
    shown = path if len(path) <= 200 else path[:200] + "…"
    return Diagnostic(code=code, message=f"{shown} {what}.", path=shown)
