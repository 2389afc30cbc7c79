"""Finds the texts nearest to a query by their words (BM25), in memory."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
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
    """Something that can be found; `source` says where it stands."""

    source: str
    title: str
    text: str


def ranked(query: str, passages: Sequence[Passage], most: int) -> list[Passage]:
    """The passages that share words with the query, best first; equal ones in their order."""
    scores = scored(query, passages)
    best = sorted((index for index, score in enumerate(scores) if score > 0), key=lambda index: -scores[index])
    return [passages[index] for index in best[:most]]


def scored(query: str, passages: Sequence[Passage], most_words: int = QUERY_WORDS) -> list[float]:
    """How much each passage has to do with the query, 0.0 for nothing; the first `most_words` of it count."""
    wanted = list(dict.fromkeys(_words(query)))[:most_words]
    counted = [Counter([*_words(one.title) * _TITLE_WEIGHT, *_words(one.text)]) for one in passages]
    average = sum(words.total() for words in counted) / len(counted) if counted else 0.0
    rarity = {word: _rarity(word, counted) for word in wanted}
    return [_score(words, rarity, average) for words in counted]


def excerpt(passage: Passage, query: str) -> str:
    """The part of the text that holds most words of the query, on one line."""
    text = " ".join(passage.text[:_READ].split())
    folded, words = text.casefold(), list(dict.fromkeys(_words(query)))[:QUERY_WORDS]
    starts = [max(0, at - _EXCERPT // 4) for word in words for at in (folded.find(word), folded.rfind(word)) if at >= 0]

    def held(start: int) -> int:
        return sum(word in folded[start : start + _EXCERPT] for word in words)

    start = max(sorted(starts), key=held, default=0)
    shown = text[start : start + _EXCERPT]
    return f"{'...' if start else ''}{shown}{'...' if start + _EXCERPT < len(text) else ''}"


def _words(text: str) -> list[str]:
    return [_stem(word) for word in _WORD.findall(_normal(text[:_READ]).casefold())]


def _normal(text: str) -> str:
    """NFKC in short pieces: a long run of combining characters takes time by the square."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFKC", text[at : at + _PIECE]) for at in range(0, len(text), _PIECE))


def _stem(word: str) -> str:
    """Plurals are their singulars: enough for names of things."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _rarity(word: str, counted: Sequence[Counter[str]]) -> float:
    holding = sum(word in words for words in counted)
    return math.log(1 + (len(counted) - holding + 0.5) / (holding + 0.5))


def _score(words: Counter[str], rarity: dict[str, float], average: float) -> float:
    length = 1 - _LENGTH + _LENGTH * words.total() / (average or 1)
    return sum(
        weight * words[word] * (_SATURATION + 1) / (words[word] + _SATURATION * length)
        for word, weight in rarity.items()
        if words[word]
    )
