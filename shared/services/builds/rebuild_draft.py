"""A draft that was built with other values of `settings.env` is built again, as the same revision."""

from contextlib import suppress

from shared.domain.apps.app import App
from shared.domain.errors import Conflict
from shared.domain.revisions.revision import Build
from shared.domain.runs.steps import LoopState
from shared.services.builds.retry_build import is_stale, restart_build
from shared.services.builds.start_build import start_build
from shared.services.or_none import or_none
from shared.services.ports_bundle import AppBuildPorts


def rebuild_draft(app: App, *, ports: AppBuildPorts, automation: bool) -> bool:
    """Whether the draft's finished build is of another environment; then it is queued again, unless that is not ours.

    A build that waits is handed the settings of then, and one that is running is looked at when it ends. Without
    `automation` a person's retry starts it. Asked twice at once, it is started once.
    """
    if app.draft_revision_id is None:
        return False
    draft = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id)
    build = ports.builds.get(app.tenant_id, app.id, draft.build_id)
    if not build.status.finished or not is_stale(build, app):
        return False
    if automation:
        with suppress(Conflict):  # somebody else began it
            restart_build(build=build, ports=ports)
    return True


def rebuild_if_draft(build: Build, *, ports: AppBuildPorts, automation: bool) -> None:
    """The same for a build that has just ended, or was just committed: the settings may have changed meanwhile."""
    app = or_none(ports.apps.get, build.tenant_id, build.app_id)
    if app is not None and app.draft_revision_id == build.revision_id and is_stale(build, app):
        rebuild_draft(app, ports=ports, automation=automation)


def build_committed(state: LoopState, *, ports: AppBuildPorts, automation: bool) -> None:
    """Start the build of what a run has just made the draft, where none was made before the commit. Idempotent."""
    app = or_none(ports.apps.get, state.tenant_id, state.app_id)
    if app is None or app.draft_revision_id is None or not automation:
        return
    draft = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id)
    build = ports.builds.get(app.tenant_id, app.id, draft.build_id)
    if draft.run_id != state.run_id:
        return
    if not build.requested and build.error is None:
        start_build(build=build, ports=ports)
    else:
        rebuild_draft(app, ports=ports, automation=automation)
