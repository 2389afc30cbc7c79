"""What a text says so plainly that no model is asked: questions it leaves open, what it rules out, what it needs."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from shared.domain.base import without_unseen
from shared.domain.planning.drafts import NODES_MOST, Draft, Drafts, holder, nearest_headings, rank_of
from shared.domain.planning.headings import is_open
from shared.domain.planning.needs import hints_in, in_their_order
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import ancestors
from shared.domain.planning.quotes import Place
from shared.domain.planning.sections import Paragraph, Section, section_at
from shared.domain.planning.words import NODE_KINDS
from shared.domain.untrusted import shortened, valid_text

_ITEM = re.compile(r"\s*(?:[-*+\u2022]|[0-9]{1,3}[.)])\s+")
_FORBIDS = re.compile(
    r"(?:no|never|not|without|don['\u2019]t|do not|must not|kein|keine|keinen|keinerlei|nie|niemals|nicht|ohne)\b",
    re.IGNORECASE,
)
_RULE_MOST, _TITLE_MOST = 300, 200


def forbids(words: str) -> bool:
    """Whether it begins as a rule that forbids does: "No advertising", "Keine Werbung"."""
    return _FORBIDS.match(words) is not None


def with_plain_words(
    drafts: Drafts, text: str, sections: Sequence[Section], paragraphs: Iterable[Paragraph]
) -> dict[str, Draft]:
    """The drafts, what a model found in them too, with what it left out of this."""
    each = list(paragraphs)
    asking = _asking(text, sections, each)
    grown = {key: _asked(one) if _asks(one, asking) else one for key, one in drafts.items()}
    nearest, quoted = nearest_headings(grown, sections), _Quoted(grown)
    for paragraph in each:
        place = _said(text, paragraph, asking)
        if place is not None and len(grown) < NODES_MOST and not quoted.touches(place):
            draft = _draft(text, place, paragraph.section, holder(nearest[paragraph.section], grown))
            grown[draft.key] = draft.change(is_question=paragraph.section in asking)
    for hint in hints_in(text):
        key = nearest[section_at(sections, hint.start).number]
        if key is not None:
            grown[key] = grown[key].change(needs=in_their_order([*grown[key].needs, hint.need]))
    return grown


def rules_of(nodes: Mapping[str, PlanNode], phases: Container[str | None]) -> list[PlanNode]:
    """What a plan forbids in these phases and outside of all, then what else it says outside of all."""
    outermost = {key: [node, *ancestors(node, nodes)][-1] for key, node in nodes.items() if not node.asks}
    outside = {key for key, root in outermost.items() if root.kind != "phase"}
    forbidden = [nodes[key] for key in outermost if forbids(nodes[key].title)]
    found = [node for node in forbidden if node.id in outside or outermost[node.id].id in phases]
    if len(outside) == len(outermost):  # without phases nothing is beside the work
        return found
    rest = outside.difference(node.id for node in found)
    return [*found, *(node for key, node in nodes.items() if key in rest and node.quoted)]


class _Quoted:
    """The places that requirements quote; they are asked about in reading order."""

    def __init__(self, drafts: Drafts) -> None:
        self._places = sorted(place for draft in drafts.values() for place in draft.quotes)
        self._at, self._reach = 0, 0

    def touches(self, place: Place) -> bool:
        while self._at < len(self._places) and self._places[self._at].start < place.end:
            self._reach = max(self._reach, self._places[self._at].end)
            self._at += 1
        return self._reach > place.start


def _asking(text: str, sections: Sequence[Section], paragraphs: Iterable[Paragraph]) -> dict[int, bool]:
    """The sections that say that they are undecided, those in them too, and whether each has a list of what is."""
    found = dict[int, bool]()
    for section in sections:
        if section.parent in found or is_open(section.title):
            found[section.number] = False
    for one in paragraphs:
        if one.section in found and _ITEM.match(text, one.start, one.end):
            found[one.section] = True
    return found


def _asks(draft: Draft, asking: Mapping[int, bool]) -> bool:
    return draft.is_question or (draft.heading is None and draft.section in asking)


def _asked(draft: Draft) -> Draft:
    """As a question, which holds nothing and is no phase whatever a model calls it."""
    return draft.change(is_question=True, kind=NODE_KINDS[max(draft.rank, rank_of("story"))])


def _said(text: str, paragraph: Paragraph, asking: Mapping[int, bool]) -> Place | None:
    """The words of a paragraph that are a question or a rule by themselves, without the mark of the list."""
    item = _ITEM.match(text, paragraph.start, paragraph.end)
    start = item.end() if item else paragraph.start
    words = text[start : paragraph.end].rstrip()
    place = Place(start, start + len(words)) if any(sign.isalpha() for sign in words) else None
    if paragraph.section in asking:
        return place if item or not asking[paragraph.section] else None
    return place if item and len(words) <= _RULE_MOST and forbids(words) else None


def _draft(text: str, place: Place, section: int, around: Draft | None) -> Draft:
    words = " ".join(without_unseen(valid_text(text[slice(*place)])).split())
    kind = NODE_KINDS[max(rank_of("story"), around.rank + 1 if around else 0)]
    return Draft(
        key=f"p{place.start}",
        parent=around.key if around else None,
        kind=kind,
        title=shortened(words, _TITLE_MOST),
        section=section,
        quotes=(place,),
    )
