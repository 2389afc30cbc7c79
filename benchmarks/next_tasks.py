"""What can be started next of 5,000 tasks in a plan of 1,000 nodes, beside a single read of the same items.

Both read them out of DynamoDB's wire format, kept in this process in pages of a megabyte: what is measured is ours.
"""

import os
import random
import statistics
import time
from dataclasses import replace

from benchmarks.context_bundle import MemoryTable
from benchmarks.report import report
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import an_app
from devkit.fakes.world import World
from shared.adapters.dynamo.planning import DynamoPlanStore
from shared.adapters.dynamo.table.table import Table
from shared.domain.apps.app import App
from shared.domain.planning.plan_change import PlanChange
from shared.domain.planning.task import Dependency, Task
from shared.services.loop_ports import LoopPorts
from shared.services.planning.change_plan import read_plan
from shared.services.planning.list_tasks import next_of

_TASKS, _NODES, _PHASES, _ROUNDS, _BATCH = 5_000, 1_000, 5, 9, 50


def main() -> None:
    """Rounds alternate: all items read and made into values, then the next tasks (which reads them too)."""
    client = MemoryTable()
    ports, app = _filled(client)
    reads, answers = list[float](), list[float]()
    calls, ready = 0, 0
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        ports.plans.tasks(app.tenant_id, app.id)
        ports.plans.nodes(app.tenant_id, app.id, app.active_blueprint_id or "")
        read, before = time.perf_counter(), client.calls
        ready = next_of(app, read_plan(app, ports), 10).total
        answers.append((time.perf_counter() - read) * 1000)
        reads.append((read - started) * 1000)
        calls = client.calls - before
    detail = {"tasks": _TASKS, "nodes": _NODES, "ready": ready, "calls": calls, "load": round(os.getloadavg()[0], 1)}
    name = "reading the same tasks and nodes"
    report("next_tasks", answers, "ms", baseline=statistics.median(reads), baseline_name=name, detail=detail)


def _filled(client: MemoryTable) -> tuple[LoopPorts, App]:
    plans = DynamoPlanStore(Table(client, "bench"))
    app = an_app()
    blueprint = a_blueprint(app)
    phases = [a_node(blueprint, title=f"Phase {n}", order_index=n) for n in range(_PHASES)]
    features = [a_node(blueprint, phases[n % _PHASES], title=f"Feature {n}") for n in range(_NODES - _PHASES)]
    nodes, tasks = [*phases, *features], _tasks(app, [node.id for node in features])
    for start in range(0, _NODES, _BATCH):
        plans.put(PlanChange(nodes=nodes[start : start + _BATCH]))
    for start in range(0, _TASKS, _BATCH):
        plans.put(PlanChange(tasks=tasks[start : start + _BATCH]))
    app = app.model_copy(update={"active_blueprint_id": blueprint.id, "active_phase_node_id": phases[0].id})
    return replace(World().loop_ports(), plans=plans), app


def _tasks(app: App, nodes: list[str]) -> list[Task]:
    """Two of three wait for two earlier ones each."""
    draw, found = random.Random(7), list[Task]()  # noqa: S311 - the same edges each time
    for number in range(_TASKS):
        earlier = draw.sample(found, min(2, len(found))) if number % 3 else []
        edges = tuple(Dependency(task_id=other.id) for other in earlier)
        words = f"Task {number} of the shop as the text has it"
        found.append(a_task(app, description=words, depends_on=edges, source_plan_node_id=nodes[number % len(nodes)]))
    return found


if __name__ == "__main__":
    main()
