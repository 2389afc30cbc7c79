"""The pipeline's first state: the build gets a place to work, or waits for one."""

from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.builds.build_slots import Place
from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import NotFound
from shared.domain.log_context import note_build
from shared.domain.revisions.revision import Build, is_parked
from shared.domain.runs.steps import BuildState
from shared.services.builds.build_errors import APP_GONE
from shared.services.builds.build_slots import enter_slots
from shared.services.builds.change_build import change_build, current_build
from shared.services.builds.finish_build import finish_build
from shared.services.ports_bundle import AppBuildPorts
from shared.services.spending.build_budget import seconds_of
from shared.services.until_written import until_written


class Waiter(NamedTuple):
    """The execution that asks for a place, and the token it waits with."""

    execution: str
    token: str


def prepare_build(*, state: BuildState, waiter: Waiter, ports: AppBuildPorts) -> None:
    """Answer the waiter when the build has a place, or will never have one; else its place wakes it later.

    Idempotent: asked again, by a retry with another token, the build keeps the place it has.
    """
    build = ports.builds.get(state.tenant_id, state.app_id, state.build_id)
    note_build(build)
    if not build.status.finished and not is_parked(build) and _must_wait(build, waiter, ports):
        return
    ports.workflows.complete_task(waiter.token, {"build_id": build.id, "outcome": "prepared"})


def begin_build(*, state: BuildState, ports: AppBuildPorts) -> None:
    """The same for an execution of the release before, which cannot wait: the build is running from now on."""
    build = ports.builds.get(state.tenant_id, state.app_id, state.build_id)
    note_build(build)
    if build.status.finished:
        return
    ports.apps.get(state.tenant_id, state.app_id)
    changes = {"status": BuildStatus.RUNNING, "error": None, "started_at": ports.clock.now(), "task_token": None}
    change_build(build=build, changes=changes, ports=ports)


def _must_wait(build: Build, waiter: Waiter, ports: AppBuildPorts) -> bool:
    """Whether the build waits for a place. Its token is stored after that, so a place given meanwhile is looked for."""
    try:
        app = ports.apps.get(build.tenant_id, build.app_id)
    except NotFound:
        finish_build(build=build, status=BuildStatus.FAILED, error=APP_GONE, ports=ports)
        return False
    newest = build.kind != "candidate" and app.draft_revision_id == build.revision_id
    slots = enter_slots(build, _place(build, app, waiter, ports), newest=newest, ports=ports)
    if not slots.awaits(build.id, waiter.execution) or not _keep_token(build, waiter.token, ports):
        return False
    return ports.slots.get(build.tenant_id).awaits(build.id, waiter.execution)


def _keep_token(build: Build, token: str, ports: AppBuildPorts) -> bool:
    """Where the code that frees a place, or cancels, finds it. False when the build waits no more."""

    def write(current: Build) -> bool:
        waits = current.status == BuildStatus.QUEUED and not is_parked(current)
        if waits:
            ports.builds.update(current.model_copy(update={"task_token": token, "error": None}))
        return waits

    return until_written(lambda: current_build(build, ports), write, "The build")


def _place(build: Build, app: App, waiter: Waiter, ports: AppBuildPorts) -> Place:
    """Only what a person saved gives way: no restore, nothing asked for again, nothing that visitors see."""
    return Place(
        build_id=build.id,
        app_id=build.app_id,
        execution=waiter.execution,
        seconds=seconds_of(build, ports.limits),
        gives_way=(build.kind, build.origin) == ("revision", "save") and app.published_revision_id != build.revision_id,
        urgent=build.kind == "candidate",
    )
