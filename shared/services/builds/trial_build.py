"""Builds of a tree that no run and no revision waits for: one for a tree and the app's settings, for all who ask."""

from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.worker_task import BUILD, WorkerTask
from shared.domain.errors import Conflict, FeatureDisabled
from shared.domain.ids import derived_id, new_id
from shared.domain.log_context import request_id
from shared.domain.revisions.revision import PARKED, Build
from shared.domain.spans import traceparent
from shared.domain.switches import Switches
from shared.services.builds.build_errors import is_ours
from shared.services.builds.start_build import start_build
from shared.services.or_none import or_none
from shared.services.ports_bundle import Ports
from shared.services.spending.build_budget import check_build_budget, seconds_of

_MOST_TRIES = 5


def new_trial(app: App, tree: str, ports: Ports, build_id: str | None = None, work: WorkerTask = BUILD) -> Build:
    """A candidate of this tree that is not stored yet, under the id that anybody's first trial of it has."""
    asked = () if work == BUILD else (work.model_dump_json(),)
    wanted = build_id or derived_id("bld", app.id, tree, app.settings.env_digest, *asked)
    return new_candidate(wanted, app.tenant_id, app.id, app.slug, tree, work, ports)


def new_candidate(
    build_id: str, tenant_id: str, app_id: str, slug: str, tree: str, work: WorkerTask, ports: Ports
) -> Build:
    """A build of a tree that is no revision, for the request at hand; not stored yet."""
    return Build(
        id=build_id,
        tenant_id=tenant_id,
        app_id=app_id,
        slug=slug,
        revision_id=new_id("rev"),
        tree=tree,
        kind="candidate",
        work=work,
        request_id=request_id(),
        traceparent=traceparent(),
        created_at=ports.clock.now(),
    )


def latest_trial(app: App, tree: str, ports: Ports, work: WorkerTask = BUILD) -> Build:
    """The stored one, or one to be stored: the first, or the next when ours is the fault that the one before failed."""
    build = new_trial(app, tree, ports, work=work)
    for _ in range(_MOST_TRIES):
        there = find_trial(build, ports)
        if there is None or not _was_lost(there):
            return there or build
        build = new_trial(app, tree, ports, derived_id("bld", there.id), work)
    return find_trial(build, ports) or build


def find_trial(build: Build, ports: Ports) -> Build | None:
    return or_none(ports.builds.get, build.tenant_id, build.app_id, build.id)


def _was_lost(build: Build) -> bool:
    """Whether it failed without a word about the project: no worker, no place, no seconds left."""
    error = build.error
    return build.status == BuildStatus.FAILED and error is not None and (is_ours(error) or error.code in PARKED)


def order_trial(build: Build, ports: Ports) -> Build:
    """Started because somebody asks for it, unless it was before. FeatureDisabled; LimitReached `BUDGET_EXCEEDED`."""
    if build.requested:
        return build
    require_builds(ports.switches)
    check_build_budget(build.tenant_id, seconds_of(build, ports.limits), ports=ports)
    return begin_trial(build, ports)


def require_builds(switches: Switches) -> None:
    if not switches.build_automation:
        raise FeatureDisabled("Builds are switched off here.", flag="APPS_BUILDER_BUILD_AUTOMATION_ENABLED")


def begin_trial(build: Build, ports: Ports) -> Build:
    """The stored build, started. Another caller that stored it meanwhile shares it; one not yet started is started."""
    try:
        ports.builds.create(build)
    except Conflict:
        build = ports.builds.get(build.tenant_id, build.app_id, build.id)
    return build if build.requested else start_build(build=build, ports=ports)
