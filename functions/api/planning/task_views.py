"""Tasks in the words of the seed, with ours beside them."""

from functions.api.http.view import View, page
from shared.domain.base import Moment
from shared.domain.planning import task
from shared.domain.planning.impact import Impact
from shared.domain.planning.standing import Blocker
from shared.domain.planning.words import Priority, TaskState, TaskStatus
from shared.services.planning.list_tasks import Idle, NextTasks, ShownTask, TaskDetail
from shared.services.planning.task_bodies import TaskMetadata

_REFERENCES_MOST = 100


class Task(View):
    """`description` is its title. `status` and `ready` follow from `state`, the claim and what it waits for
    (`blocked_by`); `metadata_json.dependencies` are ids. `covers`: parts inside its node that it carries out.

    In the state `in_review` it is built and waits for a person to confirm it. No check or test shows the acceptance
    criteria in `unshown`. `confirmed`: the person who called it done. `reopened`: its evidence was taken back.
    """

    id: str
    project_id: str
    description: str
    status: TaskStatus
    metadata_json: TaskMetadata
    state: TaskState
    ready: bool
    blocked_by: list[Blocker]
    stale: str | None
    unproven: bool
    unshown: list[str]
    confirmed: task.Confirmation | None
    reopened: task.Reopening | None
    priority: Priority
    depends_on: tuple[task.Dependency, ...]
    expected_files: tuple[str, ...]
    blueprint_id: str | None
    covers: tuple[str, ...]
    order_index: int
    claim: task.Claim | None
    evidence: tuple[task.Evidence, ...]
    created_by: str
    created_at: Moment
    updated_at: Moment


TaskPage = page("TaskPage", Task)


class TaskReference(View):
    """A task by its id and title."""

    id: str
    description: str


class FullTask(Task):
    """With `waits_for_first`: of all that it depends on, what nothing keeps from being worked at."""

    waits_for_first: list[TaskReference]


class TasksMeant(View):
    """How many, and the first hundred of them."""

    count: int
    tasks: list[TaskReference]


class NextTaskList(View):
    """What can be started now, the best first; `reason` says why that is nothing, `total` is how many there are.

    `to_confirm`: what is built and waits for a person's confirmation.
    """

    active_blueprint_id: str | None
    active_phase_node_id: str | None
    items: list[Task]
    total: int
    reason: Idle | None
    to_confirm: TasksMeant


class PlanImpact(View):
    """`unblocks`: ready once these are done with evidence. `leads_to`: all that waits for them. `blocks`: what could
    not be started any more if they were cancelled. `stales`: what rests on their present words, themselves included.
    """

    unblocks: TasksMeant
    leads_to: TasksMeant
    blocks: TasksMeant
    stales: TasksMeant


def task_view(shown: ShownTask, kind: type[View] = Task, **more: object) -> View:
    one, standing = shown
    return kind.of(
        one,
        project_id=one.app_id,
        status=standing.status,
        ready=standing.ready,
        blocked_by=[*standing.blocked_by],
        stale=standing.stale,
        unshown=[*one.unshown],
        metadata_json=_metadata(one),
        **more,
    )


def _metadata(one: task.Task) -> TaskMetadata:
    return TaskMetadata.model_construct(
        kind=one.kind,
        acceptance_criteria=[*one.acceptance_criteria],
        dependencies=[edge.task_id for edge in one.depends_on],
        estimated_effort=one.effort,
        risk_level=one.risk,
        source_plan_node_id=one.source_plan_node_id,
        unresolved_dependencies=[*one.unresolved],
    )


def full_task_view(detail: TaskDetail) -> View:
    return task_view(detail.shown, FullTask, waits_for_first=[*map(TaskReference.of, detail.waits_for_first)])


def next_view(found: NextTasks) -> View:
    return NextTaskList.of(
        found,
        active_blueprint_id=found.app.active_blueprint_id,
        active_phase_node_id=found.app.active_phase_node_id,
        items=[*map(task_view, found.items)],
        to_confirm=tasks_meant(found.to_confirm),
    )


def impact_view(impact: Impact) -> View:
    return PlanImpact.of(**{name: tasks_meant(tasks) for name, tasks in impact._asdict().items()})


def tasks_meant(tasks: list[task.Task]) -> TasksMeant:
    """Return how many tasks, with the first hundred."""
    return TasksMeant.of(count=len(tasks), tasks=[*map(TaskReference.of, tasks[:_REFERENCES_MOST])])
