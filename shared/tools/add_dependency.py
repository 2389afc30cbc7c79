"""`add_dependency`: declare a package of the catalog at its pinned version."""

import json
from typing import Any, Literal

from pydantic import Field

from shared.domain.operation_types import UpsertFile
from shared.domain.path_characters import shown
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.reading import text_or_none
from shared.tools.writing import apply_one

PACKAGE = "package.json"
_SECTIONS = ("dependencies", "devDependencies")


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
        content = _declared(text_or_none(workspace.files, PACKAGE) or "", params, version)
    except (ValueError, RecursionError) as error:
        return refuse(f"package.json cannot be read ({error}); repair it first. Nothing was applied.")
    result = apply_one(UpsertFile(op="upsert_file", path=PACKAGE, content=content), workspace, PACKAGE)
    said = f"Added {params.name}@{version}. Import it as usual; nothing needs installing."
    return result if not result.ok else ToolResult(True, said, {"version": version}, result.files, (PACKAGE,))


def _declared(text: str, params: AddDependencyParams, version: str) -> str:
    """The manifest with the package in one section and in no other; ValueError when it has not the form of one."""
    manifest: Any = json.loads(text)
    wanted = params.kind or "dependencies"
    sections = {name: manifest.get(name, {}) for name in _SECTIONS} if isinstance(manifest, dict) else {}
    if not sections or not all(isinstance(section, dict) for section in sections.values()):
        raise ValueError("it does not hold an object with objects of packages")
    for name, section in sections.items():
        left = {**section, params.name: version} if name == wanted else _without(section, params.name)
        if left or name in manifest:
            manifest[name] = dict(sorted(left.items()))
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def _without(section: dict[str, Any], name: str) -> dict[str, Any]:
    return {each: version for each, version in section.items() if each != name}


ADD_DEPENDENCY = Tool(
    name="add_dependency",
    description="Add a package from the curated catalog to package.json at the catalog's version.",
    kind="write",
    stage="edit",
    params=AddDependencyParams,
    run=_run,
)
