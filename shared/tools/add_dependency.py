"""`add_dependency`: declare a package of the catalog at its pinned version."""

import json
from typing import Any, Literal

from pydantic import Field

from shared.domain.operation_types import UpsertFile
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_one


class AddDependencyParams(Params):
    name: str = Field(description="The package's name, e.g. 'date-fns'.")
    kind: Literal["dependencies", "devDependencies"] | None = Field(
        default=None, description="Null for dependencies; devDependencies for what only builds or tests."
    )


def _run(params: AddDependencyParams, workspace: Workspace) -> ToolResult:
    version = workspace.catalog.version(params.name)
    if version is None:
        near = ", ".join(workspace.catalog.nearest(params.name)) or "none"
        return refuse(f"{params.name} is not in the catalog. Nearest: {near}. Nothing was applied.")
    try:
        manifest: dict[str, Any] = json.loads(text_or_none(workspace.files, "package.json") or "")
    except ValueError as error:
        return refuse(f"package.json is not valid JSON ({error}); repair it first. Nothing was applied.")
    section = manifest.setdefault(params.kind or "dependencies", {})
    section[params.name] = version
    manifest[params.kind or "dependencies"] = dict(sorted(section.items()))
    content = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    result = apply_one(UpsertFile(op="upsert_file", path="package.json", content=content), workspace, "package.json")
    said = f"Added {params.name}@{version}. Import it as usual; nothing needs installing."
    return result if not result.ok else ToolResult(True, said, {"version": version}, result.files, ("package.json",))


ADD_DEPENDENCY = Tool(
    name="add_dependency",
    description="Add a package from the curated catalog to package.json at the catalog's version.",
    kind="write",
    stage="edit",
    params=AddDependencyParams,
    run=_run,
)
