"""`apply_patch_dry_run`: what a change would do, and what of it would fail; nothing is applied."""

from dataclasses import replace
from typing import Literal

from pydantic import Field

from shared.domain.base import Files
from shared.domain.diffs.hunks import count_changes, text_hunks
from shared.domain.diffs.patch_operations import PatchFault, patch_operations
from shared.domain.diffs.patch_reading import read_patch
from shared.domain.edits.edits import Edit
from shared.domain.errors import Invalid
from shared.domain.tree.operation_types import Operation, parse_operations
from shared.domain.tree.operations_between import renames
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse
from shared.tools.compiling import check, describe
from shared.tools.edit_file import EditParams
from shared.tools.meant import ProjectPath
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_all, refusal

_SHOWN = 100


class PatchOperation(Params):
    op: Literal["upsert_file", "edit_file", "rename_file", "delete_file"]
    path: ProjectPath
    content: str | None = Field(default=None, description="The whole file, for upsert_file; else null.")
    edits: list[EditParams] | None = Field(default=None, description="For edit_file; else null.")
    new_path: ProjectPath | None = Field(default=None, description="For rename_file; else null.")


class ApplyPatchDryRunParams(Params):
    operations: list[PatchOperation] | None = Field(default=None, description="The change as operations, or null.")
    patch: str | None = Field(default=None, description="The change as a unified diff with a/ and b/ paths, or null.")
    compile: bool | None = Field(default=None, description="True to compile the result as well.")


def _run(params: ApplyPatchDryRunParams, workspace: Workspace) -> ToolResult:
    if bool(params.operations) == bool(params.patch):
        return refuse("Give either operations or a patch.")
    try:
        operations, faults = _wanted(params, workspace.files)
    except Invalid as error:
        return refusal(error)
    if faults:
        return _misfits(faults)
    tried = apply_all(operations, workspace, *(operation.path for operation in operations))
    if tried.files is None:
        return refuse(f"It would be refused.\n{tried.text}", *tried.diagnostics)
    lines = _changes(workspace.files, tried.files)
    return _compiled(lines, replace(workspace, files=tried.files, checked=None), bool(params.compile))


def _wanted(params: ApplyPatchDryRunParams, files: Files) -> tuple[list[Operation], list[PatchFault]]:
    if params.patch:
        return patch_operations(read_patch(params.patch), files)
    return parse_operations([_operation(one) for one in params.operations or []]), []


def _operation(one: PatchOperation) -> dict[str, object]:
    given = one.model_dump(exclude_none=True, exclude={"edits"})
    if one.edits is None:
        return given
    edits = [Edit(old=edit.old, new=edit.new, replace_all=bool(edit.replace_all)) for edit in one.edits]
    return given | {"edits": [edit.model_dump() for edit in edits]}


def _misfits(faults: list[PatchFault]) -> ToolResult:
    told = "\n".join(f"- {fault.path[:200]}: {fault.reason}" for fault in faults[:_SHOWN])
    return refuse(clip(f"The patch does not fit the project as it is. Nothing was applied.\n{told}"))


def _changes(before: Files, after: Files) -> list[str]:
    """One line a file: what would happen to it."""
    moved = renames(before, after)
    lines = [f"R {old} -> {new}" for new, old in moved.items()]
    for path in sorted({*before, *after} - set(moved) - set(moved.values())):
        if before.get(path) != after.get(path):
            lines.append(_change(path, before, after))
    return lines


def _change(path: str, before: Files, after: Files) -> str:
    mark = "A" if path not in before else "D" if path not in after else "M"
    old, new = text_or_none(before, path), text_or_none(after, path)
    if (path in before and old is None) or (path in after and new is None):
        return f"{mark} {path} (binary)"
    added, deleted = count_changes(text_hunks(old or "", new or ""))
    return f"{mark} {path} (+{added} -{deleted})"


def _compiled(lines: list[str], result: Workspace, wanted: bool) -> ToolResult:
    more = [f"... and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
    told = "\n".join(["It would apply. Nothing was applied.", *lines[:_SHOWN], *more])
    if not lines:
        return ToolResult(ok=True, text="It would apply and change nothing.", data={"files": 0})
    if not wanted:
        return ToolResult(ok=True, text=clip(told), data={"files": len(lines)})
    report = check(result)
    word = "The result compiles." if report.ok else f"The result does not compile:\n{describe(report.diagnostics)}"
    found = tuple(report.diagnostics)
    return ToolResult(report.ok, clip(f"{told}\n{word}"), {"files": len(lines), "compiles": report.ok}, None, (), found)


APPLY_PATCH_DRY_RUN = Tool(
    name="apply_patch_dry_run",
    description="Try a change out on the project without applying it: what would change, or what fails and why.",
    kind="check",
    stage="inspect",
    params=ApplyPatchDryRunParams,
    run=_run,
)
