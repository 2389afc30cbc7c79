"""`design_guide`: what makes a page look made with care; read when it is wanted, not in every request."""

from pathlib import Path

from shared.tools.base import Params, Tool, ToolResult, Workspace

_GUIDE = Path(__file__).resolve().parent.parent / "prompts" / "design_guide.md"


class DesignGuideParams(Params):
    pass


def _run(params: DesignGuideParams, workspace: Workspace) -> ToolResult:
    return ToolResult(ok=True, text=_GUIDE.read_text(encoding="utf-8").rstrip())


DESIGN_GUIDE = Tool(
    name="design_guide",
    description="Two pages on hierarchy, spacing, type, colour, states, forms, small screens and motion.",
    kind="read",
    stage="inspect",
    params=DesignGuideParams,
    run=_run,
)
