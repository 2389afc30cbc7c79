"""From a finished draft to the nodes that are stored, and what of the text no node speaks of."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from shared.domain.base import Moment
from shared.domain.planning.blueprint import Blueprint
from shared.domain.planning.drafts import Draft, Drafts, children_of
from shared.domain.planning.identities import quote_hash
from shared.domain.planning.plan_node import Anchor, PlanNode
from shared.domain.planning.quotes import Place
from shared.domain.planning.sections import Paragraph, Section


def plan_nodes(
    drafts: Drafts, ids: Mapping[str, str], text: str, sections: Sequence[Section], *, blueprint: Blueprint, at: Moment
) -> list[PlanNode]:
    """The nodes in reading order, each after the one around it."""
    found: list[PlanNode] = []
    lists = children_of(drafts)
    waiting = list(enumerate(lists.get(None, [])))[::-1]
    while waiting:
        order, draft = waiting.pop()
        waiting += list(enumerate(lists.get(draft.key, [])))[::-1]
        section = sections[draft.section]
        node = PlanNode(
            id=ids[draft.key],
            tenant_id=blueprint.tenant_id,
            app_id=blueprint.app_id,
            blueprint_id=blueprint.id,
            parent_id=ids[draft.parent] if draft.parent is not None else None,
            kind=draft.kind,
            title=draft.title,
            summary=draft.summary,
            doc_anchor=section.title or None,
            anchors=tuple(_anchor(text, place) for place in _places(draft)),
            quoted=draft.heading is None and bool(draft.quotes),
            section_hash=section.own_hash,
            order_index=order,
            priority=draft.priority,
            acceptance=draft.acceptance,
            needs=draft.needs,
            is_question=draft.is_question,
            contradicts=draft.contradicts,
            auto_status_from_tasks=None,
            created_at=at,
            updated_at=at,
        )
        found.append(node)
    return found


def unplanned(paragraphs: Iterable[Paragraph], drafts: Drafts) -> list[Paragraph]:
    """The paragraphs that no node quotes."""
    quotes = sorted(place for draft in drafts.values() for place in draft.quotes)
    reach = list(accumulate((place.end for place in quotes), max))
    found, at = [], 0
    for paragraph in paragraphs:
        while at < len(quotes) and quotes[at].start < paragraph.end:
            at += 1
        if at == 0 or reach[at - 1] <= paragraph.start:
            found.append(paragraph)
    return found


def _places(draft: Draft) -> list[Place]:
    """Where the document speaks of it; of a heading the heading first."""
    quotes = sorted(set(draft.quotes))
    return [draft.heading, *quotes] if draft.heading and draft.heading.end > draft.heading.start else quotes


def _anchor(text: str, place: Place) -> Anchor:
    return Anchor(start=place.start, end=place.end, quote_hash=quote_hash(text[place.start : place.end]))
