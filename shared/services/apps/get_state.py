"""Everything a workspace shows first, in one call."""

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.diffs.diff import Diff
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Build, FileEntry, Revision
from shared.domain.revisions.taken_back import taken_back
from shared.domain.runs.run import Run
from shared.services.diffs.find_diff import is_open
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.runs.current_run import waiting_runs

_REVISIONS = 50


class WorkspaceState(BaseModel):
    """The app, its draft with files and build, the run at work, and what waits for a person: runs, and diffs.

    `taken_back` are those of the latest revisions whose change is no longer in the draft: undone, or before a restore.
    """

    app: App
    draft: Revision
    tree: list[FileEntry]
    build: Build
    taken_back: list[str] = []
    active_run: Run | None = None
    waiting_runs: list[Run] = []
    pending_diffs: list[Diff] = []


def get_state(*, principal: Principal, app_id: str, ports: Ports) -> WorkspaceState:
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    diffs = ports.diffs.list(app.tenant_id, app.id, limit=50)
    latest = ports.revisions.list(app.tenant_id, app.id, limit=_REVISIONS).items
    return WorkspaceState(
        app=app,
        draft=draft,
        tree=ports.snapshots.manifest(app.tenant_id, app.id, draft.tree),
        build=ports.builds.get(app.tenant_id, app.id, draft.build_id),
        taken_back=sorted(taken_back(latest, draft.id)),
        active_run=_active_run(app, ports),
        waiting_runs=waiting_runs(app, ports.runs),
        pending_diffs=[diff for diff in diffs.items if is_open(diff)],
    )


def _active_run(app: App, ports: Ports) -> Run | None:
    if app.active_run_id is None:
        return None
    run = ports.runs.get(app.tenant_id, app.active_run_id)
    return None if run.ended else run
