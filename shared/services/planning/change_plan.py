"""Read a plan, change it, write it: again from a fresh reading where another wrote in between."""

from collections.abc import Callable, Sequence

from shared.domain.apps.app import App
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.task import Task
from shared.services.loop_ports import LoopPorts
from shared.services.planning.task_ports import TaskPorts
from shared.services.until_written import until_written


def read_plan(app: App, ports: LoopPorts, blueprint_id: str | None = None) -> Plan:
    """The tasks of the app with the nodes of one blueprint: of the active one, unless another is named."""
    wanted = blueprint_id or app.active_blueprint_id
    nodes = ports.plans.nodes(app.tenant_id, app.id, wanted) if wanted is not None else []
    return Plan.of(ports.plans.tasks(app.tenant_id, app.id), nodes, ports.clock.now())


def change_plan(
    app: App, ports: LoopPorts, change: Callable[[Plan, PlanGraph], PlanChange], blueprint_id: str | None = None
) -> PlanChange:
    """What was written of `change`, which is asked again for every fresh reading and may raise to refuse.

    The graph is read first, and written with the change: nothing that the change was decided on has moved meanwhile.
    """

    def read() -> PlanChange:
        graph = ports.plans.graph(app.tenant_id, app.id)
        return change(read_plan(app, ports, blueprint_id), graph)

    return until_written(read, ports.plans.put, "The plan", pause=lambda number: ports.clock.sleep(0.02 * number))


def find_task(principal: Principal, task_id: str, ports: LoopPorts) -> tuple[Task, App]:
    """The task and its app. NotFound also when the app is deleted."""
    task = ports.plans.task(principal.tenant_id, require_id("task", task_id))
    return task, ports.apps.get(task.tenant_id, task.app_id)


def change_task(tenant_id: str, task_id: str, ports: TaskPorts, change: Callable[[Task], Task]) -> Task:
    """The task after `change`, which leaves what it waits for alone. Unchanged it is not written."""

    def read() -> tuple[Task, Task]:
        task = ports.plans.task(tenant_id, require_id("task", task_id))
        return task, change(task)

    def write(known: tuple[Task, Task]) -> Task:
        before, after = known
        if after == before:
            return before
        stamped = after.model_copy(update={"updated_at": ports.clock.now()})
        return ports.plans.put(PlanChange(tasks=[stamped])).tasks[0]

    return until_written(read, write, "The task")


def counted(graph: PlanGraph, more: int = 0) -> PlanGraph:
    return graph.model_copy(update={"tasks": graph.tasks + more})


def stamped(tasks: Sequence[Task], ports: LoopPorts) -> list[Task]:
    return [task.model_copy(update={"updated_at": ports.clock.now()}) for task in tasks]
