"""`search_messages`: what was asked and answered in earlier turns of this app."""

from pydantic import Field

from shared.domain.agent.egress import in_order
from shared.domain.runs.turn import Turn
from shared.domain.text.ranking import Passage, excerpt, ranked
from shared.domain.work_budget import PASSAGES
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse

_SHOWN = 8


class SearchMessagesParams(Params):
    query: str = Field(description="A few words of what was said.")


def _run(params: SearchMessagesParams, workspace: Workspace) -> ToolResult:
    if not params.query.strip():
        return refuse("The query is empty. Say what you look for in a few words.")
    query = params.query[:400]
    turns = workspace.turns()[:PASSAGES] if workspace.turns is not None else []
    found = ranked(query, [_passage(turn) for turn in turns], _SHOWN)
    if not found:
        return ToolResult(ok=True, text="No earlier turn speaks of it.", data={"results": []})
    shown = {one.source for one in found}
    read = in_order(source for turn in turns if turn.id in shown for source in turn.untrusted)
    told = "\n".join(f"- {one.title}\n  {excerpt(one, query)}" for one in found)
    return ToolResult(
        ok=True,
        text=clip(told),
        data={"results": [{"turn_id": one.source} for one in found]},
        untrusted=tuple(read),
    )


def _passage(turn: Turn) -> Passage:
    said = [f"Asked: {turn.prompt}", f"Answered: {turn.summary}" if turn.summary else "", turn.rationale or ""]
    return Passage(turn.id, f"{turn.created_at:%Y-%m-%d %H:%M} ({turn.status})", "\n".join(filter(None, said)))


SEARCH_MESSAGES = Tool(
    name="search_messages",
    description="Find earlier turns of this app by what was asked and answered, best first.",
    kind="read",
    stage="inspect",
    params=SearchMessagesParams,
    run=_run,
)
