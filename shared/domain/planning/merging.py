"""What a model may do to a drafted plan: six operations, each applied whole or refused with the reason."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StringConstraints, ValidationError

from shared.domain.base import ModelAnswer
from shared.domain.errors import Invalid
from shared.domain.planning.drafts import NODES_MOST, Draft, Drafts, children_of, rank_of
from shared.domain.planning.needs import in_their_order
from shared.domain.planning.quotes import Place
from shared.domain.planning.requirements import Title, faults_of, json_in
from shared.domain.planning.words import NODE_KINDS, NodeKind

OPERATIONS_MOST = 200
_Key = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Merge(ModelAnswer):
    """The nodes are one: the first stays, with the places of all."""

    op: Literal["merge"]
    ids: Annotated[list[_Key], Field(min_length=2, max_length=20)]


class Rename(ModelAnswer):
    op: Literal["rename"]
    id: _Key
    title: Title


class Move(ModelAnswer):
    """Below another node, or outermost where `parent` is None."""

    op: Literal["move"]
    id: _Key
    parent: _Key | None


class Dissolve(ModelAnswer):
    """A heading that says nothing itself goes; what lies in it takes its place."""

    op: Literal["dissolve"]
    id: _Key


class SetKind(ModelAnswer):
    op: Literal["set_kind"]
    id: _Key
    kind: NodeKind


class Contradict(ModelAnswer):
    """The nodes cannot both hold: they stay, and a question asks which does."""

    op: Literal["contradict"]
    ids: Annotated[list[_Key], Field(min_length=2, max_length=4)]
    question: Title


Operation = Annotated[Merge | Rename | Move | Dissolve | SetKind | Contradict, Field(discriminator="op")]


class _Answer(ModelAnswer):
    operations: Annotated[list[Operation], Field(max_length=OPERATIONS_MOST)]


class Merged(NamedTuple):
    drafts: dict[str, Draft]
    refused: list[str]


def read_operations(answer: str) -> list[Operation]:
    """The operations in a model's answer; Invalid says what is wrong with it."""
    try:
        return _Answer.model_validate(json_in(answer)).operations
    except ValidationError as error:
        raise Invalid("; ".join(faults_of(error))) from None
    except ValueError as error:
        raise Invalid(f"The JSON cannot be read: {error}.") from None


class Wish(NamedTuple):
    """What was asked for about the nodes that were shown; no other is touched."""

    operations: Sequence[Operation]
    shown: Collection[str]


def apply_operations(drafts: Drafts, wishes: Iterable[Wish]) -> Merged:
    """The plan after all operations that keep it a tree in the order of kinds, and why others were refused."""
    plan = _Plan(drafts)
    refused: list[str] = []
    wanted = [(operation, wish.shown) for wish in wishes for operation in wish.operations]
    for operation, shown in sorted(wanted, key=lambda each: each[0].op != "contradict"):  # while all of them are there
        try:
            plan.apply(operation, shown)
        except Invalid as why:
            refused.append(f"{operation.op}: {why.message}")
    return Merged(plan.drafts, refused)


class _Plan:
    """The tree while operations are applied to it; the one thing in it that changes."""

    def __init__(self, drafts: Drafts) -> None:
        self.drafts = dict(drafts)
        self._inside = {key: {child.key for child in found} for key, found in children_of(drafts).items()}

    def apply(self, operation: Operation, shown: Collection[str]) -> None:
        match operation:
            case Merge():
                self._merge([self._known(key, shown) for key in operation.ids])
            case Rename():
                draft = self._known(operation.id, shown)
                self.drafts[draft.key] = draft.change(title=operation.title)
            case Move():
                where = None if operation.parent is None else self._known(operation.parent, shown)
                self._move(self._known(operation.id, shown), where)
            case Dissolve():
                self._dissolve(self._known(operation.id, shown))
            case SetKind():
                self._set_kind(self._known(operation.id, shown), operation.kind)
            case Contradict():
                self._ask([self._known(key, shown) for key in operation.ids], operation.question)

    def _known(self, key: str, shown: Collection[str]) -> Draft:
        if key not in shown or key not in self.drafts:
            raise Invalid(f"{key} is no node of this list")
        return self.drafts[key]

    def _merge(self, drafts: Sequence[Draft]) -> None:
        first, *others = drafts
        if len({draft.key for draft in drafts}) < len(drafts):
            raise Invalid("a node cannot be merged with itself")
        if any(self._lies_inside(one, other) for one in drafts for other in drafts):
            raise Invalid("a node cannot be merged with one inside it")
        inside = [self.drafts[key] for other in others for key in self._children(other.key)]
        if any(child.rank <= first.rank for child in inside):
            raise Invalid(f"what lies inside them would not come after a {first.kind}")
        for child in inside:
            self._put_below(child, first.key)
        self.drafts[first.key] = _united(self.drafts[first.key], others)
        for other in others:
            self._children(other.parent).discard(other.key)
            del self.drafts[other.key]

    def _move(self, draft: Draft, parent: Draft | None) -> None:
        if parent is not None and parent.rank >= draft.rank:
            raise Invalid(f"a {draft.kind} cannot lie in a {parent.kind}")
        self._put_below(draft, None if parent is None else parent.key)

    def _dissolve(self, draft: Draft) -> None:
        if draft.quotes or draft.acceptance or draft.needs or draft.heading is None:
            raise Invalid("only a heading that says nothing itself can be dissolved")
        if not self._children(draft.key):
            raise Invalid("nothing lies in it")
        for key in sorted(self._children(draft.key)):
            self._put_below(self.drafts[key], draft.parent)
        self._children(draft.parent).discard(draft.key)
        del self.drafts[draft.key]

    def _set_kind(self, draft: Draft, kind: NodeKind) -> None:
        around = self.drafts[draft.parent] if draft.parent is not None else None
        if around is not None and rank_of(kind) <= around.rank:
            raise Invalid(f"a {kind} cannot lie in a {around.kind}")
        if any(self.drafts[key].rank <= rank_of(kind) for key in self._children(draft.key)):
            raise Invalid(f"what lies inside it would not come after a {kind}")
        self.drafts[draft.key] = draft.change(kind=kind)

    def _ask(self, drafts: Sequence[Draft], question: str) -> None:
        """A question with one place of each, beside the first of them."""
        first, *others = sorted(drafts, key=lambda draft: draft.place)
        key = f"c{first.key}-{'-'.join(draft.key for draft in others)}"
        if len({draft.key for draft in drafts}) < len(drafts) or not all(draft.quotes for draft in drafts):
            raise Invalid("only nodes that quote the text can contradict each other")
        if key in self.drafts or any(_asks_about(known, drafts) for known in self.drafts.values()):
            raise Invalid("that is asked already")
        if len(self.drafts) >= NODES_MOST:
            raise Invalid("the plan is full")
        self.drafts[key] = Draft(
            key=key,
            parent=first.parent,
            kind=NODE_KINDS[max(first.rank, rank_of("story"))],
            title=question,
            is_question=True,
            contradicts=True,
            section=first.section,
            quotes=tuple(draft.quotes[0] for draft in (first, *others)),
        )
        self._children(first.parent).add(key)

    def _put_below(self, draft: Draft, parent: str | None) -> None:
        self._children(draft.parent).discard(draft.key)
        self._children(parent).add(draft.key)
        self.drafts[draft.key] = draft.change(parent=parent)

    def _children(self, key: str | None) -> set[str]:
        return self._inside.setdefault(key, set())

    def _lies_inside(self, inner: Draft, outer: Draft) -> bool:
        at = inner.parent
        while at is not None and at != outer.key:
            at = self.drafts[at].parent
        return at is not None


def _asks_about(known: Draft, drafts: Iterable[Draft]) -> bool:
    """Whether it asks about words of each of them."""
    return known.contradicts and all(_share(known.quotes, draft.quotes) for draft in drafts)


def _share(some: Iterable[Place], others: Sequence[Place]) -> bool:
    return any(one.start < other.end and other.start < one.end for one in some for other in others)


def _united(first: Draft, others: Sequence[Draft]) -> Draft:
    return first.change(
        summary=next((draft.summary for draft in (first, *others) if draft.summary), ""),
        priority=next((draft.priority for draft in (first, *others) if draft.priority != "normal"), "normal"),
        acceptance=tuple(dict.fromkeys(line for draft in (first, *others) for line in draft.acceptance)),
        needs=in_their_order(need for draft in (first, *others) for need in draft.needs),
        quotes=tuple(sorted({place for draft in (first, *others) for place in draft.quotes})),
    )


def sibling_lists(drafts: Mapping[str, Draft], most: int) -> list[list[str]]:
    """What is shown for merging at once, from the innermost lists out: children of one node, small lists together.

    A list that is longer than `most` is shown in parts. One node alone says nothing.
    """
    groups = [[child.key for child in found] for found in _by_depth(drafts)]
    shown: list[list[str]] = []
    for group in groups:
        for start in range(0, len(group), most):
            part = group[start : start + most]
            if shown and len(shown[-1]) + len(part) <= most:
                shown[-1] += part
            else:
                shown.append(part)
    return [keys for keys in shown if len(keys) > 1]


def _by_depth(drafts: Mapping[str, Draft]) -> list[list[Draft]]:
    lists = children_of(drafts).values()
    return sorted(lists, key=lambda found: (-max(draft.rank for draft in found), found[0].place))
