"""Finds the texts nearest to a query by their words (BM25), in memory."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import NamedTuple

from shared.domain.text.pieces import title_of
from shared.domain.text.term_index import TermIndex
from shared.domain.work_budget import PIECES_COUNTED, QUERY_WORDS

_WORD = re.compile(r"[^\W_]+")
_TITLE_WEIGHT = 3
_SATURATION, _LENGTH = 1.2, 0.75
_EXCERPT = 300
_READ = 40_000
"""Characters of a text: more than the longest message and its answer have."""
_PIECE = 200
_NONE = Counter[str]()


class IndexedPiece(NamedTuple):
    """A piece of a text whose words are counted already: `title` is that of the whole text, `read` gives a piece
    by its number."""

    terms: TermIndex
    number: int
    title: str
    read: Callable[[int], str]

    def text(self) -> str:
        """The piece itself."""
        return self.read(self.number)


class Passage(NamedTuple):
    """Something that can be found; `source` says where it stands, `shown` how many characters an excerpt has.

    One with `piece` has neither title nor text until it is asked for `whole`.
    """

    source: str
    title: str
    text: str
    shown: int = _EXCERPT
    piece: IndexedPiece | None = None

    def whole(self) -> "Passage":
        """The passage with its title and text."""
        if self.piece is None:
            return self
        text = self.piece.text()
        return self._replace(title=piece_title(self.piece.title, text), text=text, piece=None)


def piece_title(title: str, piece: str) -> str:
    """What a piece of a text with this title is called."""
    return f"{title}: {title_of(piece)}"


def ranked(query: str, passages: Sequence[Passage], most: int) -> list[Passage]:
    """The passages that share words with the query, best first; equal ones in their order."""
    scores = scored(query, passages)
    best = sorted((index for index, score in enumerate(scores) if score > 0), key=lambda index: -scores[index])
    return [passages[index] for index in best[:most]]


def preferring(scores: Sequence[float], preferred: Sequence[bool]) -> list[int]:
    """The places by score, what is preferred before what is not twice as good as it."""
    enough = max(scores, default=0.0) / 2
    return sorted(range(len(scores)), key=lambda at: (not (preferred[at] and scores[at] >= enough), -scores[at]))


def scored(query: str, passages: Sequence[Passage], most_words: int = QUERY_WORDS) -> list[float]:
    """How much each passage has to do with the query, 0.0 for nothing; the first `most_words` of it count."""
    wanted = [_forms(word) for word in dict.fromkeys(map(stem, _words(query)))][:most_words]
    counted = [_counted(one.title, one.text) if one.piece is None else _NONE for one in passages]
    indexed = [(_counted(title, ""), places) for (_, title), places in _by_index(passages).items()]
    wanted = _affordable(wanted, passages, indexed)
    sizes, held = [words.total() for words in counted], _held(wanted, counted)
    for title, places in indexed:
        _add_indexed(wanted, passages, places, title, sizes, held)
    return _weights(sizes, held, len(passages), _SATURATION)


def _affordable(
    wanted: Sequence[dict[str, float]], passages: Sequence[Passage], indexed: Sequence[tuple[Counter[str], list[int]]]
) -> list[dict[str, float]]:
    """The words for which no more than `PIECES_COUNTED` pieces are counted, rarest first, and one in any case.

    What is left out is in most pieces, so it says next to nothing about any of them.
    """

    def pieces(forms: Mapping[str, float]) -> int:
        return sum(_holding(form, title, places, passages) for form in forms for title, places in indexed)

    sizes, room, kept = [pieces(forms) for forms in wanted], PIECES_COUNTED, list[int]()
    for number in sorted(range(len(wanted)), key=sizes.__getitem__):
        room -= sizes[number]
        if room < 0 and kept:
            break
        kept.append(number)
    return [wanted[number] for number in sorted(kept)]


def _holding(form: str, title: Counter[str], places: Sequence[int], passages: Sequence[Passage]) -> int:
    """The pieces of one text that have the word, without reading which they are."""
    piece = passages[places[0]].piece
    return (piece.terms.holding(form) if piece is not None else 0) + (len(places) if form in title else 0)


def piece_words(piece: str) -> Counter[str]:
    """The words of a piece as an index counts them: those of its own title weigh more."""
    return _counted(title_of(piece), piece)


def _counted(title: str, text: str) -> Counter[str]:
    return Counter([*_words(title) * _TITLE_WEIGHT, *_words(text)])


def _by_index(passages: Sequence[Passage]) -> dict[tuple[int, str], list[int]]:
    """The places of indexed pieces, by their index and the title of its text."""
    found = dict[tuple[int, str], list[int]]()
    for place, one in enumerate(passages):
        if one.piece is not None:
            found.setdefault((id(one.piece.terms), one.piece.title), []).append(place)
    return found


def _add_indexed(
    wanted: Sequence[Mapping[str, float]], passages: Sequence[Passage], places: Sequence[int], title: Counter[str],
    sizes: list[int], held: Sequence[dict[int, float]],
) -> None:  # fmt: skip
    """Count the pieces of one text: of its index only the words that are looked for are read."""
    pieces = [piece for place in places if (piece := passages[place].piece) is not None]
    index, more = pieces[0].terms, title.total()
    place_of = dict(zip((piece.number for piece in pieces), places, strict=True))
    all_sizes = index.sizes()
    for number, place in place_of.items():
        sizes[place] = all_sizes[number] + more
    for forms, counts in zip(wanted, held, strict=True):
        found = dict[int, float]()
        for form, weight in forms.items():
            if form in title:
                _add(found, places, repeat(title[form]), weight)
            numbers, often = index.places(form)
            _add(found, map(place_of.get, numbers), often, weight)
        counts.update(found)


def _add(found: dict[int, float], places: Iterable[int | None], often: Iterable[int], weight: float) -> None:
    """Add to what is counted of a text so far; a place of None is that of a piece that is not looked through."""
    more = {place: weight * times for place, times in zip(places, often, strict=False) if place is not None}
    for place in more.keys() & found.keys():
        more[place] += found[place]
    found.update(more)


def weighed(
    wanted: Sequence[Mapping[str, float]], counted: Sequence[Counter[str]], saturation: float = _SATURATION,
    texts: int | None = None,
) -> list[float]:  # fmt: skip
    """What each text scores: `wanted` has, for each word looked for, the forms that stand for it and their weights.

    The greater `saturation`, the more it says that a text has a word often. `texts` is the number of all texts, where
    only those are counted that have any of the words.
    """
    sizes, held = [words.total() for words in counted], _held(wanted, counted)
    return _weights(sizes, held, texts or len(counted), saturation)[: len(counted)]


def _weights(sizes: Sequence[int], held: Sequence[dict[int, float]], texts: int, saturation: float) -> list[float]:
    average = sum(sizes) / len(sizes) if sizes else 0.0
    lengths = [saturation * (1 - _LENGTH + _LENGTH * size / (average or 1)) for size in sizes]
    scores = [0.0] * texts
    for counts in held:
        factor = _rarity(len(counts), texts) * (saturation + 1)
        for place, often in counts.items():
            scores[place] += factor * often / (often + lengths[place])
    return scores


def _held(wanted: Sequence[Mapping[str, float]], counted: Sequence[Counter[str]]) -> list[dict[int, float]]:
    """For each word looked for: which of the texts have it, and how often."""
    asking = dict[str, list[int]]()
    for number, forms in enumerate(wanted):
        for form in forms:
            asking.setdefault(form, []).append(number)
    held = [dict[int, float]() for _ in wanted]
    for place, words in enumerate(counted):
        for form in words.keys() & asking.keys():
            for number in asking[form]:
                held[number][place] = held[number].get(place, 0.0) + wanted[number][form] * words[form]
    return held


def word_places(text: str) -> Iterator[tuple[int, str]]:
    """Where each word of a text begins, and its singular, folded."""
    return ((found.start(), stem(found[0].casefold())) for found in _WORD.finditer(text))


def looked_for(query: str) -> list[str]:
    """The words of a query, folded and in the singular, each once."""
    return list(dict.fromkeys(map(stem, _words(query))))[:QUERY_WORDS]


def excerpt(passage: Passage, query: str) -> str:
    """The part of the text that holds most words of the query, on one line."""
    text, size = " ".join(passage.text[:_READ].split()), passage.shown
    folded, words = text.casefold(), looked_for(query)
    starts = [max(0, at - size // 4) for word in words for at in (folded.find(word), folded.rfind(word)) if at >= 0]

    def held(start: int) -> int:
        return sum(word in folded[start : start + size] for word in words)

    start = max(sorted(starts), key=held, default=0)
    shown = text[start : start + size]
    return f"{'...' if start else ''}{shown}{'...' if start + size < len(text) else ''}"


def _words(text: str) -> list[str]:
    """Words in their normal form, in which one character can be 18: no more of them than of a text twice as long."""
    text = text[:_READ]
    return _WORD.findall(normal(text)[: 2 * len(text) + _PIECE].casefold())


def normal(text: str) -> str:
    """NFKC in short pieces: a long run of combining characters takes time by the square."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFKC", text[at : at + _PIECE]) for at in range(0, len(text), _PIECE))


def stem(word: str) -> str:
    """Plurals are their singulars: enough for names of things."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _forms(base: str) -> dict[str, float]:
    return {form: 1.0 for form in (base, f"{base}s") if stem(form) == base}


def _rarity(holding: int, texts: int) -> float:
    return math.log(1 + (texts - holding + 0.5) / (holding + 0.5))
