"""The plan as it grows: nodes out of headings, and out of what a model found below them, in the order of kinds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shared.domain.base import Entity
from shared.domain.planning.headings import bare_title
from shared.domain.planning.needs import in_their_order
from shared.domain.planning.quotes import Place
from shared.domain.planning.requirements import Placed, Requirement
from shared.domain.planning.sections import Section, section_at
from shared.domain.planning.words import NODE_KINDS, Need, NodeKind, Priority

NODES_MOST = 5_000
_INNERMOST_HEADING = NODE_KINDS.index("story")


class Draft(Entity):
    """A node before it has an identity. `quotes` are the places that say so, none for a heading alone."""

    key: str
    parent: str | None
    kind: NodeKind
    title: str
    summary: str = ""
    priority: Priority = "normal"
    acceptance: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    is_question: bool = False
    contradicts: bool = False
    section: int
    heading: Place | None = None
    quotes: tuple[Place, ...] = ()

    @property
    def rank(self) -> int:
        return rank_of(self.kind)

    @property
    def place(self) -> tuple[int, int]:
        """For the order of reading."""
        first = self.heading or min(self.quotes, default=Place(0, 0))
        return first.start, self.rank

    def change(self, **fields: Any) -> "Draft":
        return self.model_copy(update=fields)


Drafts = Mapping[str, Draft]


def rank_of(kind: NodeKind) -> int:
    return NODE_KINDS.index(kind)


def heading_drafts(sections: Sequence[Section], title: str) -> dict[str, Draft]:
    """The nodes that the headings make. A document that names no phase is one phase, called as itself or `title`."""
    parents: dict[int, Draft | None] = {}
    drafts: dict[str, Draft] = {}
    whole = _whole(sections)
    above_phases = _above_phases(sections)
    for section in sections:
        parent = parents[section.parent] if section.parent is not None else None
        kind = _heading_kind(section, parent, whole, above_phases)
        if kind is None:
            parents[section.number] = parent
            continue
        draft = Draft(
            key=f"s{section.number}",
            parent=parent.key if parent else None,
            kind=kind,
            title=section.title or title,
            section=section.number,
            heading=Place(section.start, section.body),
        )
        parents[section.number] = drafts[draft.key] = draft
    return drafts


def with_requirements(
    drafts: Drafts, sections: Sequence[Section], placed: Iterable[tuple[str, Placed]]
) -> dict[str, Draft]:
    """The drafts with what a model found, each below the heading it stands under; told twice it is one node."""
    grown = dict(drafts)
    known = {(draft.key, bare_title(draft.title), False): draft.key for draft in drafts.values()}
    nearest = nearest_headings(grown, sections)
    for key, found in placed:
        section = section_at(sections, found.start)
        around = nearest[section.number]
        name = bare_title(found.wanted.title)
        asks = found.wanted.open
        same = known.get((around or "", name, asks))
        if same is not None or (not asks and around is not None and grown[around].kind == NODE_KINDS[-1]):
            at = same or around or ""
            grown[at] = _said_twice(grown[at], found)
        elif len(grown) < NODES_MOST:
            grown[key] = _requirement(key, found, section.number, holder(around, grown))
            known[around or "", name, asks] = key
    return grown


def without_empty(drafts: Drafts, sections: Sequence[Section], unread: Iterable[Place]) -> dict[str, Draft]:
    """Without headings that say nothing of what to build: no requirement below them, nothing unread, no kind named."""
    kept = {
        draft.key
        for draft in drafts.values()
        if draft.quotes or draft.needs or sections[draft.section].kind or draft.rank == 0
    }
    for place in unread:
        kept |= {
            draft.key
            for draft in drafts.values()
            if draft.heading and draft.heading.start < place.end and place.start < sections[draft.section].end
        }
    for key in [*kept]:
        parent = drafts[key].parent
        while parent is not None and parent not in kept:
            kept.add(parent)
            parent = drafts[parent].parent
    return {key: draft for key, draft in drafts.items() if key in kept}


def children_of(drafts: Drafts) -> dict[str | None, list[Draft]]:
    """The children of each node in reading order; of None the outermost."""
    found: dict[str | None, list[Draft]] = {}
    for draft in sorted(drafts.values(), key=lambda each: each.place):
        found.setdefault(draft.parent, []).append(draft)
    return found


def nearest_headings(drafts: Drafts, sections: Sequence[Section]) -> list[str | None]:
    """For each section the node that it, or the nearest around it, has made."""
    found: list[str | None] = []
    for section in sections:
        key = f"s{section.number}"
        around = found[section.parent] if section.parent is not None else None
        found.append(key if key in drafts else around)
    return found


def holder(key: str | None, drafts: Drafts) -> Draft | None:
    """The node itself, or the one around it where nothing can lie in it."""
    draft = drafts.get(key or "")
    return drafts.get(draft.parent or "") if draft is not None and draft.kind == NODE_KINDS[-1] else draft


def _requirement(key: str, found: Placed, section: int, parent: Draft | None) -> Draft:
    wanted, least = found.wanted, parent.rank + 1 if parent else 0
    return Draft(
        key=key,
        parent=parent.key if parent else None,
        kind=NODE_KINDS[max(rank_of(wanted.kind), least)],
        title=wanted.title,
        summary=wanted.summary,
        priority=wanted.priority,
        acceptance=tuple(wanted.acceptance),
        needs=tuple(wanted.needs),
        is_question=wanted.open,
        contradicts=found.against is not None,
        section=section,
        quotes=(Place(found.start, found.end), *([found.against] if found.against else [])),
    )


def _said_twice(draft: Draft, found: Placed) -> Draft:
    wanted = found.wanted
    return draft.change(
        summary=draft.summary or wanted.summary,
        priority=_higher(draft.priority, wanted),
        acceptance=tuple(dict.fromkeys([*draft.acceptance, *wanted.acceptance])),
        needs=in_their_order([*draft.needs, *wanted.needs]),
        quotes=(*draft.quotes, Place(found.start, found.end)),
    )


def _higher(priority: Priority, wanted: Requirement) -> Priority:
    return wanted.priority if priority == "normal" else priority


def _whole(sections: Sequence[Section]) -> int:
    """The section that is the title of all: the one top heading, or the document itself."""
    tops = [section for section in sections if section.parent == 0]
    has_inside = len(sections) > 2 and len(tops) == 1
    return tops[0].number if has_inside and tops[0].kind is None else 0


def _above_phases(sections: Sequence[Section]) -> set[int] | None:
    """The sections around headings that call themselves phases; None when there is no such heading."""
    phases = [section for section in sections if section.kind == "phase"]
    above: set[int] = set()
    for section in phases:
        at = section.parent
        while at is not None and at not in above:
            above.add(at)
            at = sections[at].parent
    return above if phases else None


def _heading_kind(section: Section, parent: Draft | None, whole: int, above: set[int] | None) -> NodeKind | None:
    """None for a section that makes no node of its own."""
    if above is None and section.number <= whole:
        return "phase" if section.number == whole else None
    if above is not None and (section.number in above or section.number == 0):
        return None
    least = parent.rank + 1 if parent else rank_of("epic")
    if section.kind == "phase" and parent is None:
        return "phase"
    rank = max(least, rank_of(section.kind)) if section.kind else least
    most = rank_of("task_spec") if section.kind else _INNERMOST_HEADING
    return NODE_KINDS[rank] if rank <= most else None
