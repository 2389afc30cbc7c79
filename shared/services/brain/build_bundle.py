"""Reads what a project knows and chooses what a run is given of it."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.brain.bundle import ContextBundle, bundle_of
from shared.domain.brain.plan_lines import plan_lines
from shared.domain.errors import NotFound
from shared.domain.ids import is_id
from shared.domain.planning.asked import questions_by_part
from shared.domain.planning.needs import needs_around
from shared.domain.planning.node_words import words_of
from shared.domain.planning.plain_words import rules_of
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import ancestors, children_of, in_reading_order
from shared.domain.planning.task import Task
from shared.domain.planning.words import Need, TaskState
from shared.domain.runs.run import Run
from shared.services.brain.find_items import document_text
from shared.services.loop_ports import LoopPorts
from shared.services.planning.trust_document import unconfirmed_blueprints

_RUNS, _FAILURES = 5, 3


class PlanAtHand(NamedTuple):
    """What of the active plan a run needs: its task, the task's node, and what else there is."""

    task: Task | None = None
    node: PlanNode | None = None
    nodes: tuple[PlanNode, ...] = ()
    tasks: tuple[Task, ...] = ()

    @property
    def open_tasks(self) -> list[Task]:
        """The newest first."""
        over = (TaskState.DONE, TaskState.CANCELLED)
        return [one for one in reversed(self.tasks) if one.state not in over]

    @property
    def blueprint_ids(self) -> set[str]:
        """The plans whose words are here."""
        return {
            *(one.blueprint_id for one in self.nodes),
            *(one.blueprint_id for one in self.tasks if one.blueprint_id),
        }

    @property
    def needs(self) -> tuple[Need, ...]:
        """What the run's task needs and a published app has not."""
        by_id = {one.id: one for one in self.nodes}
        return needs_around(self.node, by_id, children_of(self.nodes)) if self.node is not None else ()

    @property
    def asked(self) -> list[PlanNode]:
        """What the text leaves open, or says in two ways, in the words of the run's task."""
        return questions_by_part(self.nodes).get(self.node.id, []) if self.node is not None else []

    @property
    def covered(self) -> list[PlanNode]:
        """The task's node, and what in it the task carries out: all of it where the task names nothing."""
        if self.task is None or self.node is None:
            return []
        inside = [one for one in in_reading_order(children_of(self.nodes), self.node.id) if not one.asks]
        named = [one for one in inside if one.id in self.task.covers]
        return [self.node, *(named or inside)]

    @property
    def around(self) -> list[PlanNode]:
        """What the task's node lies in, the outermost first, then the node itself."""
        if self.node is None:
            return []
        return [*ancestors(self.node, {one.id: one for one in self.nodes})[::-1], self.node]

    def rules(self, app: App) -> list[PlanNode]:
        """What the plan forbids where the run works."""
        by_id = {one.id: one for one in self.nodes}
        around = [self.node, *ancestors(self.node, by_id)] if self.node is not None else []
        return rules_of(by_id, {app.active_phase_node_id, *(one.id for one in around)})

    def lines(self, app: App, now: datetime) -> list[str]:
        return [*plan_lines(Plan.of(self.tasks, self.nodes, now), app.active_phase_node_id)]

    def phase(self, app: App) -> PlanNode | None:
        return next((one for one in self.nodes if one.id == app.active_phase_node_id), None)


def plan_at_hand(app: App, task_id: str | None, ports: LoopPorts) -> PlanAtHand:
    """Nothing is read of a project that has planned nothing."""
    place = (app.tenant_id, app.id)
    tasks = tuple(ports.plans.tasks(*place)) if ports.plans.graph(*place).version else ()
    task = next((one for one in tasks if one.id == task_id), None) if task_id and is_id("task", task_id) else None
    blueprint = (task.blueprint_id if task else None) or app.active_blueprint_id
    nodes = tuple(ports.plans.nodes(*place, blueprint)) if blueprint else ()
    node = next((one for one in nodes if task and one.id == task.source_plan_node_id), None)
    return PlanAtHand(task, node, nodes, tasks)


def build_bundle(app: App, request: str, task_id: str | None, ports: LoopPorts, *, asks: bool = False) -> ContextBundle:
    """`asks`: the run answers and builds nothing, so it is told how the whole plan stands."""
    plan = plan_at_hand(app, task_id, ports)
    unconfirmed = unconfirmed_blueprints(app.tenant_id, app.id, plan.blueprint_ids, ports)
    bundle = bundle_of(
        request,
        task=plan.task,
        accepted=[line for one in plan.covered for line in one.acceptance],
        quotes=quotes_of(app, plan, ports),
        around=[one for one in plan.around if one.id != app.active_phase_node_id],
        needs=plan.needs,
        rules=plan.rules(app),
        asked=plan.asked,
        phase=plan.phase(app),
        last_tests=_last_tests(app, ports) if plan.task else "",
        memory=list(ports.brain.memory.all(app.tenant_id, app.id)),
        nodes=[one for one in plan.nodes if one.id != app.active_phase_node_id],
        tasks=plan.open_tasks,
        plan=plan.lines(app, ports.clock.now()) if asks else (),
    )
    return bundle._replace(unconfirmed=bool(unconfirmed))


def _last_tests(app: App, ports: LoopPorts) -> str:
    """What the tests of the latest run that had a verdict said. Its runs are found by its turns: one query."""
    parts = (one.verdict.tests for one in _latest_runs(app, ports) if one.ended and one.verdict is not None)
    last = next((part for part in parts if part.status.ran), None)
    if last is None:
        return ""
    failed = [f"{found.path or ''} {found.message}".strip() for found in last.diagnostics[:_FAILURES]]
    return "\n".join([f"{last.status} (of the run before)", *failed])


def _latest_runs(app: App, ports: LoopPorts) -> Iterator[Run]:
    """Newest first, each read when it is looked at."""
    for turn in ports.turns.turns(app.tenant_id, app.id, limit=_RUNS).items:
        with suppress(NotFound):
            yield ports.runs.get(turn.tenant_id, turn.run_id)


def quotes_of(app: App, plan: PlanAtHand, ports: LoopPorts) -> list[str]:
    """What the document says of the task's node, and of the parts that it carries out, word for word."""
    node = plan.node
    if node is None or not any(one.anchors for one in (node, *plan.covered)):
        return []
    try:
        blueprint = ports.blueprints.get(app.tenant_id, app.id, node.blueprint_id)
        document = ports.documents.get(app.tenant_id, app.id, blueprint.document_id)
    except NotFound:
        return []
    text = document_text(document, ports.blobs)
    parts = plan.covered if node.quoted else [node]  # a heading's words hold those of all in it
    said = (words for one in parts for words in words_of(one, plan.nodes, text))
    return [*dict.fromkeys(said)]
