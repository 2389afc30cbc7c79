"""`build_project_worker`: the slow gate. The loop hands the candidate to a worker; this only describes the tool."""

from shared.domain.builds.worker_task import BUILD
from shared.tools.base import Params, Tool, ToolResult, Workspace


class BuildProjectWorkerParams(Params):
    pass


def _run(params: BuildProjectWorkerParams, workspace: Workspace) -> ToolResult:
    return ToolResult(ok=True, text="", task=BUILD)


BUILD_PROJECT_WORKER = Tool(
    name="build_project_worker",
    description="Run the project's own build script in the build worker. Takes seconds; use compile_project first.",
    kind="worker",
    stage="build",
    params=BuildProjectWorkerParams,
    run=_run,
)
