"""`finish`: the model says that the work is done. The loop checks that it is."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from shared.domain.diagnostics import Imitation, ImitationKind
from shared.domain.untrusted import shortened
from shared.tools.base import Params, Tool, ToolResult, Workspace

SUMMARY_MOST = 4_000
"""Characters; it is shown to people, kept with the turn and told to the model in later turns."""


_MOST_IMITATED = 20


class Imitated(Params):
    """What no one receives, and where the page says so."""

    what: ImitationKind
    where: str = Field(description="The page, such as /checkout.")
    said: str = Field(description="The sentence beside it on the page.")


class FinishParams(Params):
    summary: str = Field(description="For the person: what changed, one to three sentences; or the answer.")
    rationale: str | None = Field(default=None, description="Why so; null when obvious.")
    assumptions: list[str] | None = Field(default=None, description="Null for none.")
    imitates: list[Imitated] | None = Field(
        default=None, description="All that the app only imitates now; null when unchanged."
    )


def said_in(params: FinishParams) -> dict[str, Any]:
    """The words as they are kept: bounded, and None where nothing was said."""
    assumed = [shortened(each, 500) for each in params.assumptions or []]
    return {
        "summary": shortened(params.summary.strip(), SUMMARY_MOST),
        "rationale": shortened(params.rationale, SUMMARY_MOST) if params.rationale else None,
        "assumptions": assumed[:20] or None,
    } | _imitated(params.imitates)


def _imitated(stated: list[Imitated] | None) -> dict[str, Any]:
    """Nothing where nothing was stated, so that the words of earlier runs stay as they were stored."""
    if stated is None:
        return {}
    rows = [
        {"what": item.what, "where": shortened(item.where, 200), "said": shortened(item.said, 300)} for item in stated
    ]
    return {"imitates": rows[:_MOST_IMITATED]}


def imitations_of(said: Mapping[str, Any]) -> list[Imitation] | None:
    """What `said_in` kept of it; None where nothing was stated."""
    stated = said.get("imitates")
    return None if stated is None else [Imitation.model_validate(item) for item in stated]


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
