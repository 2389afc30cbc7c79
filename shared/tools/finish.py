"""`finish`: the model says that the work is done. The loop checks that it is."""

from typing import Any

from pydantic import Field

from shared.domain.untrusted import shortened
from shared.tools.base import Params, Tool, ToolResult, Workspace

SUMMARY_MOST = 4_000
"""Characters; it is shown to people, kept with the turn and told to the model in later turns."""


class FinishParams(Params):
    summary: str = Field(description="For the person: what changed, one to three sentences; or the answer.")
    rationale: str | None = Field(default=None, description="Why so; null when obvious.")
    assumptions: list[str] | None = Field(default=None, description="Null for none.")


def said_in(params: FinishParams) -> dict[str, Any]:
    """The words as they are kept: bounded, and None where nothing was said."""
    assumed = [shortened(each, 500) for each in params.assumptions or []]
    return {
        "summary": shortened(params.summary.strip(), SUMMARY_MOST),
        "rationale": shortened(params.rationale, SUMMARY_MOST) if params.rationale else None,
        "assumptions": assumed[:20] or None,
    }


def _run(params: FinishParams, workspace: Workspace) -> ToolResult:
    return ToolResult(ok=True, text="Finished.", data=said_in(params))


FINISH = Tool(
    name="finish",
    description=(
        "End the work; the project is built once more. Beside what shows you something (reads, `browser`) it "
        "does not count: read that first."
    ),
    kind="finish",
    stage="done",
    params=FinishParams,
    run=_run,
)
