"""`browser`: opens the run's own candidate in a browser inside the worker, and says what a person would meet there."""

from pydantic import Field, ValidationError

from shared.domain.worker_page import ActionKind, PageAction, PageSpec
from shared.domain.worker_task import WorkerTask
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse

_WIDTH = 1280


class BrowserAction(Params):
    do: ActionKind
    name: str | None = Field(default=None, description="The element's accessible name (its label).")
    selector: str | None = Field(default=None, description="Or a CSS selector.")
    text: str | None = Field(
        default=None,
        description="To type, fill, select or wait for; keys (Control+z Enter); a drag's end (dx,dy or selector).",
    )


class BrowserParams(Params):
    path: str | None = Field(default=None, description="Such as /about?x=1; null for /.")
    actions: list[BrowserAction] | None = Field(default=None, description="At most ten, in order.")
    width: int | None = Field(default=None, description="320 to 1920; null for 1280.")


def _run(params: BrowserParams, workspace: Workspace) -> ToolResult:
    try:
        actions = [PageAction(**action.model_dump()) for action in params.actions or []]
        page = PageSpec(path=params.path or "/", actions=actions, width=params.width or _WIDTH)
    except ValidationError as error:
        told = "; ".join(problem["msg"].removeprefix("Value error, ") for problem in error.errors()[:3])
        return refuse(f"The page cannot be opened like this: {told}. Only the app's own pages can be opened.")
    return ToolResult(ok=True, text="", task=WorkerTask(task="browser", page=page))


BROWSER = Tool(
    name="browser",
    description=(
        "Build the project and open a page of it in a browser, acting as a person first: console, errors, failed "
        "requests, faults of the layout at 390 and 1280 px, accessibility tree, a picture. No network."
    ),
    kind="worker",
    stage="test",
    params=BrowserParams,
    run=_run,
)
