"""`search_code`: where a text or a pattern stands in the project, in lines and in the names of files."""

from collections.abc import Callable
from dataclasses import dataclass, field

from pydantic import Field

from shared.domain.base import Files
from shared.domain.errors import Invalid
from shared.domain.text.text_pattern import compile_pattern
from shared.domain.work_budget import PATTERN_LINE, PATTERN_SEARCHED
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse
from shared.tools.meant import PathPrefix
from shared.tools.reading import lines_of, text_or_none

_MOST, _NAMES = 80, 40
_LOCK = "package-lock.json"


class SearchCodeParams(Params):
    query: str = Field(description="The literal text.")
    prefix: PathPrefix | None = Field(default=None, description="Of the path; null for all.")
    case_sensitive: bool | None = Field(default=None, description="Null: no.")
    pattern: bool | None = Field(default=None, description="True: `query` is a regular expression.")


@dataclass
class _Found:
    names: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    count: int = 0
    left: int = PATTERN_SEARCHED


def _run(params: SearchCodeParams, workspace: Workspace) -> ToolResult:
    if not params.query.strip():
        return refuse("The query is empty. Give the text to look for.")
    try:
        found = _by_pattern(workspace.files, params) if params.pattern else _by_text(workspace.files, params)
    except Invalid as error:
        return refuse(error.message)
    named = [f"Names: {', '.join(found.names[:_NAMES])}{_more(len(found.names) - _NAMES)}"] if found.names else []
    shown = "\n".join([*named, *found.lines]) or f"{params.query[:200]!r} stands nowhere."
    more = f"\n({found.count - _MOST} more lines)" if found.count > _MOST else ""
    cut = "" if found.left >= 0 else f"\n(Stopped after {PATTERN_SEARCHED} characters: give a prefix.)"
    names = {"names": found.names[:_NAMES]} if found.names else {}
    return ToolResult(ok=True, text=clip(shown + more + cut), data={"matches": found.count, **names})


def _more(count: int) -> str:
    return f" and {count} more" if count > 0 else ""


def _by_text(files: Files, params: SearchCodeParams) -> _Found:
    fold = (lambda text: text) if params.case_sensitive else str.casefold
    wanted, found = fold(params.query), _Found()
    for path in _paths(files, params):
        _look(path, lambda line: wanted in fold(line), found)
        text = text_or_none(files, path) or ""
        if wanted in fold(text):
            _note(path, [(n, line) for n, line in enumerate(lines_of(text), 1) if wanted in fold(line)], found)
    return found


def _by_pattern(files: Files, params: SearchCodeParams) -> _Found:
    matches = compile_pattern(params.query, case_sensitive=params.case_sensitive is True)
    found = _Found()
    for path in _paths(files, params):
        _look(path, matches, found)
        hits = list[tuple[int, str]]()
        for number, line in enumerate(lines_of(text_or_none(files, path) or ""), 1):
            read = line[:PATTERN_LINE]
            found.left -= len(read) + 1
            if found.left < 0:
                break
            if matches(read):
                hits.append((number, line))
        _note(path, hits, found)
        if found.left < 0:
            break
    return found


def _paths(files: Files, params: SearchCodeParams) -> list[str]:
    return [path for path in sorted(files) if path != _LOCK and path.startswith(params.prefix or "")]


def _look(path: str, matches: Callable[[str], bool], found: _Found) -> None:
    if matches(path):
        found.names.append(path)


def _note(path: str, hits: list[tuple[int, str]], found: _Found) -> None:
    found.lines += [f"{path}:{number}: {line.strip()[:200]}" for number, line in hits[: _MOST - len(found.lines)]]
    found.count += len(hits)


SEARCH_CODE = Tool(
    name="search_code",
    description="Find the lines, and the files by name, that contain a text or match a pattern.",
    kind="read",
    stage="inspect",
    params=SearchCodeParams,
    run=_run,
)
