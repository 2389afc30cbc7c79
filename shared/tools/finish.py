"""`finish`: the model says that the work is done. The loop checks that it is."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, get_args

from pydantic import AfterValidator, Field

from shared.domain.diagnostics import Imitation, ImitationKind
from shared.domain.untrusted import shortened
from shared.tools.base import Params, Tool, ToolResult, Workspace

SUMMARY_MOST = 4_000
"""Characters; it is shown to people, kept with the turn and told to the model in later turns."""
_MOST_IMITATED = 20
_KINDS: tuple[ImitationKind, ...] = get_args(ImitationKind)
_STATED = re.compile(
    rf"\s*(?P<what>{'|'.join(kind.replace('_', '[ _-]') for kind in _KINDS)})\b[ ,:]*(?P<where>/[^\s:]*)?[ ,:]*",
    re.IGNORECASE | re.ASCII,
)
_HINTS: Mapping[ImitationKind, str] = {
    "payment": r"pay|paid|charg|checkout|card",
    "accounts": r"account|log ?in|sign(?:ed)?[ -]?in|password",
    "sending": r"send|sent|mail|message|notif|contact|receive|sms",
    "live_data": r"live|real[ -]?time|current",
    "cloud_storage": r"cloud|upload|backup|stored|saved|kept",
    "shared_data": r"shar|book|order|reserv|vote|sign(?:ed)?[ -]?up|other (?:people|users|devices)",
}
_HINTED = [(kind, re.compile(rf"\b(?:{hints})", re.IGNORECASE | re.ASCII)) for kind, hints in _HINTS.items()]
"""For a statement that names no kind: a refusal would cost a whole request for a word."""
_WHERE = re.compile(r"(?:^|\s)(/[^\s:]*)")


def _kind_of(text: str) -> ImitationKind | None:
    return next((kind for kind, hints in _HINTED if hints.search(text)), None)


def _with_kind(text: str) -> str:
    if _STATED.match(text) is None and _kind_of(text) is None:
        raise ValueError(f"begins with one of {', '.join(_KINDS)}")
    return text


def _imitation(text: str) -> dict[str, str]:
    """`payment /checkout: Nothing is charged.` in its parts; without a page it is about the first."""
    found = _STATED.match(text)
    if found is not None:
        what, where, said = re.sub("[ -]", "_", found["what"].lower()), found["where"], text[found.end() :]
    else:
        place = _WHERE.search(text)
        what, where, said = _kind_of(text) or "", place and place[1], text.rpartition(": ")[2]
    return {"what": what, "where": shortened(where or "/", 200), "said": shortened(said.strip(), 300)}


class FinishParams(Params):
    summary: str = Field(description="For the person: what changed, one to three sentences; or the answer.")
    rationale: str | None = Field(default=None, description="Why so; null when obvious.")
    assumptions: list[str] | None = Field(default=None, description="Null for none.")
    imitates: list[Annotated[str, AfterValidator(_with_kind)]] | None = Field(
        default=None,
        description='What it only imitates: "payment /checkout: its sentence there". Null: as before.',
    )


def said_in(params: FinishParams) -> dict[str, Any]:
    """The words as they are kept: bounded, and None where nothing was said."""
    assumed = [shortened(each, 500) for each in params.assumptions or []]
    return {
        "summary": shortened(params.summary.strip(), SUMMARY_MOST),
        "rationale": shortened(params.rationale, SUMMARY_MOST) if params.rationale else None,
        "assumptions": assumed[:20] or None,
    } | _imitated(params.imitates)


def _imitated(stated: list[str] | None) -> dict[str, Any]:
    """Nothing where nothing was stated, so that the words of earlier runs stay as they were stored."""
    if stated is None:
        return {}
    return {"imitates": [_imitation(text) for text in stated[:_MOST_IMITATED]]}


def imitations_of(said: Mapping[str, Any]) -> list[Imitation] | None:
    """What `said_in` kept of it; None where nothing was stated."""
    stated = said.get("imitates")
    return None if stated is None else [Imitation.model_validate(item) for item in stated]


def _run(params: FinishParams, workspace: Workspace) -> ToolResult:
    return ToolResult(ok=True, text="Finished.", data=said_in(params))


FINISH = Tool(
    name="finish",
    description=(
        "End the work; the project is built once more. Not beside what shows you something (reads, `browser`): read "
        "that first."
    ),
    kind="finish",
    stage="done",
    params=FinishParams,
    run=_run,
)
