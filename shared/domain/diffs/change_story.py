"""A change told in words, from the two trees alone: the same change is always told the same way."""

import re
from collections.abc import Callable, Sequence
from itertools import accumulate

from shared.domain.base import Entity, Files
from shared.domain.diffs.changes import FileChange, file_changes
from shared.domain.diffs.file_status import FileStatus
from shared.domain.diffs.hunks import changed_spans
from shared.domain.frameworks import COMPONENTS
from shared.domain.text.lines import split_lines

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


_MOST = 8
_LABEL = 60
_DECLARATION = re.compile(
    r"(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?"
    r"(function|class|interface|type|enum|const|let|var)\b\s*\*?\s*([A-Za-z_$][\w$]*)?"
)
_SECTION = re.compile(r"<(script|template|style)\b")
_TAG = re.compile(r"""\s*<(head|body|title|header|nav|main|section|article|aside|footer|form|script|style)\b([^>]*)""")
_NAMED = re.compile(r"""\b(?:id|class)=["']([^"']+)["']""")
_HEADING = re.compile(r"#{1,6}\s+(\S.*)")
_KEY = re.compile(r'(?: {2}|\t)"([^"]+)"\s*:')
Scopes = Callable[[list[str]], list[str]]


def touched_parts(path: str, before: str, after: str) -> list[str]:
    """The named parts that the change lies in, in order, at most eight; empty when none has a name."""
    name = path.rpartition(".")[2].lower()
    scopes_of = _BY_EXTENSION.get(name)
    if scopes_of is None:
        return []
    old, new = split_lines(before), split_lines(after)
    was, now = scopes_of(old), scopes_of(new)
    found: list[str] = []
    for a, b, c, d in changed_spans(old, new):
        found += [*now[c:d], *was[a:b]]
    return list(dict.fromkeys(filter(None, found)))[:_MOST]


def _code(lines: list[str]) -> list[str]:
    """Top-level declarations: what is indented belongs to the last one that began at the margin."""
    scopes: list[str] = []
    current = ""
    for line in lines:
        declared = _declared(line)
        if declared or (line[:1].strip() and line[:1] not in "})]"):
            current = declared
        scopes.append(current)
        if line[:1] in ("}", ")", "]") and not line.rstrip().endswith(("{", "(", "[", "=>")):
            current = ""
    return scopes


def _declared(line: str) -> str:
    if line.startswith("import "):
        return "imports"
    found = _DECLARATION.match(line)
    if found is None:
        return "default export" if line.startswith("export default") else ""
    return _shortened(f"{found[1]} {found[2]}") if found[2] else "default export"


def _component(lines: list[str]) -> list[str]:
    """A Vue or Svelte file: declarations of its script, else the section."""
    inner = _code(lines)
    scopes: list[str] = []
    section = ""
    for line, scope in zip(lines, inner, strict=True):
        opened = _SECTION.match(line)
        section = f"{opened[1]} section" if opened else section
        scopes.append(scope if section == "script section" and scope else section or "markup")
        if line.startswith("</"):
            section = ""
    return scopes


def _styles(lines: list[str]) -> list[str]:
    """Rules by their selector, media queries and the like by their head."""
    scopes: list[str] = []
    current, depth = "", 0
    for line in lines:
        if depth == 0 and line.strip():
            current = _shortened(line.partition("{")[0].strip().rstrip(",;"))
        scopes.append(f"rule {current}" if current and line.strip() else "")
        depth = max(0, depth + line.count("{") - line.count("}"))
    return scopes


def _after(name_of: Callable[[str], str]) -> Scopes:
    """Each line is part of the last one before it that has a name."""

    def scopes_of(lines: list[str]) -> list[str]:
        return list(accumulate(lines, lambda current, line: name_of(line) or current, initial=""))[1:]

    return scopes_of


def _element(line: str) -> str:
    found = _TAG.match(line)
    named = _NAMED.search(found[2]) if found else None
    return _shortened(f"<{found[1]}> {named[1]}" if named else f"<{found[1]}>") if found else ""


def _heading(line: str) -> str:
    found = _HEADING.match(line)
    return f"section {_shortened(found[1].strip())}" if found else ""


def _key(line: str) -> str:
    found = _KEY.match(line)
    return f"key {_shortened(found[1])}" if found else ""


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LABEL else text[: _LABEL - 1] + "…"


_BY_EXTENSION: dict[str, Scopes] = {
    **dict.fromkeys(("ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs"), _code),
    **dict.fromkeys(COMPONENTS, _component),
    **dict.fromkeys(("css", "scss", "sass", "less"), _styles),
    **dict.fromkeys(("html", "svg"), _after(_element)),
    **dict.fromkeys(("md",), _after(_heading)),
    **dict.fromkeys(("json",), _after(_key)),
}
