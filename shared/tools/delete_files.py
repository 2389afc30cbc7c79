"""`delete_files`: remove files, or whole folders, in one call."""

from pydantic import Field

from shared.domain.base import Files
from shared.domain.tree.operation_types import DeleteFile
from shared.domain.tree.path_characters import shown
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.meant import ProjectPath
from shared.tools.reading import missing
from shared.tools.writing import apply_all

_MOST, _NAMED = 200, 10


class DeleteFilesParams(Params):
    paths: list[ProjectPath] = Field(description="Files, or folders ending with '/'. All are deleted or none.")


def _run(params: DeleteFilesParams, workspace: Workspace) -> ToolResult:
    if not params.paths:
        return refuse("Name the files to delete.")
    if len(params.paths) > _MOST:
        return refuse(f"At most {_MOST} paths a call. Nothing was applied.")
    unknown = [path for path in params.paths if not _meant(path, workspace.files)]
    if unknown:
        told = "\n".join(_unknown(path, workspace.files) for path in unknown[:_NAMED])
        return refuse(f"{told}\nNothing was applied.")
    paths = list(dict.fromkeys(found for path in params.paths for found in _meant(path, workspace.files)))
    return apply_all([DeleteFile(op="delete_file", path=path) for path in paths], workspace, *paths)


def _meant(path: str, files: Files) -> list[str]:
    """The file, or the files of the folder."""
    if path.endswith("/"):
        return sorted(known for known in files if known.startswith(path))
    return [path] if path in files else []


def _unknown(path: str, files: Files) -> str:
    return f"There is no folder {shown(path)}." if path.endswith("/") else missing(files, path)


DELETE_FILES = Tool(
    name="delete_files",
    description="Delete files. Remove their imports too.",
    kind="write",
    stage="edit",
    params=DeleteFilesParams,
    run=_run,
)
