"""A change told in words, from the two trees alone: the same change is always told the same way."""

from collections.abc import Sequence

from shared.domain.base import Entity, Files
from shared.domain.diffs.changes import FileChange, file_changes
from shared.domain.diffs.file_status import FileStatus
from shared.domain.diffs.touched import touched_parts

_SUBJECT = 72
_LINES = 20


class FileStory(Entity):
    """What became of one file: counts, the parts touched, and one sentence."""

    path: str
    old_path: str | None = None
    status: FileStatus
    additions: int = 0
    deletions: int = 0
    binary: bool = False
    touched: list[str] = []
    sentence: str


def tell_files(before: Files, after: Files) -> list[FileStory]:
    """One entry for each file that differs, in order of path."""
    return [_tell(change, before, after) for change in file_changes(before, after)]


def suggest_message(stories: Sequence[FileStory]) -> str:
    """A commit message: one line that says what, then a line for each of the first files."""
    if not stories:
        return "Change nothing"
    if len(stories) == 1:
        return suggest_title(stories)
    lines = [f"- {story.sentence}" for story in stories[:_LINES]]
    more = [f"- and {len(stories) - _LINES} more files"] if len(stories) > _LINES else []
    return "\n".join([suggest_title(stories), "", *lines, *more])


def suggest_title(stories: Sequence[FileStory]) -> str:
    """One line of at most 72 characters."""
    done = {story.status for story in stories}
    verb = done.pop().words.verb if len(done) == 1 else "Change"
    names = [story.path.rpartition("/")[2] for story in stories]
    if len(stories) == 1:
        parts = [part for part in stories[0].touched if part != "imports"]
        named = parts and stories[0].status == FileStatus.MODIFIED
        return _short(f"{verb} {names[0]}" + (f": {', '.join(parts)}" if named else ""))
    rest = f" and {len(names) - 2} more" if len(names) > 2 else ""
    return _short(f"{verb} {', '.join(names[:2])}{rest}" if rest else f"{verb} {names[0]} and {names[1]}")


def _short(text: str) -> str:
    return text if len(text) <= _SUBJECT else text[: _SUBJECT - 1] + "…"


def _tell(change: FileChange, before: Files, after: Files) -> FileStory:
    touched = [] if change.binary or change.status == FileStatus.RENAMED else _touched(change, before, after)
    return FileStory(
        **change.model_dump(exclude={"hunks", "folded"}),
        touched=touched,
        sentence=_sentence(change, before, after, touched),
    )


def _touched(change: FileChange, before: Files, after: Files) -> list[str]:
    old, new = before.get(change.path, b"").decode(), after.get(change.path, b"").decode()
    return touched_parts(change.path, old, new)


def _sentence(change: FileChange, before: Files, after: Files, touched: Sequence[str]) -> str:
    within = f" in {', '.join(touched)}" if touched else ""
    if change.status == FileStatus.RENAMED:
        return f"{change.old_path} is now {change.path}, unchanged."
    if change.binary:
        sizes = f"{len(before.get(change.path, b''))} to {len(after.get(change.path, b''))} bytes"
        return f"{change.path} {change.status.words.was} (binary, {sizes})."
    if change.status == FileStatus.MODIFIED:
        return f"{change.path} was changed (+{change.additions} -{change.deletions}){within}."
    count = change.additions or change.deletions
    lines = f"{count} line{'' if count == 1 else 's'}"
    return f"{change.path} {change.status.words.was} ({lines}){': ' + ', '.join(touched) if touched else ''}."
