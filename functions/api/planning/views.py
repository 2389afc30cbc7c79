"""Plan nodes and blueprints in the words of the seed, with ours beside them."""

from collections.abc import Iterable, Mapping
from typing import Literal

from functions.api.http.view import View, page, view
from functions.api.planning.task_views import Task, task_view
from shared.domain.base import Moment
from shared.domain.planning import blueprint as stored_blueprint
from shared.domain.planning import plan_node, task
from shared.domain.planning.basis import Basis, NodeStanding, node_standings
from shared.domain.planning.coverage import nodes_of, parts_without_tasks
from shared.domain.planning.plan import Plan
from shared.domain.planning.words import BlueprintStatus, Need, NodeKind, NodeStatus, Priority, TaskStatus
from shared.domain.untrusted import shortened
from shared.services.planning.blueprints import BlueprintDetail
from shared.services.planning.plan_nodes import NodeDetail

_SUMMARY_SHOWN = 120


class PlanNodeMetadata(View):
    """`auto_status_from_tasks`: a person wants it to follow its tasks, and none is said. `changed`: its text is another
    now, and `stale` says how. `quoted`: a model found it in the text.
    """

    auto_status_from_tasks: bool
    file_path: str | None
    changed: bool
    stale: str | None
    quoted: bool


class PlanNode(View):
    """`unproven`: it is called done, and its tasks do not show it. Offsets are in code points of the document.

    `comment`: what a person has said to the planner of it. `needs`: what it needs and a published app here has not.
    `is_question`: the text leaves it open, `contradicts` where it says two things, and `answer` is what a person has
    said to that.
    """

    id: str
    blueprint_id: str
    parent_id: str | None
    kind: NodeKind
    title: str
    summary: str
    comment: str
    doc_anchor: str | None
    start_offset: int | None
    end_offset: int | None
    order_index: int
    status: NodeStatus
    unproven: bool
    priority: Priority
    estimate_points: int | None
    risk_level: Literal["low", "normal", "high"]
    acceptance: tuple[str, ...]
    needs: tuple[Need, ...]
    is_question: bool
    contradicts: bool
    answer: str
    extra_metadata: PlanNodeMetadata
    linked_task_id: str | None
    created_at: Moment
    updated_at: Moment
    version: int


class TaskCounts(View):
    """Of a node and all below it."""

    total: int
    done: int
    in_progress: int
    blocked: int


class PlanTreeNode(PlanNode):
    """With what lies in it, and how far its tasks are. Of long summaries and comments the beginning is shown.

    `basis`: what its status rests on; `above` and `moved` have none of their own and read planned. `waits_for`: the
    nodes whose tasks its own tasks wait for, in reading order; `waits_inside`: how many of its own tasks wait for
    another of them. `questions`: the ids of those about words that it rests on, answered or not.
    """

    basis: Basis
    tasks: TaskCounts
    waits_for: list[str]
    waits_inside: int
    questions: list[str]
    children: list["PlanTreeNode"]


class PlanNodeReference(View):
    """A node by its id, kind and title."""

    id: str
    kind: NodeKind
    title: str


class SourceText(View):
    """A place of the document, in code points, and what it says; `cut` when there is more of it."""

    start: int
    end: int
    text: str
    cut: bool


class FullPlanNode(PlanNode):
    """`above` are the nodes it lies in, the outermost first. `moved_to`: of a heading with basis `moved` the nodes that
    what stands below it in the text has become.
    """

    basis: Basis
    moved_to: list[PlanNodeReference]
    above: list[PlanNodeReference]
    document_id: str
    source: list[SourceText]
    tasks: list[Task]


class Blueprint(View):
    """One version of a specification to be built. `active`: it is the one that the project works on."""

    id: str
    project_id: str
    document_id: str
    title: str
    description: str | None
    status: BlueprintStatus
    version: int
    is_primary: bool
    parent_blueprint_id: str | None
    replaced_by_id: str | None
    active: bool
    created_at: Moment
    updated_at: Moment


BlueprintPage = page("BlueprintPage", Blueprint)
IngestionJob = view("IngestionJob", stored_blueprint.IngestionJob, (
    "blueprint_id", "status", "total_chunks", "processed_chunks", "gaps", "unplanned_paragraphs", "error_code",
    "error_message", "created_at", "updated_at",
), cost_usd=float, cost_cap_usd=float)  # fmt: skip


class BlueprintTree(View):
    """A blueprint with its whole plan, and how far its jobs are: the reading of its text, the writing of its tasks, and
    that of a change which was asked for. `parts_without_tasks`: how many innermost parts no task speaks for, of
    themselves or of what they lie in.
    """

    blueprint: Blueprint
    plan_tree: list[PlanTreeNode]
    parts_without_tasks: int
    ingestion_job: IngestionJob | None  # type: ignore[valid-type]  # made above
    tasks_job: IngestionJob | None  # type: ignore[valid-type]
    change_job: IngestionJob | None  # type: ignore[valid-type]


def node_view(node: plan_node.PlanNode, kind: type[View] = PlanNode, **more: object) -> View:
    """A node in the words of the seed; its first place in the text has the seed's offsets."""
    first = node.anchors[0] if node.anchors else None
    shown: dict[str, object] = {
        "start_offset": first.start if first else None,
        "end_offset": first.end if first else None,
        "risk_level": "normal" if node.risk_level == "medium" else node.risk_level,
        "extra_metadata": PlanNodeMetadata.of(
            node, changed=node.stale is not None, auto_status_from_tasks=node.auto_status_from_tasks is True
        ),
        "linked_task_id": None,
    }
    return kind.of(node, **(shown | more))


def full_node_view(detail: NodeDetail) -> View:
    tasks = [*map(task_view, detail.tasks)]
    return node_view(
        detail.node,
        FullPlanNode,
        **detail.standing._asdict(),
        moved_to=[*map(PlanNodeReference.of, detail.moved_to)],
        above=[*map(PlanNodeReference.of, detail.above)],
        document_id=detail.blueprint.document_id,
        source=[*map(SourceText.of, detail.source)],
        tasks=tasks,
        linked_task_id=detail.tasks[0].task.id if tasks else None,
    )


def blueprint_view(blueprint: stored_blueprint.Blueprint, active_id: str | None) -> View:
    return Blueprint.of(
        blueprint,
        project_id=blueprint.app_id,
        version=blueprint.line,
        description=blueprint.description or None,
        active=blueprint.id == active_id,
    )


def job_view(job: stored_blueprint.IngestionJob) -> View:
    return IngestionJob.of(job, cost_usd=job.cost / 1e6, cost_cap_usd=job.cost_cap / 1e6)


def tree_view(detail: BlueprintDetail) -> View:
    return BlueprintTree.of(
        blueprint=blueprint_view(detail.blueprint, detail.app.active_blueprint_id),
        plan_tree=_branches(detail.plan),
        parts_without_tasks=len(parts_without_tasks(detail.plan)),
        ingestion_job=job_view(detail.reading) if detail.reading else None,
        tasks_job=job_view(detail.writing) if detail.writing else None,
        change_job=job_view(detail.changing) if detail.changing else None,
    )


def _branches(plan: Plan) -> list[View]:
    by_node: dict[str, list[task.Task]] = {}
    for one in plan.tasks.values():
        for node_id in nodes_of(one):
            by_node.setdefault(node_id, []).append(one)
    standings = node_standings(plan)
    return [_branch(root, plan, by_node, standings)[0] for root in plan.children.get(None, ())]


def _branch(
    node: plan_node.PlanNode,
    plan: Plan,
    by_node: Mapping[str, list[task.Task]],
    standings: Mapping[str, NodeStanding],
) -> tuple[View, dict[str, TaskStatus]]:
    """As deep as there are kinds, with the tasks in it: each counts once, wherever in it it is about something."""
    below = [_branch(child, plan, by_node, standings) for child in plan.children.get(node.id, ())]
    own = by_node.get(node.id, [])
    words = {one.id: plan.standing(one).status for one in own}
    for _, inner in below:
        words |= inner
    made = node_view(
        node,
        PlanTreeNode,
        **standings[node.id]._asdict(),
        summary=shortened(node.summary, _SUMMARY_SHOWN),
        comment=shortened(node.comment, _SUMMARY_SHOWN),
        waits_for=[*plan.waits.get(node.id, ())],
        waits_inside=_waits_inside(own),
        questions=[one.id for one in plan.questions.get(node.id, ())],
        linked_task_id=own[0].id if own else None,
        tasks=_counts(words.values()),
        children=[child for child, _ in below],
    )
    return made, words


def _waits_inside(own: list[task.Task]) -> int:
    ids = {one.id for one in own}
    return sum(any(edge.task_id in ids for edge in one.depends_on) for one in own)


def _counts(words: Iterable[TaskStatus]) -> TaskCounts:
    counted = [word for word in words if word != TaskStatus.CANCELLED]
    return TaskCounts.of(
        total=len(counted),
        done=counted.count(TaskStatus.DONE),
        in_progress=counted.count(TaskStatus.IN_PROGRESS),
        blocked=counted.count(TaskStatus.BLOCKED),
    )
