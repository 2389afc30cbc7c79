"""`add_dependency`: declare a package of the catalog at its pinned version."""

from typing import Literal

from pydantic import Field

from shared.domain.assets.catalog import Catalog
from shared.domain.assets.elsewhere import Elsewhere, find_elsewhere
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
    there = find_elsewhere(params.name, manifest, workspace.catalog, workspace.lines)
    name = _to_declare(params.name, manifest, workspace.catalog, there)
    version = workspace.catalog.version(name) if name else None
    if name is None or version is None:
        return refuse(f"{_lacking(params.name, manifest, workspace.catalog, there)} Nothing was applied.")
    try:
        content = declare_package(manifest, name, version, params.kind or "dependencies")
    except (ValueError, RecursionError) as error:
        return refuse(f"package.json cannot be read ({error}); repair it first. Nothing was applied.")
    result = apply_one(UpsertFile(op="upsert_file", path=PACKAGE, content=content), workspace, PACKAGE)
    said = f"Added {name}@{version}. Nothing needs installing."
    if name != params.name:
        about = workspace.catalog.packages[name].summary
        said = f"{_where(params.name, there)}; {name}@{version} stands in for it and was added: {about}"
        said += f" Import from '{name}'."
    return (
        result
        if not result.ok
        else ToolResult(True, said, {"name": name, "version": version}, result.files, (PACKAGE,))
    )


def _to_declare(asked: str, manifest: str, catalog: Catalog, there: Elsewhere | None) -> str | None:
    """What was asked for or stands in for it; for a package that is elsewhere only what is surely meant."""
    instead = catalog.stand_in(asked, framework_of(manifest))
    if there is None:
        return instead or asked
    return instead if instead == catalog.aliases.get(asked) or instead in there.same else None


def _lacking(asked: str, manifest: str, catalog: Catalog, there: Elsewhere | None) -> str:
    if there is None:
        near = ", ".join(catalog.nearest(asked[:200], framework_of(manifest))) or "none"
        return f"{_where(asked, None)}. Nearest: {near}."
    return f"{_where(asked, there)}. For the same purpose here: {', '.join(there.same) or 'none'}."


def _where(asked: str, there: Elsewhere | None) -> str:
    if there is None:
        return f"{shown(asked)} is not in the catalog"
    return f"The catalog has {shown(asked)} {there.where}, and this app is {there.here}"


ADD_DEPENDENCY = Tool(
    name="add_dependency",
    description="Declare a package of the catalog in package.json.",
    kind="write",
    stage="edit",
    params=AddDependencyParams,
    run=_run,
)
