"""`security_scan`: what in the project is unsafe for those who will open it."""

from shared.domain.publishing.scan_tree import scan_tree
from shared.domain.quality.advisories import Advisories
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip
from shared.tools.compiling import describe

_SHOWN = 40


class SecurityScanParams(Params):
    pass


def _run(params: SecurityScanParams, workspace: Workspace) -> ToolResult:
    found = scan_tree(workspace.files, workspace.advisories() if workspace.advisories else Advisories())
    secrets = sum(one.severity == "error" for one in found)
    data = {"findings": len(found), "secrets": secrets}
    if not found:
        return ToolResult(ok=True, text="Nothing unsafe was found.", data=data)
    more = f"\n(and {len(found) - _SHOWN} more)" if len(found) > _SHOWN else ""
    head = f"{len(found)} findings" + (f", {secrets} of them secret keys, which block publishing:" if secrets else ":")
    text = f"{head}\n{describe(found[:_SHOWN])}{more}"
    return ToolResult(ok=secrets == 0, text=clip(text), data=data, diagnostics=tuple(found[:_SHOWN]))


SECURITY_SCAN = Tool(
    name="security_scan",
    description=(
        "Look through the project for secret keys, unsafe HTML, eval, unencrypted or foreign scripts, open redirects "
        "and packages with known weaknesses."
    ),
    kind="check",
    stage="test",
    params=SecurityScanParams,
    run=_run,
)
