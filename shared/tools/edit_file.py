"""`edit_file`: replace pieces of a file that are quoted from it."""

from dataclasses import replace

from pydantic import Field

from shared.domain.edits.edits import Edit, EditRefused, apply_edits
from shared.domain.tree.operation_types import EditFile
from shared.tools.base import Params, Tool, ToolResult, Workspace
from shared.tools.meant import ProjectPath
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_one

_WRITE_INSTEAD = 2
_IDLE = frozenset({"EDIT_NO_CHANGE", "EDIT_ALREADY_APPLIED"})
"""Refusals of an edit that would leave the file as it is: nothing is lost without it."""
_TELLING = 12
"""Letters and digits of lines that stand in a file by no accident."""


class EditParams(Params):
    old: str = Field(description="The exact piece, long enough to stand only once.")
    new: str = Field(description="What takes its place.")
    replace_all: bool | None = Field(default=None, description="True: every occurrence.")


class EditFileParams(Params):
    path: ProjectPath = Field(description="From the project root.")
    edits: list[EditParams] = Field(description="All apply or none does.")


def _run(params: EditFileParams, workspace: Workspace) -> ToolResult:
    edits = [Edit(old=edit.old, new=edit.new, replace_all=bool(edit.replace_all)) for edit in params.edits]
    result = _apply(params.path, edits, workspace)
    if not result.ok and result.diagnostics and {each.code for each in result.diagnostics} <= _IDLE:
        result = _apply_without_idle(params.path, edits, workspace) or result
    if result.ok:
        workspace.refusals.pop(params.path, None)
        return result
    return _count_refusal(params.path, result, workspace)


def _apply(path: str, edits: list[Edit], workspace: Workspace) -> ToolResult:
    return apply_one(EditFile(op="edit_file", path=path, edits=edits), workspace, path)


def _apply_without_idle(path: str, edits: list[Edit], workspace: Workspace) -> ToolResult | None:
    """The batch without the edits that change nothing, which the result names; None where no other is left."""
    text = text_or_none(workspace.files, path) or ""
    idle = [number for number, edit in enumerate(edits, 1) if _is_idle(path, text, edit)]
    rest = [edit for number, edit in enumerate(edits, 1) if number not in idle]
    result = _apply(path, rest, workspace) if rest else None
    if result is None or not result.ok:
        return result
    numbers = ", ".join(map(str, idle))
    return replace(result, text=f"{result.text} Left out of {len(edits)} edits, since they change nothing: {numbers}.")


def _is_idle(path: str, text: str, edit: Edit) -> bool:
    try:
        apply_edits(path, text, [edit])
    except EditRefused as refused:
        stands = edit.old in text or _stands_in_lines(text, edit.new)
        return refused.reason == "EDIT_NO_CHANGE" or (refused.reason == "EDIT_ALREADY_APPLIED" and stands)
    return False


def _stands_in_lines(text: str, new: str) -> bool:
    """Whether `new` is there as whole lines. As a part of one it may be about another place."""
    wanted = [line.strip() for line in new.strip().splitlines()]
    lines = [line.strip() for line in text.splitlines()]
    telling = sum(map(str.isalnum, new)) >= _TELLING
    return telling and any(lines[at : at + len(wanted)] == wanted for at in range(len(lines)))


def _count_refusal(path: str, result: ToolResult, workspace: Workspace) -> ToolResult:
    if path not in workspace.files:
        return result
    workspace.refusals[path] = workspace.refusals.get(path, 0) + 1
    if workspace.refusals[path] < _WRITE_INSTEAD:
        return result
    advice = (
        f"\nThis is refusal {workspace.refusals[path]} on {path}: read it again and use write_file with the whole file."
    )
    return ToolResult(ok=False, text=result.text + advice, diagnostics=result.diagnostics)


EDIT_FILE = Tool(
    name="edit_file",
    description="Replace quoted pieces of a text file.",
    kind="write",
    stage="edit",
    params=EditFileParams,
    run=_run,
)
