"""What can be found in a project, and in which order it is shown."""

from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

from pydantic import BaseModel, Field, StringConstraints

from shared.domain.base import Input, Moment
from shared.domain.text.pieces import title_of
from shared.domain.text.quoting import quote_of
from shared.domain.text.ranking import IndexedPiece, Passage, looked_for, piece_title, scored

FoundKind = Literal["document", "message", "note", "decision", "memory", "task", "plan_node"]
FOUND_KINDS: tuple[FoundKind, ...] = ("decision", "memory", "note", "task", "plan_node", "message", "document")
QUERY_CHARACTERS, HITS_MOST = 400, 50
_RANKED = 200
"""Of each ranking, as many as are merged."""


class Findable(NamedTuple):
    """One thing with words. `start`: where a piece of a document begins, in code points; `chat`: the conversation of a
    message.
    """

    kind: FoundKind
    id: str
    title: str
    text: str
    at: Moment
    start: int | None = None
    chat: str | None = None
    piece: IndexedPiece | None = None
    length: int = 0
    """Of an indexed piece, in code points: it has neither title nor text until it is asked for `whole`."""

    def whole(self) -> "Findable":
        """The same with its title and text."""
        if self.piece is None:
            return self
        text = self.piece.text()
        return self._replace(title=piece_title(self.piece.title, text), text=text, piece=None)

    @property
    def characters(self) -> int:
        return self.length if self.piece is not None else len(self.text)


class Hit(BaseModel):
    """One thing that was found: where, and the part of it that the query is about.

    `start`: where a piece of a document begins, in code points; `conversation_id`: that of a message, whose `id` is
    that of its turn.
    """

    kind: FoundKind
    id: str
    title: str
    text: str
    at: Moment
    start: int | None = None
    conversation_id: str | None = None
    score: float


class SearchRequest(Input):
    """A few words, and of which kinds; all by default."""

    query: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=QUERY_CHARACTERS)]
    kinds: list[FoundKind] = Field(default=list(FOUND_KINDS), min_length=1, max_length=len(FOUND_KINDS))
    limit: int = Field(default=20, ge=1, le=HITS_MOST)


def best_hits(query: str, items: Sequence[Findable], limit: int, also: Sequence[int] = ()) -> list[Hit]:
    """The best by words (BM25), merged with `also`: places in `items`, nearest in meaning first."""
    scores = scored(query, [Passage(one.id, one.title, one.text, piece=one.piece) for one in items])
    by_words = sorted((place for place, score in enumerate(scores) if score > 0), key=lambda place: -scores[place])
    merged = fused([by_words[:_RANKED], also[:_RANKED]])
    best = sorted(merged, key=lambda place: (-merged[place], place))[:limit]
    return [_hit(items[place].whole(), query, merged[place]) for place in best]


def _hit(one: Findable, query: str, score: float) -> Hit:
    shown, heading = quote_of(one.text, looked_for(query))
    return Hit(
        kind=one.kind, id=one.id, title=_titled(one, heading), text=shown, at=one.at, start=one.start,
        conversation_id=one.chat, score=round(score, 6),
    )  # fmt: skip


def _titled(one: Findable, heading: str) -> str:
    """A piece of a document is called by the heading above what is shown, where it has one."""
    first = title_of(one.text)
    if one.kind != "document" or not heading or not one.title.endswith(first):
        return one.title
    return f"{one.title.removesuffix(first)}{heading[:100]}"


_SOFT = 60
"""How little the first places weigh above the next ones; the usual value."""


def fused(rankings: Sequence[Sequence[int]]) -> dict[int, float]:
    """What each thing scores that stands in one of the rankings, each of them best first."""
    scores = dict[int, float]()
    for ranking in rankings:
        for place, one in enumerate(ranking, 1):
            scores[one] = scores.get(one, 0.0) + 1 / (_SOFT + place)
    return scores
