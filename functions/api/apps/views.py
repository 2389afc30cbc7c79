"""Apps, their revisions and builds, and what a workspace opens with."""

from functions.api.diffs.views import PendingDiff, pending_view
from functions.api.http.view import View, one, page, view
from shared.domain.agent.egress import in_order
from shared.domain.apps import app as stored
from shared.domain.base import Moment
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions import revision
from shared.domain.revisions.quality import Quality
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Stage
from shared.domain.runs.run_status import ShownRunStatus
from shared.services.apps.get_state import WorkspaceState
from shared.services.apps.next_steps import NextStep
from shared.services.revisions import undo_apply

App = view("App", stored.App, (
    "id", "tenant_id", "slug", "name", "framework", "template", "draft_revision_id", "last_green_revision_id",
    "published_revision_id", "published_url", "live_url", "autonomy_mode", "review", "evaluator", "settings",
    "active_blueprint_id", "active_phase_node_id", "autopilot_paused", "max_parallel_runs", "instructions",
    "pinned_note", "created_at", "updated_at", "active_run_id", "queued_run_ids",
    "conversation_id", "untrusted", "confirmed", "page_failure", "deleted_at",
))  # fmt: skip
AppPage = page("AppPage", App)
ImportedApp = view("ImportedApp", App, diagnostics=list[Diagnostic], next_steps=list[NextStep])
Revision = view("Revision", revision.Revision, (
    "id", "tenant_id", "app_id", "parent_revision_id", "tree", "commit", "label", "origin", "message",
    "prompt", "created_by", "created_at", "run_id", "reverts", "build_id", "build_status", "build_error",
    "build_started_at", "build_finished_at", "verdict", "dist_storage_prefix", "template_runtime",
), quality=Quality)  # fmt: skip
SavedRevision = view("SavedRevision", Revision, warnings=list[Diagnostic])
RevisionPage = page("RevisionPage", Revision)
RevisionDetail = view("RevisionDetail", Revision, dist_manifest=revision.DistManifest | None)
Undo = view("Undo", undo_apply.Undo, revision=Revision | None)
FileList = page("FileList", revision.FileEntry)


class BuildView(View):
    """A build without what belongs to its execution: task token, execution and worker are secrets of the pipeline."""

    id: str
    revision_id: str
    kind: revision.BuildKind
    build_status: BuildStatus
    attempt: int
    build_error: revision.BuildError | None
    diagnostics: list[Diagnostic]
    created_at: Moment
    build_started_at: Moment | None
    build_finished_at: Moment | None
    timings: dict[str, int]


class RunView(View):
    """A run at work, as a workspace shows it."""

    id: str
    conversation_id: str
    turn_id: str
    status: ShownRunStatus
    stage: Stage
    message: str
    created_at: Moment


Workspace = one(
    "Workspace", "Everything a workspace opens with.",
    app=App, draft=Revision, tree=list[revision.FileEntry], build=BuildView, taken_back=list[str],
    active_run=RunView | None, waiting_runs=list[RunView], pending_diffs=list[PendingDiff],  # type: ignore[valid-type]  # made above
)  # fmt: skip


def app_view(app: stored.App, kind: type[View] = App, **more: object) -> View:
    return kind.of(app, page_failure=app.failure_of_draft, untrusted=in_order(app.unconfirmed), **more)


def build_view(build: revision.Build) -> BuildView:
    return BuildView.of(
        build,
        build_status=build.status,
        build_error=build.error,
        diagnostics=build.error.diagnostics if build.error else [],
        build_started_at=build.started_at,
        build_finished_at=build.finished_at,
    )


def state_view(state: WorkspaceState) -> View:
    return Workspace.of(
        state,
        app=app_view(state.app),
        draft=Revision.of(state.draft),
        build=build_view(state.build),
        active_run=_run_view(state.active_run) if state.active_run else None,
        waiting_runs=[_run_view(run) for run in state.waiting_runs],
        pending_diffs=[pending_view(diff, state.app) for diff in state.pending_diffs],
    )


def _run_view(run: Run) -> RunView:
    return RunView.of(run, message=run.request.message, status=run.status.shown_as)
