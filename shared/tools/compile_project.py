"""`compile_project`: the fast gate on the candidate, after the fixes that need no model."""

from shared.tools.base import Params, Tool, ToolResult, Workspace, clip
from shared.tools.compiling import describe
from shared.tools.fixing import check_fixed


class CompileProjectParams(Params):
    pass


def _run(params: CompileProjectParams, workspace: Workspace) -> ToolResult:
    checked = check_fixed(workspace)
    report = checked.report
    text = (
        "The project compiles. Types are checked by `verify` and `finish`."
        if report.ok
        else "The project does not compile:"
    )
    parts = (checked.note(), text, describe(report.diagnostics))
    return ToolResult(
        ok=report.ok,
        text=clip("\n".join(part for part in parts if part)),
        data={
            "ok": report.ok,
            "findings": len(report.diagnostics),
            **({"fixed": checked.note()} if checked.paths else {}),
        },
        files=checked.workspace.files if checked.paths else None,
        changed_paths=checked.paths,
        diagnostics=tuple(report.diagnostics),
    )


COMPILE_PROJECT = Tool(
    name="compile_project",
    description="Check that the project parses, resolves and bundles. Puts right, and says so: wrong "
    "paths, icon names, missing imports and packages.",
    kind="check",
    stage="compile",
    params=CompileProjectParams,
    run=_run,
)
