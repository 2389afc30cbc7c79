"""Tasks are added: by a person one at a time, by a model or an import in batches."""

from collections.abc import Sequence

from shared.domain.apps.app import App
from shared.domain.errors import NotFound, PlanTooLarge
from shared.domain.identity import Principal
from shared.domain.ids import new_id, require_id
from shared.domain.planning.dependencies import connect
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_change import WRITES_MOST, PlanChange, PlanGraph
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import EdgeSource, Task
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import refuse_archived
from shared.services.planning.change_plan import change_plan, counted, stamped
from shared.services.planning.follow_tasks import follow_tasks
from shared.services.planning.task_bodies import TaskRequest

TASKS_MOST = 10_000
"""Of an app: a plan is read whole."""
_BATCH = 40


def create_task(*, principal: Principal, app_id: str, request: TaskRequest, ports: LoopPorts) -> Task:
    """The task, with what it waits for found by ids or titles."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    metadata = request.metadata_json
    node = require_open_node(app, metadata.source_plan_node_id, ports)
    now = ports.clock.now()
    task = Task(
        id=new_id("task"), tenant_id=app.tenant_id, app_id=app.id, description=request.description,
        priority=request.priority, expected_files=tuple(request.expected_files), order_index=request.order_index,
        unresolved=metadata.names, blueprint_id=node.blueprint_id if node else None, created_by=principal.subject,
        created_at=now, updated_at=now,
    )  # fmt: skip
    return add_tasks(app, [task.model_copy(update=metadata.stored())], ports, source="person")[0]


def add_tasks(app: App, tasks: Sequence[Task], ports: LoopPorts, *, source: EdgeSource) -> list[Task]:
    """The tasks as they are stored. What they wait for is named in `unresolved`; see `connect` for what becomes of it.

    They are written forty at a time: of a larger number those before a failure are there. PlanTooLarge.
    """
    batches = [tasks[start : start + _BATCH] for start in range(0, len(tasks), _BATCH)]
    written = [task for batch in batches for task in _add(app, batch, ports, source)]
    for node_id in {task.source_plan_node_id for task in written}:
        follow_tasks(app.tenant_id, node_id, ports)
    return written


def _add(app: App, tasks: Sequence[Task], ports: LoopPorts, source: EdgeSource) -> list[Task]:
    def change(plan: Plan, graph: PlanGraph) -> PlanChange:
        if graph.tasks + len(tasks) > TASKS_MOST:
            raise PlanTooLarge(f"A project has at most {TASKS_MOST:,} tasks.")
        connected = connect(tasks, plan, source=source, mend_most=WRITES_MOST - 1 - 2 * len(tasks))
        return PlanChange(tasks=stamped(connected, ports), graph=counted(graph, len(tasks)))

    return [*change_plan(app, ports, change, tasks[0].blueprint_id).tasks[: len(tasks)]]


def require_node(app: App, node_id: str | None, ports: LoopPorts) -> PlanNode | None:
    """The node that a task is said to come from; NotFound for one of another project."""
    if node_id is None:
        return None
    node = ports.plans.node(app.tenant_id, require_id("node", node_id))
    if node.app_id != app.id:
        raise NotFound("There is no such plan node in this project.")
    return node


def require_open_node(app: App, node_id: str | None, ports: LoopPorts) -> PlanNode | None:
    """As `require_node`; BlueprintArchived for a plan that is only read any more."""
    node = require_node(app, node_id, ports)
    if node is not None:
        refuse_archived(ports.blueprints.get(app.tenant_id, app.id, node.blueprint_id))
    return node
