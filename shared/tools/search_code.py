"""`search_code`: where a text stands in the project."""

from pydantic import Field

from shared.domain.base import Files
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse
from shared.tools.reading import lines_of, text_or_none

_MOST = 80


class SearchCodeParams(Params):
    query: str = Field(description="The literal text.")
    prefix: str | None = Field(default=None, description="Only in paths that begin so.")
    case_sensitive: bool | None = Field(default=None, description="Null: upper and lower case are the same.")


def _run(params: SearchCodeParams, workspace: Workspace) -> ToolResult:
    if not params.query.strip():
        return refuse("The query is empty. Give the text to look for.")
    hits, count = _hits(workspace.files, params)
    shown = "\n".join(hits) or f"{params.query[:200]!r} stands nowhere."
    more = f"\n({count - _MOST} more lines)" if count > _MOST else ""
    return ToolResult(ok=True, text=clip(shown + more), data={"matches": count})


def _hits(files: Files, params: SearchCodeParams) -> tuple[list[str], int]:
    """The first lines that hold the text, and how many do."""
    fold = (lambda text: text) if params.case_sensitive else str.casefold
    wanted = fold(params.query)
    hits, count = list[str](), 0
    for path in sorted(files):
        if path == "package-lock.json" or not path.startswith(params.prefix or ""):
            continue
        text = text_or_none(files, path) or ""
        if wanted not in fold(text):
            continue
        found = [(number, line) for number, line in enumerate(lines_of(text), 1) if wanted in fold(line)]
        hits += [f"{path}:{number}: {line.strip()[:200]}" for number, line in found[: _MOST - len(hits)]]
        count += len(found)
    return hits, count


SEARCH_CODE = Tool(
    name="search_code",
    description="Find the lines that contain a text, in all files.",
    kind="read",
    stage="inspect",
    params=SearchCodeParams,
    run=_run,
)
