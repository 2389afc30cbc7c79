"""A tick of the autopilot over a plan of 5,000 tasks, beside one reading of the same items, in calls and time."""

import os
import statistics
import time
from collections import Counter
from datetime import UTC, datetime
from typing import Any

from benchmarks.report import report
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.task import Dependency, Task
from shared.domain.planning.words import TaskState
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.autopilot.tick import tick

_TASKS, _PHASES, _ROUNDS, _BATCH = 5_000, 10, 15, 40


class Counted:
    """A store, and how often each of its methods was called."""

    def __init__(self, store: Any, calls: "Counter[str]") -> None:
        self._store = store
        self._calls = calls

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)

        def called(*args: Any, **more: Any) -> Any:
            self._calls[name] += 1
            return found(*args, **more)

        return called


def main() -> None:
    """Rounds alternate: the plan read once, and a whole tick that finds runs at work and decides to wait."""
    world, app = _planned(World())
    calls: Counter[str] = Counter()
    ports = world.loop_ports(plans=Counted(world.plans, calls), autopilots=Counted(world.autopilots, calls))
    manager = Manager(ports, world.workflows, "fake", "bench")
    first = tick(app.tenant_id, app.id, manager)
    reads, ticks = list[float](), list[float]()
    calls.clear()
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        tasks = world.plans.tasks(app.tenant_id, app.id)
        nodes = world.plans.nodes(app.tenant_id, app.id, app.active_blueprint_id or "")
        read = time.perf_counter()
        said = tick(app.tenant_id, app.id, manager)
        ticks.append((time.perf_counter() - read) * 1000)
        reads.append((read - started) * 1000)
        assert said.reason == "at_work", said
    detail = {
        "tasks": len(tasks), "nodes": len(nodes), "first": first.status.value, "load": round(os.getloadavg()[0], 1),
        "calls_a_tick": {name: round(count / _ROUNDS, 2) for name, count in sorted(calls.items())},
    }  # fmt: skip
    report("tick", ticks, "ms", baseline=statistics.median(reads), baseline_name="one reading", detail=detail)


def _planned(world: World) -> tuple[World, App]:
    """Ten phases of chains of tasks, half of the active one done."""
    made, _ = world.make_app(tenant_id="bench", autonomy_mode="full_auto")
    blueprint = world.blueprints.create(a_blueprint(made))
    phases = [a_node(blueprint, title=f"Phase {number}", order_index=number) for number in range(_PHASES)]
    tasks = list[Task]()
    for number in range(_TASKS):
        phase = phases[number * _PHASES // _TASKS]
        before = (Dependency(task_id=tasks[-1].id),) if number % 10 else ()
        state = TaskState.DONE if number < _TASKS // _PHASES // 2 else TaskState.OPEN
        tasks.append(a_task(
            made, description=f"Task {number}", state=state, depends_on=before, source_plan_node_id=phase.id,
            expected_files=(f"src/part{number}.ts",), blueprint_id=blueprint.id, created_at=datetime.now(UTC),
        ))  # fmt: skip
    world.plans.put(PlanChange(nodes=phases, graph=world.plans.graph(made.tenant_id, made.id)))
    for start in range(0, _TASKS, _BATCH):
        world.plans.put(PlanChange(tasks=tasks[start : start + _BATCH]))
    over = {"active_blueprint_id": blueprint.id, "active_phase_node_id": phases[0].id}
    return world, world.apps.update(made.model_copy(update=over))


if __name__ == "__main__":
    main()
