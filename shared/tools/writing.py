"""Shared by the writing tools: one operation on the candidate, under the rules that people's saves obey."""

from collections.abc import Sequence

from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import AppError
from shared.domain.tree.operation_types import Operation
from shared.domain.tree.operations import apply_operations
from shared.domain.tree.policy import check_project
from shared.domain.tree.relock import relock
from shared.tools.base import ToolResult, Workspace, refuse


def apply_one(operation: Operation, workspace: Workspace, *paths: str) -> ToolResult:
    """Apply one operation; a violation of the rules leaves the candidate as it was and says which rule."""
    return apply_all([operation], workspace, *paths)


def apply_all(operations: Sequence[Operation], workspace: Workspace, *paths: str) -> ToolResult:
    """Apply several operations or none."""
    try:
        files = apply_operations(workspace.files, operations, limits=workspace.limits)
    except AppError as error:
        return refusal(error)
    after = check_project(files, workspace.catalog, workspace.limits)
    found = _new_errors(broken_rules(workspace), after)
    if found:
        told = "\n".join(f"- {_told(problem)}" for problem in found)
        return refuse(f"Nothing was applied. The project's rules refuse it:\n{told}", *found)
    files = relock(base=workspace.files, files=files, catalog_lock=workspace.catalog_lock, limits=workspace.limits)
    workspace.checked = (files, after)
    return ToolResult(ok=True, text=f"Done: {', '.join(paths)}.", files=files, changed_paths=paths)


def broken_rules(workspace: Workspace) -> list[Diagnostic]:
    """What the tree breaks as it is, looked up once a tree."""
    if workspace.checked is None or workspace.checked[0] is not workspace.files:
        workspace.checked = (workspace.files, check_project(workspace.files, workspace.catalog, workspace.limits))
    return workspace.checked[1]


def _new_errors(before: list[Diagnostic], after: list[Diagnostic]) -> list[Diagnostic]:
    """Errors that the operation has brought: a tree that broke a rule before may still be edited."""
    known = {(found.code, found.path) for found in before}
    return [found for found in after if found.severity == "error" and (found.code, found.path) not in known]


def refusal(error: AppError) -> ToolResult:
    """An expected refusal as a result for the model."""
    said = _plain(error.message)
    new = [found for found in map(_told, error.diagnostics) if _plain(found) not in said]
    text = "\n".join([error.message, *(f"- {found}" for found in new)]).strip()
    return refuse(text if "othing was applied" in text else f"{text}\nNothing was applied.", *error.diagnostics)


def _told(found: Diagnostic) -> str:
    return f"{found.message} {found.hint or ''}".rstrip()


def _plain(text: str) -> str:
    """On one line: what a message says in lines a finding says in one."""
    return " ".join(text.split())
