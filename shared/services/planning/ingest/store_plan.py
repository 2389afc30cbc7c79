"""A drafted plan is written over the stored one: ids stay, what people have said stays, what nobody touched goes."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.drafts import Draft
from shared.domain.planning.identities import identities
from shared.domain.planning.keep_state import is_untouched, leavers, with_former_state, with_own_state, words_of
from shared.domain.planning.plan_change import WRITES_MOST, PlanChange
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_nodes_of import plan_nodes
from shared.services.loop_ports import LoopPorts
from shared.services.planning.add_nodes import add_nodes
from shared.services.planning.ingest.plan_files import PlanFiles
from shared.services.planning.ingest.work_text import WorkText

_NOT_IN_TEXT = "The text no longer says it."
_VERSIONS_MOST = 200
Nodes = Mapping[str, PlanNode]


class Plan(NamedTuple):
    """What is to be stored of a blueprint."""

    work: WorkText
    drafts: Mapping[str, Draft]


class _Known(NamedTuple):
    """The nodes as they are stored, as the last reading wrote them, and those of the version before."""

    stored: Nodes
    written: Nodes
    former: Nodes
    with_tasks: frozenset[str]


def store_plan(plan: Plan, files: PlanFiles, *, ports: LoopPorts) -> list[PlanNode]:
    """The nodes of the reading, as they are stored now. Done twice it changes nothing the second time."""
    blueprint, (text, sections, _) = plan.work.blueprint, plan.work.outline
    known = _known(blueprint, files, ports)
    before = [*known.stored.values(), *(node for node in known.former.values() if node.id not in known.stored)]
    line_id = first_version(blueprint, ports).id
    ids = identities(plan.drafts, text, sections, line_id=line_id, before=before)
    nodes = plan_nodes(plan.drafts, ids, text, sections, blueprint=blueprint, at=ports.clock.now())
    now = [_kept(node, known, blueprint) for node in nodes]
    changed = [node for node in now if known.stored.get(node.id) != node]
    left = leavers(known.stored.values(), known.written, {node.id for node in nodes})
    gone = [node for node in left if is_untouched(node, known.written[node.id], has_tasks=node.id in known.with_tasks)]
    stale = [node.model_copy(update={"stale": _NOT_IN_TEXT}) for node in left if node not in gone and not node.stale]
    add_nodes([node for node in changed if not node.version], ports)
    _write([*(node for node in changed if node.version), *stale], gone, blueprint, ports)
    files.put_nodes(nodes)
    return now


def first_version(blueprint: Blueprint, ports: LoopPorts) -> Blueprint:
    """The first of the blueprint's line."""
    for _ in range(_VERSIONS_MOST):
        if blueprint.parent_blueprint_id is None:
            break
        blueprint = ports.blueprints.get(blueprint.tenant_id, blueprint.app_id, blueprint.parent_blueprint_id)
    return blueprint


def _known(blueprint: Blueprint, files: PlanFiles, ports: LoopPorts) -> _Known:
    tenant_id, app_id, parent = blueprint.tenant_id, blueprint.app_id, blueprint.parent_blueprint_id
    former = ports.plans.nodes(tenant_id, app_id, parent) if parent else []
    tasks = ports.plans.tasks(tenant_id, app_id)
    return _Known(
        stored=_by_id(ports.plans.nodes(tenant_id, app_id, blueprint.id)),
        written=_by_id(files.nodes()),
        former=_by_id(former),
        with_tasks=frozenset(task.source_plan_node_id for task in tasks if task.source_plan_node_id),
    )


def _kept(node: PlanNode, known: _Known, blueprint: Blueprint) -> PlanNode:
    stored, former = known.stored.get(node.id), known.former.get(node.id)
    if stored is not None:
        return with_own_state(node, stored, known.written.get(node.id))
    if former is None:
        return node
    is_changed, has_tasks = words_of(node) != words_of(former), node.id in known.with_tasks
    return with_former_state(node, former, is_changed=is_changed, has_tasks=has_tasks, line=blueprint.line)


def _write(changed: Sequence[PlanNode], gone: Sequence[PlanNode], blueprint: Blueprint, ports: LoopPorts) -> None:
    """In steps that are each written whole, and count the graph up: they may move nodes."""
    graph = ports.plans.graph(blueprint.tenant_id, blueprint.app_id)
    for change in (*_changes(changed, _added), *_changes(gone, _removed)):
        graph = ports.plans.put(replace(change, graph=graph)).graph or graph


def _changes(nodes: Sequence[PlanNode], made: Callable[[Sequence[PlanNode]], PlanChange]) -> Iterator[PlanChange]:
    most = (WRITES_MOST - 1) // 2  # a new node is two writes, and so is one that goes
    for start in range(0, len(nodes), most):
        yield made(nodes[start : start + most])


def _added(nodes: Sequence[PlanNode]) -> PlanChange:
    return PlanChange(nodes=nodes)


def _removed(nodes: Sequence[PlanNode]) -> PlanChange:
    return PlanChange(removed_nodes=nodes)


def _by_id(nodes: Iterable[PlanNode]) -> dict[str, PlanNode]:
    return {node.id: node for node in nodes}
