"""What a part of a plan needs that a published app here has not: that is static files in a visitor's browser."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.plan_tree import Children, ancestors, in_reading_order
from shared.domain.planning.words import NEEDS, Need, NodeStatus

_SAID: dict[Need, str] = {
    "server": "a server", "database": "a database", "accounts": "accounts with sign-in",
    "payments": "payments at a server", "mail": "sending of mail", "schedule": "work at set times",
}  # fmt: skip
_NOUNS: dict[str, Need] = {
    "server": "server", "webserver": "server", "backend": "server", "database": "database", "datenbank": "database",
}  # fmt: skip
_ASKED = re.compile(
    r"\b(?:needs?|requires?|braucht|brauchen|ben\u00f6tigt|ben\u00f6tigen|erfordert|erfordern)[ \t\n]{1,3}"
    r"(?:(?:an?|its own|our own|the|einen?|eine|eigenen?|eigene)[ \t\n]{1,3}){0,2}"
    r"(web ?server|server|back[- ]?end|database|datenbank)"
    r"(?=[ \t\n]{0,3}(?:[.,;:!)?]|\Z|(?:and|or|for|to|that|which|where|with|because|und|oder|f\u00fcr|um|mit|weil)\b))",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:no|not|never|nor|neither|without|cannot|if|whether|unless|kein\w*|nicht|nie|ohne|ob|falls|wenn)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.!?;:](?=\s|\Z)|\n[ \t]*(?:\n|[-*+>|#\u2022]|[0-9]{1,3}[.)][ \t])|\Z")
_SENTENCE_MOST = 300


WITHOUT = (
    "A published app here is static files in the visitor's browser and has none of it. Build what works in the browser "
    "alone, and let the app say plainly what it does not do yet: never pretend that something was sent, paid or stored "
    "elsewhere. A service of another provider only where a decision names one."
)
"""What is made of a part that needs something, said to a model."""


class Hint(NamedTuple):
    """Plain words of the text, and what they say is needed."""

    start: int
    need: Need


class NeedyPart(NamedTuple):
    """A node that something is needed for, with the nodes that say so."""

    root: PlanNode
    needs: tuple[Need, ...]
    parts: tuple[PlanNode, ...]


def in_their_order(needs: Iterable[str]) -> tuple[Need, ...]:
    """Each once; a word that is none of them is left out."""
    given = set(needs)
    return tuple(need for need in NEEDS if need in given)


def needs_said(needs: Iterable[Need]) -> str:
    """ "a server, a database and sending of mail"."""
    *first, last = [_SAID[need] for need in needs]
    return f"{', '.join(first)} and {last}" if first else last


def hints_in(text: str) -> Iterator[Hint]:
    """Where the text says in so many words that a server or a database is needed, neither denied nor asked."""
    for found in _ASKED.finditer(text):
        end = _ENDS.search(text, found.end(), found.end() + _SENTENCE_MOST)
        stop = end.start() if end else found.end()
        before = text[_begin(text, found.start()) : found.start()]
        if not _DENIED.search(before) and not text.startswith("?", stop):
            yield Hint(found.start(), _NOUNS[re.sub("[- ]", "", found[1].casefold())])


def needs_below(node: PlanNode, children: Children) -> NeedyPart:
    """Of a node and all that lies in it, what is done left out."""
    inside = [node, *in_reading_order(children, node.id)]
    parts = tuple(one for one in inside if one.needs and one.status != NodeStatus.DONE)
    return NeedyPart(node, in_their_order(need for one in parts for need in one.needs), parts)


def needs_around(node: PlanNode, nodes: Mapping[str, PlanNode], children: Children) -> tuple[Need, ...]:
    """Of a node, of what it lies in and of what lies in it."""
    above = (need for each in ancestors(node, nodes) for need in each.needs)
    return in_their_order([*above, *needs_below(node, children).needs])


def needy_parts(children: Children, root: PlanNode | None = None) -> list[NeedyPart]:
    """The outermost nodes, of those in `root` too, of which all needs something, in reading order. Where only some of
    what lies in a node does, these are named in its place, and itself only for what it says of its own.
    """
    if root is not None:
        return _needy(root, children)
    return [part for node in children.get(None, ()) for part in _needy(node, children)]


def _needy(node: PlanNode, children: Children) -> list[NeedyPart]:
    if node.status == NodeStatus.DONE or node.asks:
        return []
    inside = [one for one in children.get(node.id, ()) if one.status != NodeStatus.DONE and not one.asks]
    below = [_needy(one, children) for one in inside]
    if inside and all(parts and parts[0].root is one for parts, one in zip(below, inside, strict=True)):
        return [needs_below(node, children)]
    own = [NeedyPart(node, node.needs, (node,))] if node.needs else []
    return [*own, *(part for parts in below for part in parts)]


def _begin(text: str, place: int) -> int:
    """Where the sentence around the place begins."""
    first = max(0, place - _SENTENCE_MOST)
    ends = [found.end() for found in _ENDS.finditer(text, first, place) if found.end() < place]
    return ends[-1] if ends else first
