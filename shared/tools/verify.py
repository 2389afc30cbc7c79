"""`verify`: everything that `finish` checks, before it. The loop hands the candidate to a worker."""

from shared.domain.builds.verdict import CHECKS
from shared.domain.builds.worker_task import WorkerTask
from shared.tools.base import Params, Tool, ToolResult, Workspace


class VerifyParams(Params):
    pass


def _run(params: VerifyParams, workspace: Workspace) -> ToolResult:
    return ToolResult(ok=True, text="", task=WorkerTask(checks=list(CHECKS)))


VERIFY = Tool(
    name="verify",
    description=(
        "What `finish` checks (build, types, tests, page), without finishing. `finish` does not check the same files "
        "again."
    ),
    kind="worker",
    stage="build",
    params=VerifyParams,
    run=_run,
)
