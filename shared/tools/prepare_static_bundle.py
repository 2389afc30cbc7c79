"""`prepare_static_bundle`: what publishing would put before visitors."""

from shared.domain.revisions.revision import DistManifest
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse

_SHOWN = 200


class PrepareStaticBundleParams(Params):
    pass


def _run(params: PrepareStaticBundleParams, workspace: Workspace) -> ToolResult:
    manifest = workspace.built(workspace.files) if workspace.built is not None else None
    if manifest is None:
        return refuse("The project as it is now has no green build, so there is nothing to serve. Build it first.")
    files = sorted(manifest.files, key=lambda file: -file.size)
    lines = [f"{file.path} ({file.size} bytes, {file.content_type})" for file in files[:_SHOWN]]
    more = [f"... and {len(files) - _SHOWN} more"] if len(files) > _SHOWN else []
    head = f"{len(files)} files, {manifest.total_bytes} bytes; visitors begin at {manifest.entry}. Largest first:"
    return ToolResult(ok=True, text=clip("\n".join([head, *lines, *more])), data=_data(manifest))


def _data(manifest: DistManifest) -> dict[str, object]:
    return {"entry": manifest.entry, "files": len(manifest.files), "total_bytes": manifest.total_bytes}


PREPARE_STATIC_BUNDLE = Tool(
    name="prepare_static_bundle",
    description=(
        "List the built files that visitors would be served. It publishes nothing, the person does that. Needs a green "
        "build of the project as it is."
    ),
    kind="read",
    stage="inspect",
    params=PrepareStaticBundleParams,
    run=_run,
)
