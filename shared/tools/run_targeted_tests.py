"""`run_targeted_tests`: the project's tests, or the ones that matter now, in the worker."""

from pydantic import Field

from shared.domain.builds.worker_task import WorkerTask
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.meant import ProjectPath

_MOST_PATHS = 20
_PATH_CHARS, _NAME_CHARS = 200, 200


class RunTargetedTestsParams(Params):
    paths: list[ProjectPath] | None = Field(default=None, description="Null for all.")
    name: str | None = Field(default=None, description="Of tests; null for all.")


def _run(params: RunTargetedTestsParams, workspace: Workspace) -> ToolResult:
    paths = params.paths or []
    if len(paths) > _MOST_PATHS:
        return refuse(f"At most {_MOST_PATHS} paths. Name a folder, or null for all tests.")
    for path in paths:
        if not _is_plain(path):
            return refuse(f"{path[:100]!r} is no path of the project. Give paths as list_files shows them.")
        if not any(known == path or known.startswith(f"{path.rstrip('/')}/") for known in workspace.files):
            return refuse(f"{path} is not in the project. Look with list_files.")
    if params.name is not None and not (params.name.isprintable() and 1 <= len(params.name) <= _NAME_CHARS):
        return refuse(f"A name has 1 to {_NAME_CHARS} printable characters.")
    named = [f"--testNamePattern={params.name}"] if params.name is not None else []
    return ToolResult(ok=True, text="", task=WorkerTask(task="tests", command=[*paths, *named]))


def _is_plain(path: str) -> bool:
    parts = path.rstrip("/").split("/")
    usual = 1 <= len(path) <= _PATH_CHARS and path.isprintable() and "\\" not in path and not path.startswith("-")
    return usual and not any(part in ("", ".", "..") for part in parts)


RUN_TARGETED_TESTS = Tool(
    name="run_targeted_tests",
    description="Run the project's tests, all or some; says which failed and why.",
    kind="worker",
    stage="test",
    params=RunTargetedTestsParams,
    run=_run,
)
