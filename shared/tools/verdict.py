"""`verdict`: the evaluator's decision on a change."""

from typing import Literal

from pydantic import Field

from shared.domain.untrusted import shortened
from shared.tools.base import Params, Tool, ToolResult, Workspace

_MOST = 4_000
_MESSAGE_MOST = 200


class VerdictParams(Params):
    decision: Literal["approve", "reject"]
    reasoning: str = Field(description="Why, and for a rejection exactly what must change and where.")
    commit_message: str | None = Field(default=None, description="For an approval: one line; null for a rejection.")


def _run(params: VerdictParams, workspace: Workspace) -> ToolResult:
    message = params.commit_message.strip().splitlines() if params.commit_message else []
    told = {
        "decision": params.decision,
        "reasoning": shortened(params.reasoning.strip(), _MOST),
        "commit_message": shortened(message[0], _MESSAGE_MOST) if message else None,
    }
    return ToolResult(ok=True, text="Noted.", data=told)


VERDICT = Tool(
    name="verdict",
    description="Approve or reject the change. Call it once, last.",
    kind="finish",
    stage="evaluate",
    params=VerdictParams,
    run=_run,
)
