"""What a proposal would look like: the build of exactly its tree. Where there is none, one is started."""

from shared.domain.apps.app import App
from shared.domain.builds.build_status import BuildOutcome, BuildStatus
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.diff import Diff
from shared.domain.errors import BuildFailed, FeatureDisabled, Invalid, NotReady
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Build
from shared.services.builds.trial_build import begin_trial, latest_trial
from shared.services.diffs.find_diff import is_open
from shared.services.ports_bundle import Ports
from shared.services.spending.build_budget import check_build_budget, seconds_of


def proposed_build(*, principal: Principal, app: App, diff: Diff, ports: Ports) -> Build:
    """The build of what a commit of `diff` would keep: green, or under way.

    Invalid `BUILD_FAILED` when this tree does not build; `NOT_READY` when it was never built and the diff is closed, or
    the caller may not have it built. FeatureDisabled; LimitReached `BUDGET_EXCEEDED`.
    """
    green = _green_build(diff, ports)
    if green is not None:
        return green
    if diff.build_status == BuildOutcome.FAILED and diff.wanted_tree == diff.tree:
        raise _failed("The build of this diff failed.", diff.problems)
    build = latest_trial(app, diff.wanted_tree, ports)
    if build.status == BuildStatus.QUEUED and build.execution is None:
        _require_may_build(principal, diff, build, ports)
        build = begin_trial(build, ports)
    if build.status == BuildStatus.FAILED:
        error = build.error
        raise _failed(error.message if error else "The build of this diff failed.", error.diagnostics if error else [])
    return build


def _failed(said: str, found: list[Diagnostic]) -> Invalid:
    return BuildFailed(said, diagnostics=found)


def _require_may_build(principal: Principal, diff: Diff, build: Build, ports: Ports) -> None:
    """Looking is for readers, building costs: it takes what a change of the app takes."""
    if not is_open(diff) or not principal.allows("apps:write"):
        raise NotReady("The files of this diff were never built.")
    if not ports.switches.build_automation:
        raise FeatureDisabled("Builds are switched off here.", flag="APPS_BUILDER_BUILD_AUTOMATION_ENABLED")
    check_build_budget(build.tenant_id, seconds_of(build, ports.limits), ports=ports)


def _green_build(diff: Diff, ports: Ports) -> Build | None:
    """The candidate of the diff's own run, when it is of exactly the tree that is wanted."""
    run = ports.runs.get(diff.tenant_id, diff.run_id) if diff.run_id else None
    if run is None or run.app_id != diff.app_id or run.green_build_id is None:
        return None
    build = ports.builds.get(diff.tenant_id, diff.app_id, run.green_build_id)
    is_candidate = build.kind == "candidate" and build.run_id == run.id and build.status == BuildStatus.SUCCEEDED
    return build if is_candidate and build.work.task == "build" and build.tree == diff.wanted_tree else None
