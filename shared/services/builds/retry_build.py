"""Builds a revision again."""

from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import AlreadyBuilt, BuildPending, Conflict
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Build
from shared.domain.spans import traceparent
from shared.ports.engine import Workflows
from shared.services.builds.change_build import mirror_build
from shared.services.builds.start_build import start_build
from shared.services.ports_bundle import AppBuildPorts, BuildPorts
from shared.services.spending.build_budget import check_build_budget, seconds_of

_FRESH = {"status": BuildStatus.QUEUED, "error": None, "started_at": None, "finished_at": None}
_FRESH_REVISION = {
    "build_status": BuildStatus.QUEUED,
    "build_error": None,
    "build_started_at": None,
    "build_finished_at": None,
}


def retry_build(*, principal: Principal, app_id: str, revision_id: str, ports: AppBuildPorts) -> Build:
    """A new attempt. Conflict `BUILD_PENDING` while one is at work (queued or running), and `ALREADY_BUILT` when the
    revision is built with the app's `settings.env` as they are.

    LimitReached `BUDGET_EXCEEDED` when the tenant's builds have no seconds left: nothing is changed then.
    """
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    revision = ports.revisions.get(principal.tenant_id, app_id, require_id("rev", revision_id))
    build = ports.builds.get(principal.tenant_id, app_id, revision.build_id)
    _require_retriable(build, app, ports.workflows)
    check_build_budget(build.tenant_id, seconds_of(build, ports.limits), ports=ports)
    return restart_build(build=build, ports=ports)


def restart_build(*, build: Build, ports: BuildPorts) -> Build:
    """The next attempt of `build`, of which nothing is at work any more."""
    fresh: dict[str, object] = {**_FRESH, "timings": {}, "execution": None, "task_token": None, "worker_ref": None}
    fresh |= {"traceparent": traceparent() or build.traceparent, "retried_at": ports.clock.now()}
    attempt = build.model_copy(update={**fresh, "kind": "retry", "attempt": build.attempt + 1})
    try:
        stored = ports.builds.update(attempt)
    except Conflict:
        raise _at_work(build) from None
    mirror_build(build=stored, mirrored=_FRESH_REVISION, ports=ports)
    return start_build(build=stored, ports=ports)


def is_stale(build: Build, app: App) -> bool:
    """Whether it was made with other values of `settings.env` than the app has now."""
    return build.env_digest != app.settings.env_digest


def _require_retriable(build: Build, app: App, workflows: Workflows) -> None:
    if build.status == BuildStatus.SUCCEEDED and not is_stale(build, app):
        raise AlreadyBuilt("This revision is already built, with the settings as they are.")
    if build.status.finished:
        return
    alive = build.status == BuildStatus.RUNNING if build.execution is None else workflows.is_running(build.execution)
    if alive:
        raise _at_work(build)


def _at_work(build: Build) -> Conflict:
    return BuildPending("A build of this revision is at work.", build_id=build.id)
