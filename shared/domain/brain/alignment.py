"""Whether what an agent is about to do fits the task, the plan and what was decided: first what rules can say."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from pydantic import BaseModel

from shared.domain.brain.decision import Decision
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Task
from shared.domain.planning.words import NodeKind

AlignmentStatus = Literal["aligned", "risky", "conflicting"]
ActionKind = Literal["file_edit", "terminal_command"]
_SCORES: dict[AlignmentStatus, float] = {"aligned": 1.0, "risky": 0.5, "conflicting": 0.0}
_FORBIDS = re.compile(
    r"\b(?:no|never use|never|do not use|don't use|without|avoid|not) (?:any )?([A-Za-z][\w@/.+-]{2,60})",
    re.IGNORECASE,
)
_WEAK = frozenset({
    "the", "more", "longer", "need", "use", "using", "any", "one", "other", "than", "change", "changes", "yet", "just",
    "only", "matter", "new", "own", "such", "needed", "less",
})  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
_COMPANION = re.compile(r"(?:\.(?:test|spec|stories|module))?\.[A-Za-z]{1,10}\Z")
_FOLLOWS = ("package-lock.json",)
_REASONS = 10


class RelatedNode(BaseModel, frozen=True):
    id: str
    title: str
    kind: NodeKind


class RelatedDecision(BaseModel, frozen=True):
    id: str
    title: str


class Alignment(BaseModel, frozen=True):
    """What stands on the step, and what its badge shows. `quotes`: words of task, plan or decisions that it goes
    against, each found there. `judged_by`: whether a model was asked too.
    """

    status: AlignmentStatus
    alignment_score: float
    reasons: str = ""
    related_plan_nodes: tuple[RelatedNode, ...] = ()
    related_decisions: tuple[RelatedDecision, ...] = ()
    quotes: tuple[str, ...] = ()
    judged_by: Literal["rules", "model"] = "rules"


class Action(NamedTuple):
    """What is about to be done. `added`: the words it brings in (of a command, the command itself).

    `still_used`: exports that it takes away while others import them; `checks`: titles of earlier acceptance checks
    that it rewrites or removes; `missed`: words that are gone with it and that such a check looks for. `unsafe`: a
    command that no list allows.
    """

    kind: ActionKind
    paths: tuple[str, ...] = ()
    added: str = ""
    still_used: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    unsafe: bool = False


class Finding(NamedTuple):
    """What one rule says against it. A guess is no more than that once a model has looked and found nothing."""

    status: AlignmentStatus
    reason: str
    decision: Decision | None = None
    guess: bool = False


def findings_of(action: Action, task: Task | None, decisions: Sequence[Decision]) -> list[Finding]:
    """All that rules can say against it; none when it fits."""
    return [
        *_outside_task(action, task),
        *forbidden(action, decisions),
        *_against_words(action, decisions),
        *(Finding("risky", f"It takes away what others use: {name}.") for name in action.still_used),
        *(Finding("risky", f"It changes an earlier acceptance check: {title}.") for title in action.checks),
        *(Finding("risky", f"It takes away what an earlier acceptance check needs: {one}.") for one in action.missed),
        *([Finding("risky", "The command is not among those that are known to be safe.")] if action.unsafe else []),
    ]


def aligned_by_rules(findings: Sequence[Finding], node: PlanNode | None) -> Alignment:
    """The worst of what the rules found."""
    status: AlignmentStatus = "aligned"
    for one in findings:
        status = one.status if _SCORES[one.status] < _SCORES[status] else status
    related = {one.decision.id: one.decision for one in findings if one.decision}
    return Alignment(
        status=status,
        alignment_score=_SCORES[status],
        reasons="\n".join(one.reason for one in findings[:_REASONS]),
        related_plan_nodes=(RelatedNode(id=node.id, title=node.title, kind=node.kind),) if node else (),
        related_decisions=tuple(RelatedDecision(id=one.id, title=one.decision) for one in related.values()),
    )


def _outside_task(action: Action, task: Task | None) -> Iterable[Finding]:
    if task is None or not task.expected_files:
        return
    for path in action.paths:
        if path not in _FOLLOWS and not any(_belongs(path, expected) for expected in task.expected_files):
            yield Finding("risky", f"{path} is not among the files that the task expects.", guess=True)


def _belongs(path: str, expected: str) -> bool:
    """It is the file, below the folder, or a companion of the file: its test, its styles."""
    if path == expected or path.startswith(f"{expected.rstrip('/')}/"):
        return True
    return _COMPANION.sub("", path).rpartition("/")[2] == _COMPANION.sub("", expected).rpartition("/")[2]


def forbidden(action: Action, decisions: Sequence[Decision]) -> list[Finding]:
    """What it brings in that a decision lists as forbidden."""
    words = _words_of(action)
    return [
        Finding("conflicting", f'It brings in "{word}", which a decision forbids: {one.decision}', one)
        for one in decisions
        for word in one.forbids
        if words.has(word)
    ]


def _against_words(action: Action, decisions: Sequence[Decision]) -> list[Finding]:
    """What it speaks of that a decision's own sentence says no to."""
    words = _words_of(action)
    return [
        Finding("risky", f'It speaks of "{word}", and it was decided: {one.decision}', one, guess=True)
        for one in decisions
        for word in _unwanted(one.decision)
        if words.has(word)
    ]


def _words_of(action: Action) -> "_Words":
    return _Words(f"{action.added}\n{' '.join(action.paths)}")


def _unwanted(words: str) -> list[str]:
    """What the decision's own words say no to, as in "No login" or "Never use jQuery"."""
    found = (one.rstrip(".,-/") for one in _FORBIDS.findall(words))
    return [one for one in dict.fromkeys(found) if one.casefold() not in _WEAK and len(one) > 2]


class _Words:
    """The words of a text, to look phrases up in: `login` is in `login_form` and not in `blogging`."""

    def __init__(self, text: str) -> None:
        words = _WORD.findall(text.casefold())
        self._each, self._all = frozenset(words), f" {' '.join(words)} "

    def has(self, phrase: str) -> bool:
        wanted = _WORD.findall(phrase.casefold())
        known = bool(wanted) and self._each.issuperset(wanted)
        return known and (len(wanted) == 1 or f" {' '.join(wanted)} " in self._all)
