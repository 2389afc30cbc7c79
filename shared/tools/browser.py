"""`browser`: opens the run's own candidate in a browser inside the worker, and says what a person would meet there."""

from dataclasses import replace

from pydantic import Field, ValidationError

from shared.domain.builds.worker_page import ActionKind, PageAction, PageSpec
from shared.domain.builds.worker_task import WorkerTask
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse

_WIDTH, _HEIGHT = PageSpec().width, PageSpec().height


class BrowserAction(Params):
    do: ActionKind
    name: str | None = Field(default=None, description="Accessible name (label).")
    selector: str | None = Field(default=None, description="Or a CSS selector.")
    text: str | None = Field(
        default=None,
        description="To type, fill, select or wait for; keys (Control+z Enter); a drag's end (dx,dy or selector).",
    )


class BrowserParams(Params):
    path: str | None = Field(default=None, description="/about?x=1; null for /.")
    actions: list[BrowserAction] | None = Field(default=None, description="At most 20.")
    width: int | None = Field(default=None, description="320 to 1920; null for 1280.")
    height: int | None = Field(default=None, description="320 to 1600; null for 800.")
    dark: bool | None = Field(default=None, description="True: prefers dark colours.")
    paper: bool | None = Field(default=None, description="True: as printed.")
    whole: bool | None = Field(default=None, description="True: whole tree again.")


def _run(params: BrowserParams, workspace: Workspace) -> ToolResult:
    actions: list[PageAction] = []
    try:
        for action in params.actions or []:
            actions.append(PageAction(**action.model_dump()))
        page = PageSpec(
            path=params.path or "/",
            actions=actions,
            width=params.width or _WIDTH,
            height=params.height or _HEIGHT,
            dark=params.dark is True,
            paper=params.paper is True,
        )
    except ValidationError as error:
        return refuse(f"The page was not opened: {_told(error, len(actions) + 1)}.")
    return ToolResult(ok=True, text="", task=WorkerTask(task="browser", page=page))


def _told(error: ValidationError, number: int) -> str:
    """What does not fit, and where: in this action, or in the rest."""
    place = f"action {number}: " if error.title == PageAction.__name__ else ""
    found = [
        " ".join([*map(str, problem["loc"]), problem["msg"].removeprefix("Value error, ")])
        for problem in error.errors()[:3]
    ]
    return place + "; ".join(found)


_DESCRIPTION = (
    "Build the project and open a page in a new browser (empty storage), acting as a person first: console, errors, "
    "failed requests, faults of the layout at 390, 1280, the asked width and on paper, accessibility tree (later: "
    "what changed){}. No network."
)
BROWSER = Tool(
    name="browser",
    description=_DESCRIPTION.format(", pictures (1440, 390)"),
    kind="worker",
    stage="test",
    params=BrowserParams,
    run=_run,
)
BLIND_BROWSER = replace(BROWSER, description=_DESCRIPTION.format(", colours; no picture"))
"""As a model is told of it that is shown no pictures."""
