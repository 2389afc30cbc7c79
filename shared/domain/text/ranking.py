"""Finds the texts nearest to a query by their words (BM25), in memory."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from shared.domain.work_budget import QUERY_WORDS

_WORD = re.compile(r"[^\W_]+")
_TITLE_WEIGHT = 3
_SATURATION, _LENGTH = 1.2, 0.75
_EXCERPT = 300
_READ = 40_000
"""Characters of a text: more than the longest message and its answer have."""
_PIECE = 200


class Passage(NamedTuple):
    """Something that can be found; `source` says where it stands, `shown` how many characters an excerpt has."""

    source: str
    title: str
    text: str
    shown: int = _EXCERPT


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
    return weighed(wanted, [Counter([*_words(one.title) * _TITLE_WEIGHT, *_words(one.text)]) for one in passages])


def weighed(
    wanted: Sequence[Mapping[str, float]], counted: Sequence[Counter[str]], saturation: float = _SATURATION
) -> list[float]:
    """What each text scores: `wanted` has, for each word looked for, the forms that stand for it and their weights.

    The greater `saturation`, the more it says that a text has a word often.
    """
    sizes = [words.total() for words in counted]
    average = sum(sizes) / len(sizes) if sizes else 0.0
    lengths = [saturation * (1 - _LENGTH + _LENGTH * size / (average or 1)) for size in sizes]
    scores = [0.0] * len(counted)
    for held in _held(wanted, counted):
        rarity = _rarity(len(held), len(counted))
        for place, often in held.items():
            scores[place] += rarity * often * (saturation + 1) / (often + lengths[place])
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
    return _WORD.findall(normal(text[:_READ]).casefold())


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
