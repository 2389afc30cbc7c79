"""How a project stands, written from its facts: no model is asked, so that it is never wrong and costs nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256

from pydantic import BaseModel

from shared.domain.brain.decision import Decision
from shared.domain.planning.needs import needs_said, needy_parts
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import children_of
from shared.domain.planning.task import Task
from shared.domain.planning.words import EFFORTS, NodeStatus, TaskState
from shared.domain.untrusted import shortened

_LINE, _GOAL, _LINES = 200, 600, 8
_ORDER = {"high": 0, "normal": 1, "low": 2}


class Progress(BaseModel, frozen=True):
    """One run that has ended, in a line."""

    text: str
    ok: bool


class ProjectFacts(BaseModel, frozen=True):
    """What a snapshot is made of. Lists come newest first; `nodes` are those of the active plan."""

    name: str
    instructions: str = ""
    requirements: Mapping[str, str | list[str]] = {}
    plan_title: str | None = None
    phase: PlanNode | None = None
    nodes: Sequence[PlanNode] = ()
    tasks: Sequence[Task] = ()
    decisions: Sequence[Decision] = ()
    runs: Sequence[Progress] = ()
    runs_in_progress: int = 0
    runs_failed: int = 0
    draft_fails: str | None = None
    conversation: str | None = None

    @property
    def fingerprint(self) -> str:
        """Another one where the snapshot would read otherwise."""
        return sha256(f"{snapshot_text(self)}{metrics_of(self)}".encode()).hexdigest()[:32]


def metrics_of(facts: ProjectFacts) -> dict[str, int]:
    states = Counter(one.state for one in facts.tasks)
    started = states[TaskState.CLAIMED] + states[TaskState.IN_REVIEW]
    return {
        "open_tasks": states[TaskState.OPEN],
        "tasks_in_progress": started,
        "tasks_done": states[TaskState.DONE],
        "plan_nodes": len(facts.nodes),
        "plan_nodes_done": sum(1 for one in facts.nodes if one.status == NodeStatus.DONE),
        "stale": sum(1 for why in [*(one.stale for one in facts.nodes), *(one.stale for one in facts.tasks)] if why),
        "decisions": len(facts.decisions),
        "runs_in_progress": facts.runs_in_progress,
        "runs_failed": facts.runs_failed,
    }


def snapshot_text(facts: ProjectFacts) -> str:
    """In Markdown, with the sections that people and models look for."""
    sections = {
        "Goals": _goals(facts),
        "Active phases & status": _phases(facts),
        "Key decisions & constraints": [one.line for one in facts.decisions if one.by != "autopilot"][:_LINES],
        "Top open tasks": [_task(one) for one in _top(facts.tasks)],
        "Recent progress": [one.text for one in facts.runs if one.ok][:_LINES],
        "Top risks & unknowns": _risks(facts),
    }
    return "\n\n".join(f"## {title}\n{_listed(lines)}" for title, lines in sections.items())


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {shortened(' '.join(line.split()), _LINE)}" for line in lines) if lines else "None known."


def _goals(facts: ProjectFacts) -> list[str]:
    stated = [
        line
        for name, said in facts.requirements.items()
        for line in (said if isinstance(said, list) else [f"{name}: {said}"])
    ]
    titled = [_titled(facts.name, facts.plan_title)]
    wished = [shortened(facts.instructions, _GOAL)] if facts.instructions else []
    return [*titled, *wished, *stated][: 2 * _LINES]


def _titled(name: str, plan: str | None) -> str:
    """The app and its plan; once where the one has the other's name."""
    if plan is None or plan.casefold() in name.casefold():
        return name
    return plan if name.casefold() in plan.casefold() else f"{name}: {plan}"


def _phases(facts: ProjectFacts) -> list[str]:
    ordered = sorted(facts.nodes, key=lambda one: one.order_index)
    phases = [one for one in ordered if one.kind == "phase"] or ([facts.phase] if facts.phase else [])
    lines = [f"{one.title} ({_stands(one, facts.phase)})" for one in phases]
    return [*lines[:_LINES], *([facts.conversation] if facts.conversation else [])]


def _stands(phase: PlanNode, active: PlanNode | None) -> str:
    is_worked_on = active is not None and phase.id == active.id and phase.status != NodeStatus.DONE
    said = phase.status.replace("_", " ")
    return f"{said}, active" if is_worked_on else said


def _top(tasks: Sequence[Task]) -> list[Task]:
    waiting = {one.id for one in tasks if one.state != TaskState.DONE}
    open_ones = [one for one in tasks if one.state == TaskState.OPEN]

    def rank(one: Task) -> tuple[bool, int, int, int]:
        blocked = any(edge.task_id in waiting for edge in one.depends_on)
        return blocked, _ORDER[one.priority], EFFORTS.index(one.effort), one.order_index

    return sorted(open_ones, key=rank)[:_LINES]


def _task(one: Task) -> str:
    return f"{one.description} ({one.priority}, {one.effort})"


def _risks(facts: ProjectFacts) -> list[str]:
    parts = needy_parts(children_of(facts.nodes))[:_LINES]
    needy = [f"{one.root.title} needs {needs_said(one.needs)}, which a published app here has not" for one in parts]
    asked = [f"open question: {one.title}" for one in facts.nodes if one.is_question and not one.answer][:_LINES]
    broken = [facts.draft_fails] if facts.draft_fails else []
    failed = [one.text for one in facts.runs if not one.ok][:3]
    stale = [f"{one.title}: {one.stale}" for one in facts.nodes if one.stale][:3]
    unproven = [f"called done without evidence: {one.description}" for one in facts.tasks if one.unproven][:3]
    unresolved = [f"waits for something unknown: {one.description}" for one in facts.tasks if one.unresolved][:3]
    high = [one.description for one in facts.tasks if one.risk == "high" and one.state == TaskState.OPEN][:3]
    risky = [f"high risk: {said}" for said in high]
    return [*broken, *needy, *asked, *failed, *stale, *unproven, *unresolved, *risky][: 3 * _LINES]
