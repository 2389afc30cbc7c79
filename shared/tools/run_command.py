"""`run_command`: one of the project's own tools, in the worker. This decides whether it may; the worker runs it."""

from pydantic import Field

from shared.domain.apps.autonomy import Effect
from shared.domain.builds.commands import Forbidden, NeedsApproval, classify
from shared.domain.builds.worker_task import WorkerTask
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse

_LIST = (
    "npm test, npm run build|lint|test|typecheck, npx vitest run [path], npx eslint [path], npx oxlint [path], "
    "npx tsc --noEmit"
)


class RunCommandParams(Params):
    command: str = Field(description=f"One program and its arguments, no shell. Runs at once: {_LIST}.")


def _effect(params: RunCommandParams, _: Workspace) -> Effect:
    """Nobody is asked about what is refused anyway."""
    verdict = classify(params.command)
    if isinstance(verdict, Forbidden):
        return "check"
    return "unlisted_command" if isinstance(verdict, NeedsApproval) else "command"


def _run(params: RunCommandParams, workspace: Workspace) -> ToolResult:
    verdict = classify(params.command)
    if isinstance(verdict, Forbidden):
        return refuse(f"Not run: {verdict.reason} These run: {_LIST}.")
    return ToolResult(ok=True, text="", task=WorkerTask(task="command", command=list(verdict.argv)))


RUN_COMMAND = Tool(
    name="run_command",
    description=(
        "Run one of the project's tools (lint, typecheck, tests, build) in the worker: no network, 60 seconds, and "
        "whatever it writes is thrown away. Other commands wait for the person."
    ),
    kind="worker",
    stage="test",
    params=RunCommandParams,
    run=_run,
    effect=_effect,
)
