"""Several who change one plan at once: nothing is kept that no one of them was allowed."""

import pytest

from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.errors import ClaimLost, PlanCycle, PlanTooLarge, TaskClaimed
from shared.domain.identity import Principal
from shared.domain.planning.graph import cycle_through, edges_of
from shared.domain.planning.words import TaskState
from shared.services.planning.add_nodes import NODES_MOST, add_nodes
from shared.services.planning.add_tasks import add_tasks
from shared.services.planning.change_tasks import patch_task
from shared.services.planning.claim import claim_task, release_claim
from shared.services.planning.task_bodies import TaskMetadata, TaskPatch
from shared.services.ports_bundle import Ports
from tests.support.racing import failures, race


def waits_for(*names: str) -> TaskPatch:
    return TaskPatch(metadata_json=TaskMetadata(dependencies=[*names]))


def test_two_edges_that_together_close_a_cycle_are_not_both_kept(world: World, ports: Ports, me: Principal) -> None:
    for _ in range(5):
        app, _revision = world.make_app()
        first, second = add_tasks(app, [a_task(app, description=title) for title in "AB"], ports, source="person")
        outcomes = race(
            lambda first=first, second=second: patch_task(
                principal=me, task_id=first.id, patch=waits_for(second.id), ports=ports
            ),
            lambda first=first, second=second: patch_task(
                principal=me, task_id=second.id, patch=waits_for(first.id), ports=ports
            ),
        )
        assert [type(error) for error in failures(outcomes)] == [PlanCycle]
        edges = edges_of(world.plans.tasks(app.tenant_id, app.id))
        assert cycle_through(edges, edges) == []


def test_batches_of_a_model_are_whole_and_counted(world: World, ports: Ports, app: App) -> None:
    tasks = [a_task(app, description=f"Task {number}", unresolved=(f"Task {number + 1}",)) for number in range(95)]
    written = add_tasks(app, tasks, ports, source="model")
    assert len(written) == 95 == world.plans.graph(app.tenant_id, app.id).tasks
    stored = world.plans.tasks(app.tenant_id, app.id)
    assert [one.unresolved for one in stored if one.unresolved] == [("Task 95",)]
    assert all(edge.source == "model" for one in stored for edge in one.depends_on)


def test_a_claim_is_released_only_by_its_number(world: World, ports: Ports, me: Principal) -> None:
    app, _revision = world.make_app()
    (task,) = add_tasks(app, [a_task(app)], ports, source="person")
    first = claim_task(principal=me, task_id=task.id, seconds=60, ports=ports, holder="run_1")
    with pytest.raises(TaskClaimed):
        claim_task(principal=me, task_id=task.id, seconds=60, ports=ports, holder="run_2")
    world.clock.advance(61)
    second = claim_task(principal=me, task_id=task.id, seconds=60, ports=ports, holder="run_2")
    with pytest.raises(ClaimLost):
        release_claim(me.tenant_id, task.id, first.fence, ports)
    released = release_claim(me.tenant_id, task.id, second.fence, ports)
    assert (released.state, released.claim) == (TaskState.OPEN, None)
    assert release_claim(me.tenant_id, task.id, second.fence, ports) == released


def test_what_a_person_has_decided_meanwhile_stands(world: World, ports: Ports, me: Principal) -> None:
    app, _revision = world.make_app()
    (task,) = add_tasks(app, [a_task(app)], ports, source="person")
    held = claim_task(principal=me, task_id=task.id, seconds=60, ports=ports, holder="run_1")
    patch = TaskPatch.model_validate({"status": "cancelled"})
    patch_task(principal=me, task_id=task.id, patch=patch, ports=ports)
    with pytest.raises(ClaimLost):
        release_claim(me.tenant_id, task.id, held.fence, ports)
    assert world.plans.task(me.tenant_id, task.id).state == TaskState.CANCELLED


def test_a_plan_is_stored_in_batches_and_what_is_there_is_left(world: World, ports: Ports, app: App) -> None:
    blueprint = a_blueprint(app)
    nodes = [a_node(blueprint, title=f"Phase {number}") for number in range(120)]
    add_nodes(nodes[:70], ports)
    add_nodes(nodes, ports)
    add_nodes([], ports)
    stored = world.plans.nodes(app.tenant_id, app.id, blueprint.id)
    assert [(node.title, node.version) for node in stored] == [(node.title, 1) for node in nodes]
    many = [nodes[0].model_copy(update={"id": f"node_{number}"}) for number in range(NODES_MOST)]
    with pytest.raises(PlanTooLarge):
        add_nodes(many, ports)
