"""What a version of a blueprint has changed against the one before, and what that leaves behind."""

from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.comparison import NodeChange, Version, compare_versions
from shared.domain.planning.document import text_key
from shared.domain.planning.plan_change import WRITES_MOST, PlanChange
from shared.domain.planning.task import Task
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import find_blueprint

_STALE = {"changed": "The text of its node has changed in version {line}.", "gone": "Version {line} has no such node."}


def compare_to_parent(*, principal: Principal, blueprint_id: str, ports: LoopPorts) -> list[NodeChange]:
    """The changes in reading order, what is gone at the end. Invalid for a first version."""
    blueprint, _ = find_blueprint(principal=principal, blueprint_id=blueprint_id, ports=ports)
    if blueprint.parent_blueprint_id is None:
        raise Invalid("This blueprint is the first of its line: there is nothing to compare it to.")
    return _changes(blueprint, list(ports.plans.tasks(blueprint.tenant_id, blueprint.app_id)), ports)


def mark_stale(blueprint: Blueprint, *, ports: LoopPorts) -> None:
    """The open tasks of nodes that this version has changed or left out say so; what is started or done stays."""
    if blueprint.parent_blueprint_id is None:
        return
    tasks = {task.id: task for task in ports.plans.tasks(blueprint.tenant_id, blueprint.app_id)}
    stale: list[Task] = []
    for change in _changes(blueprint, list(tasks.values()), ports):
        why = _STALE.get(change.what, "").format(line=blueprint.line)
        stale += [tasks[key].model_copy(update={"stale": why}) for key in change.stale_tasks if not tasks[key].stale]
    most = WRITES_MOST // 2
    for start in range(0, len(stale), most):
        ports.plans.put(PlanChange(tasks=stale[start : start + most]))


def _changes(blueprint: Blueprint, tasks: list[Task], ports: LoopPorts) -> list[NodeChange]:
    assert blueprint.parent_blueprint_id is not None  # noqa: S101 - both callers have looked
    parent = ports.blueprints.get(blueprint.tenant_id, blueprint.app_id, blueprint.parent_blueprint_id)
    return compare_versions(_version(parent, ports), _version(blueprint, ports), tasks)


def _version(blueprint: Blueprint, ports: LoopPorts) -> Version:
    nodes = ports.plans.nodes(blueprint.tenant_id, blueprint.app_id, blueprint.id)
    document = ports.documents.get(blueprint.tenant_id, blueprint.app_id, blueprint.document_id)
    text = ports.blobs.get(text_key(blueprint.tenant_id, blueprint.app_id, document.text_hash)).decode()
    ordered = sorted(nodes, key=lambda node: node.anchors[0].start if node.anchors else 0)
    return Version(nodes=tuple(ordered), text=text)
