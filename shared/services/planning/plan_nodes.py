"""One node of a plan: read with the text it comes from, changed, moved."""

from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import Field, StringConstraints, model_validator

from shared.domain.apps.app import App
from shared.domain.base import Input, Prose, Title
from shared.domain.errors import Invalid, NotFound, StateConflict
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.planning.basis import NodeStanding, node_standings
from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.coverage import nodes_of
from shared.domain.planning.document import text_key
from shared.domain.planning.emptied import moved_to
from shared.domain.planning.graph import edges_of, in_order
from shared.domain.planning.impact import Impact, impact_of
from shared.domain.planning.needs import in_their_order
from shared.domain.planning.node_status import follow_tasks as derive
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.plan_node import Anchor, PlanNode
from shared.domain.planning.plan_tree import ancestors, check_place
from shared.domain.planning.standing import proven
from shared.domain.planning.task import Task
from shared.domain.planning.words import NEEDS, Need, NodeKind, NodeStatus, Priority, Risk
from shared.services.loop_ports import LoopPorts
from shared.services.planning.blueprints import refuse_archived
from shared.services.planning.change_plan import change_plan, read_plan
from shared.services.planning.follow_tasks import follow_tasks
from shared.services.planning.list_tasks import ShownTask, show
from shared.services.planning.task_bodies import Order, Path

_RANGES_MOST, _RANGE_CHARACTERS = 20, 8_000
Comment = Annotated[Prose, StringConstraints(max_length=2_000)]
Answer = Annotated[Prose, StringConstraints(max_length=300, strip_whitespace=True)]
NodeRisk = Literal["low", "normal", "medium", "high"]


class NodeMetadata(Input):
    """`changed: false` says that the node was looked at beside the new text and still holds."""

    auto_status_from_tasks: bool = False
    file_path: Path | None = None
    changed: Literal[False] = False


class NodePatch(Input):
    """Only what is given is changed, in `extra_metadata` too. A `parent_id` of null makes the node a root.

    `normal` and `medium` are the same risk. `comment` is for the planner: who writes the tasks of the node and of those
    in it is told of it. `answer` is to an open question, by itself, and becomes a decision of the project; an empty one
    takes it back. `version` is that of the node as it was read: of another nothing is changed.
    """

    title: Title = ""
    summary: Prose = ""
    comment: Comment = ""
    kind: NodeKind = "feature"
    status: NodeStatus = NodeStatus.PLANNED
    priority: Priority = "normal"
    parent_id: str | None = Field(default=None, max_length=40)
    order_index: Order = 0
    estimate_points: Annotated[int, Field(ge=0, le=1_000)] | None = None
    risk_level: NodeRisk = "normal"
    acceptance: list[Title] = Field(default=[], max_length=50)
    needs: list[Need] = Field(default=[], max_length=len(NEEDS))
    answer: Answer = ""
    extra_metadata: NodeMetadata = NodeMetadata()
    version: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _answer_alone(self) -> Self:
        if "answer" in self.model_fields_set and len(self.model_fields_set) > 1:
            raise ValueError("give `answer` by itself")
        return self

    def stored(self) -> dict[str, Any]:
        """The fields of a node that were given."""
        given = {name: getattr(self, name) for name in self.model_fields_set - {"extra_metadata", "version"}}
        more = {name: getattr(self.extra_metadata, name) for name in self.extra_metadata.model_fields_set}
        if more.pop("changed", None) is False:
            more["stale"] = None
        if "risk_level" in given:
            given["risk_level"] = stored_risk(self.risk_level)
        lists = {"acceptance": tuple(self.acceptance), "needs": in_their_order(self.needs)}
        return given | more | {name: value for name, value in lists.items() if name in given}


def stored_risk(risk: NodeRisk) -> Risk:
    """One word for what two vocabularies call `normal` and `medium`."""
    return "medium" if risk == "normal" else risk


class SourceRange(NamedTuple):
    """A place of the document, in code points, and its text; `cut` when there is more of it."""

    start: int
    end: int
    text: str
    cut: bool


class NodeDetail(NamedTuple):
    """`above` are the nodes it lies in, the outermost first; `source` is empty when the text is gone.

    `moved_to`: what the text of a heading that was left behind has become.
    """

    node: PlanNode
    standing: NodeStanding
    moved_to: list[PlanNode]
    blueprint: Blueprint
    above: list[PlanNode]
    tasks: list[ShownTask]
    source: list[SourceRange]


def find_node(principal: Principal, node_id: str, ports: LoopPorts) -> tuple[PlanNode, Blueprint, App]:
    """The node, its blueprint and its app. NotFound also when the app is deleted."""
    node = ports.plans.node(principal.tenant_id, require_id("node", node_id))
    app = ports.apps.get(node.tenant_id, node.app_id)
    return node, ports.blueprints.get(app.tenant_id, app.id, node.blueprint_id), app


def _place(task: Task) -> tuple[int, str]:
    return task.order_index, task.id


def read_node(*, principal: Principal, node_id: str, ports: LoopPorts) -> NodeDetail:
    """The node with its tasks, each after what it waits for, where it lies, and what the document says there."""
    found, blueprint, app = find_node(principal, node_id, ports)
    plan = read_plan(app, ports, blueprint.id)
    node = plan.nodes.get(found.id, found)
    own = sorted((one for one in plan.tasks.values() if node.id in nodes_of(one)), key=_place)
    tasks = [show(plan, plan.tasks[task_id]) for task_id in in_order(edges_of(own))]
    standing = node_standings(plan).get(node.id) or NodeStanding(node.status, "said", node.unproven)
    moved = moved_to(node, plan) if standing.basis == "moved" else []
    above = ancestors(node, plan.nodes)[::-1]
    return NodeDetail(node, standing, moved, blueprint, above, tasks, _source(node, blueprint, ports))


def read_node_impact(*, principal: Principal, node_id: str, ports: LoopPorts) -> Impact:
    """What finishing, cancelling or changing everything below the node does to other tasks."""
    node, blueprint, app = find_node(principal, node_id, ports)
    plan = read_plan(app, ports, blueprint.id)
    return impact_of(plan, [task.id for task in plan.tasks_in(node.id)])


def patch_node(*, principal: Principal, node_id: str, patch: NodePatch, ports: LoopPorts) -> PlanNode:
    """The node with the fields that were given.

    StateConflict when a `version` is given and no longer the stored one, PlanCycle below itself, PlanKindOrder where
    its kind may not lie, BlueprintArchived; Invalid for a status that follows from tasks, and for an answer where
    nothing is asked. `done` is marked `unproven` unless its tasks are done with evidence.
    """
    known, blueprint, app = find_node(principal, node_id, ports)
    refuse_archived(blueprint)
    given = patch.stored()
    if given.get("answer") and not known.is_question:
        raise Invalid("Only what the text leaves open is answered; this is no open question.")

    def change(plan: Plan, graph: PlanGraph) -> PlanChange:
        node = plan.nodes.get(known.id)
        if node is None:
            raise NotFound("There is no such plan node.")
        if patch.version is not None and node.version != patch.version:
            raise StateConflict("It was changed since you read it. Read it again.", current_version=node.version)
        after = node.model_copy(update=given)
        if given.keys() & {"parent_id", "kind"}:
            check_place(after, plan.nodes)
        after = _with_status(after, plan, asked="status" in given)
        moved = given.keys() & {"parent_id", "kind"}
        written = [] if after == node else [after.model_copy(update={"updated_at": plan.now})]
        return PlanChange(nodes=written, graph=graph if moved and written else None)

    written = change_plan(app, ports, change, blueprint.id).nodes
    node = written[0] if written else ports.plans.node(known.tenant_id, known.id)
    for parent_id in {known.parent_id, node.parent_id}:
        follow_tasks(node.tenant_id, parent_id, ports)
    return node


def _with_status(node: PlanNode, plan: Plan, *, asked: bool) -> PlanNode:
    """The node at the status that was asked for, or that follows from its tasks."""
    if asked and node.auto_status_from_tasks is None:
        node = node.model_copy(update={"auto_status_from_tasks": False})
    if not node.follows_tasks:
        shown = all(proven(task) for task in plan.tasks_in(node.id)) and bool(plan.tasks_in(node.id))
        return node.model_copy(update={"unproven": node.status == NodeStatus.DONE and not shown}) if asked else node
    if asked:
        raise Invalid("Its status follows from its tasks; set `auto_status_from_tasks` to false to say it yourself.")
    with_it = Plan(plan.tasks, {**plan.nodes, node.id: node}, plan.now)
    return next((one for one in derive(with_it, node.id) if one.id == node.id), node)


def _source(node: PlanNode, blueprint: Blueprint, ports: LoopPorts) -> list[SourceRange]:
    if not node.anchors:
        return []
    try:
        document = ports.documents.get(node.tenant_id, node.app_id, blueprint.document_id)
        text = ports.blobs.get(text_key(node.tenant_id, node.app_id, document.text_hash)).decode()
    except NotFound:
        return []
    return [_range(anchor, text) for anchor in node.anchors[:_RANGES_MOST]]


def _range(anchor: Anchor, text: str) -> SourceRange:
    end = min(anchor.end, anchor.start + _RANGE_CHARACTERS)
    return SourceRange(anchor.start, anchor.end, text[anchor.start : end], end < anchor.end)
