"""`remove_dependency`: take a package out of package.json."""

from pydantic import Field

from shared.domain.tree.declare_package import remove_package
from shared.domain.tree.operation_types import UpsertFile
from shared.domain.tree.path_characters import shown
from shared.tools.add_dependency import PACKAGE
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_one


class RemoveDependencyParams(Params):
    name: str = Field(description="The package's name as package.json has it.")


def _run(params: RemoveDependencyParams, workspace: Workspace) -> ToolResult:
    try:
        content = remove_package(text_or_none(workspace.files, PACKAGE) or "", params.name)
    except (ValueError, RecursionError) as error:
        return refuse(f"package.json cannot be read ({error}); repair it first. Nothing was applied.")
    if content is None:
        return refuse(f"package.json does not declare {shown(params.name)}. Nothing was applied.")
    result = apply_one(UpsertFile(op="upsert_file", path=PACKAGE, content=content), workspace, PACKAGE)
    said = f"Removed {shown(params.name)}. Remove its imports too."
    return result if not result.ok else ToolResult(True, said, {}, result.files, (PACKAGE,))


REMOVE_DEPENDENCY = Tool(
    name="remove_dependency",
    description="Take a package out of package.json.",
    kind="write",
    stage="edit",
    params=RemoveDependencyParams,
    run=_run,
)
