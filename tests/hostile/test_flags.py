"""A flag that is off does what docs/settings.md says: nothing waits for it in silence."""

import pytest

from devkit.api.api import Api
from devkit.fakes.model import call
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from shared.domain.runs.steps import LoopState
from shared.domain.switches import Switches
from shared.services.builds.rebuild_draft import build_committed
from tests.shared.services.builds.pipeline import prepare_ports, run_pipeline

UNGATED = {"switches": Switches(worker_build_gate=False)}
REPLIES = [
    call("write_file", path="src/new.ts", content="export {};\n"),
    call("finish", summary="Done.", rationale="r", assumptions=[]),
]


def test_without_the_worker_gate_what_is_committed_is_built_at_once() -> None:
    world = World()
    run = LoopDriver(REPLIES, world=world, ports_over=UNGATED).play()
    revision = world.revisions.get(run.tenant_id, run.app_id, str(run.outcome.revision_id))
    assert (run.status, revision.build_status, world.workflows.builds) == ("completed", "queued", [])
    state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id)
    for _ in range(2):
        build_committed(state, ports=prepare_ports(world), automation=True)
    build = world.builds.get(run.tenant_id, run.app_id, revision.build_id)
    assert build.execution in world.workflows.running and len(world.workflows.builds) == 1
    assert run_pipeline(world, build).status == "succeeded"
    build_committed(state, ports=prepare_ports(world), automation=True)
    assert len(world.workflows.builds) == 1, "what is built is left alone"


def test_without_automatic_builds_nothing_is_started() -> None:
    world = World()
    run = LoopDriver(REPLIES, world=world, ports_over=UNGATED).play()
    state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id)
    build_committed(state, ports=prepare_ports(world), automation=False)
    assert world.workflows.builds == []


def test_the_commit_of_another_run_or_a_deleted_app_is_not_its_business() -> None:
    world = World()
    run = LoopDriver(REPLIES, world=world, ports_over=UNGATED).play()
    other = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id="run_01k9yzr3n5d7t8v2w4x6y8z0a1")
    build_committed(other, ports=prepare_ports(world), automation=True)
    gone = LoopState(tenant_id="rival", app_id=run.app_id, run_id=run.id)
    build_committed(gone, ports=prepare_ports(world), automation=True)
    assert world.workflows.builds == []


@pytest.mark.parametrize("automation", [True, False])
def test_targeted_tests_that_are_switched_off_are_skipped_over_http(automation: bool) -> None:
    world = World()
    off = world.ports(switches=Switches(targeted_tests=False, build_automation=automation))
    api = Api(world, {"ports": off})
    app, _ = world.make_app()
    answer = api.client.post("/api/tools/run_targeted_tests", json={"project_id": app.id, "params": {"paths": None}})
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert (body["success"], body["data"]["status"]) == (True, "skipped") and body["stdout"].startswith("skipped")
    assert world.workflows.builds == []
