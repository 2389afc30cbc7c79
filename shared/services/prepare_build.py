"""The pipeline's first state: the build is running from now on."""

from shared.domain.revision import Build
from shared.domain.steps import BuildState
from shared.domain.trail import note_build
from shared.ports.apps import AppStore
from shared.services.change_build import change_build, is_finished
from shared.services.ports_bundle import BuildPorts


def prepare_build(*, state: BuildState, apps: AppStore, ports: BuildPorts) -> Build:
    """The build, running. A finished one is left as it is. NotFound when the app is gone."""
    build = ports.builds.get(state.tenant_id, state.app_id, state.build_id)
    note_build(build)
    if is_finished(build):
        return build
    apps.get(state.tenant_id, state.app_id)
    changes = {"status": "running", "error": None, "started_at": ports.clock.now(), "task_token": None}
    return change_build(build=build, changes=changes, ports=ports)
