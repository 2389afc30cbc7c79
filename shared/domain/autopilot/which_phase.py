"""Which phase of a plan an order is about: the one that is named, else the one that is worked at, else the next."""

import re
from collections.abc import Sequence

from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.words import NodeStatus, TaskState

OVER = (TaskState.DONE, TaskState.CANCELLED)
_NUMBERED = re.compile(r"phase (\d+)\b")
_NUMBERS = {
    1: ("one", "eins", "first", "erste", "ersten"),
    2: ("two", "zwei", "second", "zweite", "zweiten"),
    3: ("three", "drei", "third", "dritte", "dritten"),
}
_AFTER, _BEFORE = re.compile(r"\bphase (\w+)"), re.compile(r"\b(\w+) phase\b")


def phases_of(plan: Plan) -> list[PlanNode]:
    """In reading order."""
    return [node for node in plan.children.get(None, ()) if node.kind == "phase"]


def phase_to_start(plan: Plan, active: str | None, message: str) -> PlanNode | None:
    """The phase that the words name, over or not; else the next one. None for a number that no phase has, and when
    every phase is over.
    """
    named = named_phase(phases_of(plan), message)
    return named or (next_phase(plan, active) if _number_in(_plain(message)) is None else None)


def next_phase(plan: Plan, active: str | None) -> PlanNode | None:
    """The active one while something of it is left, else the first after it that is not over, else the first at all.

    Before any is active one with tasks goes before one without.
    """
    phases = phases_of(plan)
    place = next((number for number, node in enumerate(phases) if node.id == active), None)
    if place is None:
        phases.sort(key=lambda node: not plan.tasks_in(node.id))
    order = [*phases[place or 0 :], *phases[: place or 0]]
    return next((node for node in order if not is_over(node, plan)), None)


def is_over(phase: PlanNode, plan: Plan) -> bool:
    """Whether all its tasks are done or called off; of one without tasks what a person says of it."""
    tasks = plan.tasks_in(phase.id)
    return all(task.state in OVER for task in tasks) if tasks else phase.status == NodeStatus.DONE


def named_phase(phases: Sequence[PlanNode], message: str) -> PlanNode | None:
    """The one phase whose title the message has, or whose number: of "Phase 2: Payment" either is enough.

    Where no title has a number the phases are counted.
    """
    said = _plain(message)
    titled = [node for node in phases if _in_words(_plain(node.title), said)]
    found = titled or _numbered(phases, _number_in(said))
    return found[0] if len(found) == 1 else None


def _plain(words: str) -> str:
    return " ".join(words.casefold().split())


def _in_words(title: str, said: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(title)}(?!\w)", said) is not None


def _numbered(phases: Sequence[PlanNode], number: int | None) -> list[PlanNode]:
    titles = [_NUMBERED.match(_plain(node.title)) for node in phases]
    numbers = [int(one[1]) if one else 0 for one in titles] if any(titles) else [*range(1, len(phases) + 1)]
    return [node for node, own in zip(phases, numbers, strict=True) if own and own == number]


def _number_in(said: str) -> int | None:
    """ "phase 2", "phase two", "the second phase"."""
    words = {*_AFTER.findall(said), *_BEFORE.findall(said)}
    digits = {int(word) for word in words if word.isdecimal() and len(word) <= 3}
    spelled = {number for number, names in _NUMBERS.items() if words & {*names}}
    return next(iter(digits | spelled)) if len(digits | spelled) == 1 else None
