"""Views: what leaves the API when it is less than what is stored."""

from typing import Any

from pydantic import BaseModel

from functions.api.diffs.views import pending_view
from shared.domain.agent.egress import in_order
from shared.domain.apps.app import App
from shared.domain.base import Moment, Page
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import Build, BuildError, BuildKind, DistManifest, FileEntry, Revision
from shared.domain.runs.run import Run, Stage
from shared.domain.runs.run_status import RunStatus
from shared.services.apps.get_state import WorkspaceState

APP_SHOWN = {
    "id", "tenant_id", "slug", "name", "framework", "template", "draft_revision_id", "last_green_revision_id",
    "published_revision_id", "published_url", "live_url", "autonomy_mode", "review", "evaluator", "settings",
    "instructions", "pinned_note", "created_at", "updated_at", "active_run_id", "queued_run_ids",
    "conversation_id", "untrusted", "confirmed", "page_failure", "deleted_at",
}  # fmt: skip
"""What is told of an app; what is not named here stays inside."""
REVISION_SHOWN = {
    "id", "tenant_id", "app_id", "parent_revision_id", "tree", "commit", "label", "origin", "message",
    "created_by", "created_at", "run_id", "reverts", "build_id", "build_status", "build_error",
    "build_started_at", "build_finished_at", "verdict", "dist_storage_prefix", "template_runtime",
}  # fmt: skip
"""What is told of a revision; what is not named here stays inside."""


class BuildView(BaseModel):
    """A build without what belongs to its execution: task token, execution and worker are secrets of the pipeline."""

    id: str
    revision_id: str
    kind: BuildKind
    build_status: BuildStatus
    attempt: int
    build_error: BuildError | None
    diagnostics: list[Diagnostic]
    created_at: Moment
    build_started_at: Moment | None
    build_finished_at: Moment | None
    timings: dict[str, int]


class RunView(BaseModel):
    """A run at work, as a workspace shows it."""

    id: str
    conversation_id: str
    turn_id: str
    status: RunStatus
    stage: Stage
    message: str
    created_at: Moment


def app_view(app: App) -> dict[str, Any]:
    """The App of CONTRACTS."""
    shown = app.model_copy(update={"page_failure": app.failure_of_draft})
    return shown.model_dump(mode="json", include=APP_SHOWN) | {"untrusted": in_order(app.unconfirmed)}


def revision_view(revision: Revision, manifest: DistManifest | None = None, *, one: bool = False) -> dict[str, Any]:
    """The Revision of CONTRACTS; `dist_manifest` is inline when one revision is read."""
    body = revision.model_dump(mode="json", include=REVISION_SHOWN)
    if one:
        body["dist_manifest"] = manifest.model_dump(mode="json") if manifest else None
    return body


def build_view(build: Build) -> BuildView:
    """The lifecycle of a build and what its tools found."""
    return BuildView(
        id=build.id,
        revision_id=build.revision_id,
        kind=build.kind,
        build_status=build.status,
        attempt=build.attempt,
        build_error=build.error,
        diagnostics=build.error.diagnostics if build.error else [],
        created_at=build.created_at,
        build_started_at=build.started_at,
        build_finished_at=build.finished_at,
        timings=build.timings,
    )


def run_view(run: Run) -> RunView:
    """The part of a run that people look at."""
    return RunView.model_validate(run.model_dump())


def state_view(state: WorkspaceState) -> dict[str, Any]:
    """One call for a workspace."""
    return {
        "app": app_view(state.app),
        "draft": revision_view(state.draft),
        "tree": [entry.model_dump(mode="json") for entry in state.tree],
        "build": build_view(state.build).model_dump(mode="json"),
        "taken_back": state.taken_back,
        "active_run": run_view(state.active_run).model_dump(mode="json") if state.active_run else None,
        "waiting_runs": [run_view(run).model_dump(mode="json") for run in state.waiting_runs],
        "pending_diffs": [pending_view(diff, state.app) for diff in state.pending_diffs],
    }


def page_of(page: Page[Any], items: list[Any]) -> dict[str, Any]:
    """A list answer."""
    return {"items": items, "next_cursor": page.next_cursor}


def entries_view(entries: list[FileEntry]) -> dict[str, Any]:
    """The files of a revision; never more than a project may hold, so one page."""
    return {"items": [entry.model_dump(mode="json") for entry in entries], "next_cursor": None}
