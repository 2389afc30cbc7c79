"""`finish`: the model says that the work is done. The loop checks that it is."""

from pydantic import Field

from shared.tools.base import Params, Tool, ToolResult, Workspace


class FinishParams(Params):
    summary: str = Field(description="What changed, for the person, in one to three sentences.")
    rationale: str | None = Field(default=None, description="Why it was done this way; null when obvious.")
    assumptions: list[str] | None = Field(default=None, description="What was assumed; null when nothing was.")


def _run(params: FinishParams, workspace: Workspace) -> ToolResult:
    return ToolResult(ok=True, text="Finished.", data=params.model_dump(mode="json"))


FINISH = Tool(
    name="finish",
    description="End the work. The project is built once more before it is kept.",
    kind="finish",
    stage="done",
    params=FinishParams,
    run=_run,
)
