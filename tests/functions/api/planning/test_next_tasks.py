"""What can be started now, in the active phase; and why that is nothing."""

from typing import Any

from devkit.api.plans import Planned
from devkit.fakes.planned import a_task
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.task import Dependency
from shared.domain.planning.words import TaskState


def next_of(planned: Planned, **query: Any) -> Any:
    return planned.get(f"/projects/{planned.app.id}/next_tasks", **query)


def titles(planned: Planned) -> list[str]:
    return [one["description"] for one in next_of(planned)["items"]]


def test_without_a_phase_the_whole_project_is_looked_at(planned: Planned) -> None:
    assert next_of(planned) == {
        "active_blueprint_id": None, "active_phase_node_id": None, "items": [], "total": 0, "reason": "no_tasks",
        "to_confirm": {"count": 0, "tasks": []},
    }  # fmt: skip
    planned.task("Write hello file")
    assert titles(planned) == ["Write hello file"]


def test_of_the_active_phase_those_that_wait_for_nothing_the_best_first(planned: Planned) -> None:
    phase, later = planned.node("Phase 1"), planned.node("Phase 2", order_index=1)
    cart = planned.node("Cart", phase)
    planned.task("Later", source_plan_node_id=later.id, priority="high")
    planned.task("Large", source_plan_node_id=cart.id, estimated_effort="XL")
    planned.task("Small", source_plan_node_id=cart.id, estimated_effort="XS")
    planned.task("Waited for", source_plan_node_id=cart.id, estimated_effort="L")
    planned.task("Waits", source_plan_node_id=cart.id, dependencies=["Waited for"])
    planned.task("Urgent", source_plan_node_id=cart.id, priority="high", estimated_effort="XL")
    both = {"active_blueprint_id": planned.blueprint.id, "active_phase_node_id": phase.id}
    planned.patch(f"/projects/{planned.app.id}", both)
    assert titles(planned) == ["Urgent", "Waited for", "Small", "Large"]
    assert next_of(planned, limit=1)["total"] == 4
    urgent = next_of(planned, limit=1)["items"][0]
    planned.post(f"/tasks/{urgent['id']}/claim", {}, 200)
    assert titles(planned) == ["Waited for", "Small", "Large"]
    planned.world.clock.advance(901)
    assert titles(planned)[0] == "Urgent", "its claim has died"


def test_a_phase_without_tasks_and_why_nothing_can_be_started(planned: Planned) -> None:
    phase = planned.node("Phase 1")
    both = {"active_blueprint_id": planned.blueprint.id, "active_phase_node_id": phase.id}
    planned.patch(f"/projects/{planned.app.id}", both)
    planned.task("Elsewhere")
    assert next_of(planned)["reason"] == "no_tasks"
    waits = planned.task("Waits", source_plan_node_id=phase.id, dependencies=["Elsewhere"])
    assert next_of(planned)["reason"] == "blocked"
    first = planned.task("First", source_plan_node_id=phase.id)
    planned.patch(f"/tasks/{first['id']}", {"status": "in_progress"})
    assert next_of(planned)["reason"] == "in_progress"
    for task in (first, waits):
        planned.patch(f"/tasks/{task['id']}", {"status": "done"})
    assert next_of(planned)["reason"] == "all_done"
    stale = a_task(planned.app, source_plan_node_id=phase.id, stale="Changed.")
    planned.world.plans.put(PlanChange(tasks=[stale]))
    assert next_of(planned)["reason"] == "stale"


def test_five_thousand_tasks_are_no_trouble(planned: Planned) -> None:
    phase = planned.node("Phase 1")
    tasks = [
        a_task(planned.app, id=f"task_{number:026d}", description=f"Task {number}", source_plan_node_id=phase.id)
        for number in range(5_000)
    ]
    linked = [
        task.model_copy(update={"depends_on": (Dependency(task_id=tasks[number // 3].id),)}) if number else task
        for number, task in enumerate(tasks)
    ]
    for start in range(0, len(linked), 50):
        planned.world.plans.put(PlanChange(tasks=linked[start : start + 50]))
    planned.world.plans.put(
        PlanChange(graph=PlanGraph(tenant_id=planned.app.tenant_id, app_id=planned.app.id, tasks=5_000))
    )
    assert titles(planned) == ["Task 0"]
    first = linked[0].model_copy(update={"version": 1, "state": TaskState.DONE})
    planned.world.plans.put(PlanChange(tasks=[first]))
    assert titles(planned) == ["Task 1", "Task 2"]
    last = planned.task("One more", dependencies=["Task 4999"])
    assert last["blocked_by"][0]["title"] == "Task 4999"
    refused = planned.patch(f"/tasks/{linked[2].id}", {"metadata_json": {"dependencies": ["One more"]}}, 422)
    assert refused["code"] == "PLAN_CYCLE"
