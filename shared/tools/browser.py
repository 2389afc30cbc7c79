"""`browser`: opens the run's own candidate in a browser inside the worker, and says what a person would meet there."""

from typing import Literal

from pydantic import Field, ValidationError

from shared.domain.worker_page import PageAction, PageSpec
from shared.domain.worker_task import WorkerTask
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse

_WIDTH = 1280


class BrowserAction(Params):
    do: Literal["click", "type"]
    name: str | None = Field(default=None, description="The element's accessible name (its label); or null.")
    selector: str | None = Field(default=None, description="A CSS selector, when there is no name; or null.")
    text: str | None = Field(default=None, description="What to type, a line break at its end presses Enter; or null.")


class BrowserParams(Params):
    path: str | None = Field(default=None, description="The page's path, such as /about?x=1; null for /.")
    actions: list[BrowserAction] | None = Field(default=None, description="At most ten, in order; null for none.")
    width: int | None = Field(default=None, description="The window's width, 320 to 1920; null for 1280.")


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
        "Build the project and open a page of it in a browser: its console, errors, failed requests, accessibility "
        "tree and a picture for the person. Can click and type first. No network. Call it alone."
    ),
    kind="worker",
    stage="test",
    params=BrowserParams,
    run=_run,
)
