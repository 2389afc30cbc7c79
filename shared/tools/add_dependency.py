"""`add_dependency`: declare a package of the catalog at its pinned version."""

from typing import Literal

from pydantic import Field

from shared.domain.declare_package import declare_package
from shared.domain.operation_types import UpsertFile
from shared.domain.path_characters import shown
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_one

PACKAGE = "package.json"


class AddDependencyParams(Params):
    name: str = Field(description="The package's name, e.g. 'date-fns'.")
    kind: Literal["dependencies", "devDependencies"] | None = Field(
        default=None, description="Null for dependencies; devDependencies for what only builds or tests."
    )


def _run(params: AddDependencyParams, workspace: Workspace) -> ToolResult:
    version = workspace.catalog.version(params.name)
    if version is None:
        near = ", ".join(workspace.catalog.nearest(params.name[:200])) or "none"
        return refuse(f"{shown(params.name)} is not in the catalog. Nearest: {near}. Nothing was applied.")
    try:
        content = declare_package(
            text_or_none(workspace.files, PACKAGE) or "", params.name, version, params.kind or "dependencies"
        )
    except (ValueError, RecursionError) as error:
        return refuse(f"package.json cannot be read ({error}); repair it first. Nothing was applied.")
    result = apply_one(UpsertFile(op="upsert_file", path=PACKAGE, content=content), workspace, PACKAGE)
    said = f"Added {params.name}@{version}. Import it as usual; nothing needs installing."
    return result if not result.ok else ToolResult(True, said, {"version": version}, result.files, (PACKAGE,))


ADD_DEPENDENCY = Tool(
    name="add_dependency",
    description="Add a package from the curated catalog to package.json at the catalog's version.",
    kind="write",
    stage="edit",
    params=AddDependencyParams,
    run=_run,
)
