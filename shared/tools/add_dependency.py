"""`add_dependency`: declare a package of the catalog at its pinned version."""

from typing import Literal

from pydantic import Field

from shared.domain.assets.framework_of import framework_of
from shared.domain.tree.declare_package import declare_package
from shared.domain.tree.operation_types import UpsertFile
from shared.domain.tree.path_characters import shown
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_one

PACKAGE = "package.json"


class AddDependencyParams(Params):
    name: str = Field(description="E.g. 'date-fns'.")
    kind: Literal["dependencies", "devDependencies"] | None = Field(default=None, description="Null: the first.")


def _run(params: AddDependencyParams, workspace: Workspace) -> ToolResult:
    manifest = text_or_none(workspace.files, PACKAGE) or ""
    framework = framework_of(manifest)
    name = workspace.catalog.stand_in(params.name, framework) or params.name
    version = workspace.catalog.version(name)
    if version is None:
        near = ", ".join(workspace.catalog.nearest(params.name[:200], framework)) or "none"
        return refuse(f"{shown(params.name)} is not in the catalog. Nearest: {near}. Nothing was applied.")
    try:
        content = declare_package(manifest, name, version, params.kind or "dependencies")
    except (ValueError, RecursionError) as error:
        return refuse(f"package.json cannot be read ({error}); repair it first. Nothing was applied.")
    result = apply_one(UpsertFile(op="upsert_file", path=PACKAGE, content=content), workspace, PACKAGE)
    said = f"Added {name}@{version}. Nothing needs installing."
    if name != params.name:
        about = workspace.catalog.packages[name].summary
        said = f"{shown(params.name)} is not in the catalog; {name}@{version} stands in for it and was added: {about}"
        said += f" Import from '{name}'."
    return (
        result
        if not result.ok
        else ToolResult(True, said, {"name": name, "version": version}, result.files, (PACKAGE,))
    )


ADD_DEPENDENCY = Tool(
    name="add_dependency",
    description="Declare a package of the catalog in package.json.",
    kind="write",
    stage="edit",
    params=AddDependencyParams,
    run=_run,
)
