"""Of what a document says around a task, the paragraphs that the task is about."""

from collections.abc import Iterator, Sequence

from shared.domain.text.ranking import Passage, scored
from shared.domain.untrusted import shortened


def near_words(query: str, quotes: Sequence[str], most: int) -> list[str]:
    """The quotes whole where `most` characters have room for them; else their paragraphs that share most words with
    the query, in their order, neighbours together.
    """
    if sum(map(len, quotes)) <= most:
        return list(quotes)
    pieces = [shortened(piece, most // 2) for quote in quotes for piece in _paragraphs(quote)]
    scores = scored(query, [Passage(str(place), "", piece) for place, piece in enumerate(pieces)])
    kept, room = set[int](), most
    for place in sorted(range(len(pieces)), key=lambda at: -scores[at]):
        if len(pieces[place]) <= room:
            kept.add(place)
            room -= len(pieces[place])
    return _together(pieces, kept)


def _paragraphs(text: str) -> Iterator[str]:
    """A heading goes with what follows it."""
    heading = ""
    for block in filter(str.strip, text.split("\n\n")):
        is_heading = block.lstrip().startswith("#") and "\n" not in block.strip()
        heading = f"{heading}{block}\n\n" if is_heading else heading
        if not is_heading:
            yield heading + block
            heading = ""
    if heading:
        yield heading.rstrip()


def _together(pieces: Sequence[str], kept: set[int]) -> list[str]:
    found: list[str] = []
    for place in sorted(kept):
        if place - 1 in kept:
            found[-1] += f"\n\n{pieces[place]}"
        else:
            found.append(pieces[place])
    return found
