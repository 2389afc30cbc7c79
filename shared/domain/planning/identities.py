"""Which node of an earlier version a drafted one is, so that its id, its state and its tasks stay with it."""

import hashlib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from shared.domain.ids import derived_id
from shared.domain.planning.drafts import Draft, Drafts
from shared.domain.planning.headings import bare_title
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.sections import Section, path_to
from shared.domain.text.alike import most_alike


class _Seen(NamedTuple):
    """What both sides know of a node. `words`: a hash of the first quote, None for a heading that has none. A question
    quotes what parts quote too, and is none of them.
    """

    key: str
    words: str | None
    section: str
    heading: str
    title: str


_Sign = Callable[[_Seen], Hashable]


class _Pass(NamedTuple):
    sign: _Sign
    alone: bool
    """Only where one node on each side has the sign."""


_ALIKE_MOST, _ALIKE_LEAST = 30, 0.6
_ASKS = "?"
_PASSES = (
    _Pass(lambda seen: (seen.words, seen.section, seen.title), alone=False),
    _Pass(lambda seen: (seen.words, seen.section), alone=False),
    _Pass(lambda seen: seen.words and (seen.words, seen.title), alone=False),
    _Pass(lambda seen: seen.words, alone=False),
    _Pass(lambda seen: (seen.words is None, seen.heading, seen.title), alone=False),
    _Pass(lambda seen: seen.words is None and seen.section, alone=True),
    _Pass(lambda seen: (seen.words is None, seen.title), alone=True),
)


def quote_hash(text: str) -> str:
    """Of the exact words."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def identities(
    drafts: Drafts, text: str, sections: Sequence[Section], *, line_id: str, before: Iterable[PlanNode] = ()
) -> dict[str, str]:
    """The id of each draft: that of the node it was before, else one that the same text always gives.

    `line_id` names the first version of the blueprint.
    """
    ordered = sorted(drafts.values(), key=lambda draft: draft.place)
    earlier = sorted(before, key=lambda node: node.anchors[0].start if node.anchors else 0)
    found = _matched([_seen(node) for node in earlier], [_drafted(draft, text, sections) for draft in ordered])
    taken, counts = set(found.values()), dict[str, int]()
    for draft in ordered:
        if draft.key not in found:
            found[draft.key] = _new_id(draft, text, sections, line_id, counts, taken)
    return found


def _new_id(
    draft: Draft, text: str, sections: Sequence[Section], line_id: str, counts: dict[str, int], taken: set[str]
) -> str:
    words = text[slice(*draft.quotes[0])] if draft.quotes and draft.heading is None else ""
    name = "\n".join([*path_to(sections, draft.section), words])
    while True:
        counts[name] = count = counts.get(name, 0) + 1
        identity = derived_id("node", line_id, name, str(count))
        if identity not in taken:
            return identity


def _matched(before: Sequence[_Seen], now: Sequence[_Seen]) -> dict[str, str]:
    found: dict[str, str] = {}
    left_before, left_now = list(before), list(now)
    for one in _PASSES:
        old, new = _by_sign(left_before, one.sign), _by_sign(left_now, one.sign)
        for sign in old.keys() & new.keys():
            if not one.alone or len(old[sign]) == len(new[sign]) == 1:
                found |= {draft: node for node, draft in zip(old[sign], new[sign], strict=False)}
        used = set(found.values())
        left_before = [seen for seen in left_before if seen.key not in used]
        left_now = [seen for seen in left_now if seen.key not in found]
    return found | _alike(left_before, left_now)


def _alike(before: Sequence[_Seen], now: Sequence[_Seen]) -> dict[str, str]:
    """Below one heading those whose titles are most alike: worded anew, title and quote."""
    found: dict[str, str] = {}
    old, new = _by_sign(before, _heading_of), _by_sign(now, _heading_of)
    titles = {seen.key: seen.title for seen in (*before, *now)}
    for heading in old.keys() & new.keys():
        left = {titles[key]: key for key in old[heading][:_ALIKE_MOST]}
        for key in new[heading][:_ALIKE_MOST]:
            for title in most_alike(titles[key], left, most=1, least=_ALIKE_LEAST):
                found[key] = left.pop(title)
    return found


def _heading_of(seen: _Seen) -> Hashable:
    return seen.words is not None and (seen.heading, seen.words.startswith(_ASKS))


def _by_sign(seen: Iterable[_Seen], sign: _Sign) -> Mapping[Hashable, list[str]]:
    found: dict[Hashable, list[str]] = {}
    for one in seen:
        if named := sign(one):
            found.setdefault(named, []).append(one.key)
    return found


def _seen(node: PlanNode) -> _Seen:
    words = node.anchors[0].quote_hash if node.quoted and node.anchors else None
    return _Seen(
        node.id, _asked(words, node.is_question), node.section_hash or "", node.doc_anchor or "", bare_title(node.title)
    )


def _drafted(draft: Draft, text: str, sections: Sequence[Section]) -> _Seen:
    section = sections[draft.section]
    words = quote_hash(text[slice(*min(draft.quotes))]) if draft.quotes and draft.heading is None else None
    return _Seen(draft.key, _asked(words, draft.is_question), section.own_hash, section.title, bare_title(draft.title))


def _asked(words: str | None, is_question: bool) -> str | None:
    return f"{_ASKS}{words}" if words is not None and is_question else words
