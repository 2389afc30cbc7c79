"""Which files draw what a message names: those whose page has its words, in a text, a label or an element."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from shared.domain.text.ranking import normal, weighed
from shared.domain.text.same_meaning import forms_of
from shared.domain.work_budget import CHOOSE_FILE, CHOOSE_WORDS, DRAWN_CHARACTERS, DRAWN_FILES
from shared.services.agent.context.drawn import (
    Drawn,
    drawing_paths,
    drawn_by,
    holders_of,
    scripts_of,
    taken_texts,
    words_of_path,
)
from shared.services.agent.context.meant_files import QUOTE, Sources, asked_words, is_named, parts_of

_KINDS: Mapping[str, str] = {
    "a": "link", "aside": "sidebar side", "button": "button", "canvas": "chart", "dialog": "dialog", "dt": "label",
    "fieldset": "form", "figure": "figure", "footer": "footer", "form": "form", "h1": "heading title", "h2": "heading",
    "h3": "heading", "header": "header", "img": "image picture", "input": "field input", "label": "label field",
    "link": "link", "navlink": "navigation link", "li": "list", "nav": "navigation menu", "ol": "list",
    "routerlink": "link", "select": "select", "svg": "drawing icon", "table": "table", "textarea": "text field",
    "th": "column table", "ul": "list", "video": "video",
}  # fmt: skip
"""What people call an element."""
_CLAUSE = re.compile(r"[.;!?:](?=\s)|\n+|,\s|\s(?:and|und|but|aber|since|weil)\s")
_ELSEWHERE = re.compile(r"\b(?:it|them|they|es|ihn|sie)\b", re.IGNORECASE)
"""A clause with one of these says what becomes of a thing that another clause names."""
_MARKS = " .,;:!?…()[]-–—\"'`“”„‚‘’«»"
_SHORT_MESSAGE, _LONG_MESSAGE = 30, 100
"""Words: a short message is about one thing, a long one mostly about something new."""
_CLAUSES, _FEW_WORDS, _LEAST_WORDS, _QUOTES = 12, 4, 2, 20
_TEXT_WEIGHT, _PATH_WEIGHT, _KIND_WEIGHT, _SATURATION = 2, 4, 2, 2.0
_PHRASE, _SAME_PHRASE, _NAMED, _PRONOUN = 10.0, 20.0, 1.4, 0.5
_SHARE, _LIKE_BEST = 0.25, 0.7
_MOST, _MOST_A_CLAUSE = 4, 2
_SHORT_QUOTE = 3
_SPOKEN_WORDS, _LONGEST_PHRASE = 500, 12
_MESSAGE = 8_000
"""Characters of a message that are looked through: further words ask for something new."""


class Query(NamedTuple):
    """What a message looks for: the forms of the words of each clause and its weight, what it quotes, and its phrases.

    `words` are all that a text must have one of to be of interest, `size` is the number of words of the message.
    """

    clauses: list[tuple[list[Mapping[str, float]], float]]
    quotes: list[str]
    phrases: set[str]
    words: set[str]
    size: int

    @property
    def is_short(self) -> bool:
        """Whether it is about one thing."""
        return self.size <= _SHORT_MESSAGE


class Candidate(NamedTuple):
    """A file that may draw it: its texts, folded, a line each; how often it has each word in them and its name, and
    with the words for its elements and classes.
    """

    path: str
    lines: str
    written: Counter[str]
    counted: Counter[str]


def drawn_files(message: str, sources: Sources) -> list[str]:
    """The files whose page has what a part of the message names, best first; of each part at most two."""
    query = _query(message[:_MESSAGE])
    drawers = drawing_paths(sources, query.words)
    found = list(_candidates(query, drawers, sources)) if query.words else []
    scores, places = dict[str, float](), dict[str, int]()
    for place, path, score in (*_with_phrase(query, found), *_with_words(query, found, len(drawers))):
        scores[path] = max(scores.get(path, 0.0), score)
        places[path] = min(places.get(path, place), place)
    if query.is_short:
        ranked = sorted(scores, key=lambda path: (-scores[path], path))[:_MOST_A_CLAUSE]
        is_sure = bool(ranked) and scores[ranked[0]] >= _PHRASE
        return [path for path in ranked if not is_sure or scores[path] >= _PHRASE]
    # Of several wishes each has its best file before one of them has a second.
    most = _MOST if query.size <= _LONG_MESSAGE else _MOST_A_CLAUSE
    return sorted(scores, key=lambda path: (places[path], -scores[path], path))[:most]


# ---- the message ----------------------------------------------------------------------------------------------------


def _query(message: str) -> Query:
    clauses = list[tuple[list[Mapping[str, float]], float]]()
    for clause in _CLAUSE.split(message):
        wanted = [_forms(word) for word in islice(asked_words(clause), CHOOSE_WORDS)]
        if wanted and len(clauses) < _CLAUSES:
            clauses.append((wanted, _PRONOUN if _ELSEWHERE.search(clause) else 1.0))
    quotes = [_folded(match[1]) for match in islice(QUOTE.finditer(message), _QUOTES)]
    words = set[str]().union(*(forms for wanted, _ in clauses for forms in wanted))
    return Query(
        clauses=clauses,
        quotes=quotes,
        phrases=_phrases(message),
        words=words.union(*map(parts_of, quotes)) - {""},
        size=len(message.split()),
    )


def _phrases(message: str) -> set[str]:
    """Each two and more neighbouring words of a message that say what it is about."""
    words = _folded(message).split()[:_SPOKEN_WORDS]
    lengths = range(2, _LONGEST_PHRASE + 1)
    phrases = {" ".join(words[at : at + length]).strip(_MARKS) for at in range(len(words) - 1) for length in lengths}
    return {phrase for phrase in phrases if " " in phrase}


def _forms(word: str) -> Mapping[str, float]:
    stem = word.removesuffix("e")
    return {f"{stem}ing": 1.0, **forms_of(word)}


def _folded(text: str) -> str:
    return normal(text).casefold().strip()


# ---- the files ------------------------------------------------------------------------------------------------------


def _candidates(query: Query, drawers: Sequence[str], sources: Sources) -> Iterator[Candidate]:
    """The files that have the rarest words of the message in their text, in their path, or in a text that they take
    from another file: at most `DRAWN_FILES`, since only these are looked at for what they draw.
    """
    taken = _taken(query, drawers, sources)
    has = {path: _words_in(path, query.words, taken.get(path, ()), sources) for path in drawers}
    files = Counter(word for words in has.values() for word in words)
    rarity = {word: math.log(1 + len(drawers) / number) for word, number in files.items()}
    scores = {path: sum(rarity[word] for word in words) for path, words in has.items() if words}
    for path in sorted(scores, key=lambda path: (-scores[path], path))[:DRAWN_FILES]:
        yield _candidate(path, drawn_by(sources.texts[path]), taken.get(path, ()))


def _words_in(path: str, words: set[str], taken: Sequence[str], sources: Sources) -> set[str]:
    """Those of the words that a file or what it takes has, also beyond the beginning that is compared."""
    rest = sources.texts[path][CHOOSE_FILE:DRAWN_CHARACTERS]
    more = parts_of(normal("\n".join([rest, *taken]))) if rest or taken else []
    return (words & sources.words(path).keys()) | words.intersection([*words_of_path(path), *more])


def _candidate(path: str, drawn: Drawn, taken: Sequence[str]) -> Candidate:
    lines = normal("\n".join([*drawn.texts, *taken]))
    kinds = {kind for tag in drawn.tags for kind in _KINDS.get(tag.removeprefix("ui"), "").split()}
    written = _weigh(parts_of(lines), _TEXT_WEIGHT)
    written.update(_weigh(words_of_path(path), _PATH_WEIGHT))
    written.update(set(parts_of(" ".join(drawn.values))))
    counted = written.copy()
    counted.update(_weigh(kinds, _KIND_WEIGHT))
    counted.update(set(parts_of(" ".join(drawn.classes))))
    return Candidate(path, lines.casefold(), written, counted)


def _weigh(words: Iterable[str], weight: int) -> Counter[str]:
    return Counter({word: weight * often for word, often in Counter(words).items()})


def _taken(query: Query, drawers: Sequence[str], sources: Sources) -> dict[str, list[str]]:
    """For each file that draws texts of the message which another one holds, such as one of all labels: those texts."""
    scripts = [path for path in scripts_of(sources, query.words) if _may_hold(query, path, sources)]
    holders = holders_of(scripts, lambda one: not query.words.isdisjoint(parts_of(normal(one.text))), sources)
    taken = {path: [one.text for one in taken_texts(path, holders, sources)] for path in drawers if holders}
    return {path: texts for path, texts in taken.items() if texts}


def _may_hold(query: Query, path: str, sources: Sources) -> bool:
    return len(sources.texts[path]) > CHOOSE_FILE or not query.words.isdisjoint(sources.words(path))


# ---- scores ---------------------------------------------------------------------------------------------------------


def _with_phrase(query: Query, found: Sequence[Candidate]) -> Iterator[tuple[int, str, float]]:
    """The files that draw a text which the message quotes, or several words of it as they are."""
    for one in found:
        lines = set(one.lines.split("\n"))
        if not lines.isdisjoint(query.quotes):
            yield 0, one.path, _SAME_PHRASE
        elif any(quote in one.lines for quote in query.quotes if len(quote) > _SHORT_QUOTE) or any(
            asked_words(phrase) for phrase in query.phrases.intersection(line.strip(_MARKS) for line in lines)
        ):
            yield 0, one.path, _PHRASE


def _with_words(query: Query, found: Sequence[Candidate], drawers: int) -> Iterator[tuple[int, str, float]]:
    """For each clause the files that draw most of its words: their place in it, and their score."""
    counted = [one.counted for one in found]
    for wanted, weight in query.clauses:
        least = 1 if len(wanted) <= _FEW_WORDS and query.is_short else _LEAST_WORDS
        scores = weighed(wanted, counted, _SATURATION, drawers)
        for place, (score, one) in enumerate(_best(wanted, scores, found, least)):
            yield place, one.path, score * weight


def _best(
    wanted: Sequence[Mapping[str, float]], scores: Sequence[float], found: Sequence[Candidate], least: int
) -> list[tuple[float, Candidate]]:
    """The files that draw at least `least` words of a clause, or whose name was said."""
    said = set[str]().union(*wanted)
    named = [score > 0 and is_named(one.path, said) for score, one in zip(scores, found, strict=True)]
    scores = [score * (_NAMED if name else 1) for score, name in zip(scores, named, strict=True)]
    ranked = sorted(range(len(found)), key=lambda at: -scores[at])[:_MOST_A_CLAUSE]
    return [
        (scores[at], found[at])
        for at in ranked
        if scores[at] >= max(_LIKE_BEST * scores[ranked[0]], 0.01)
        and any(not forms.keys().isdisjoint(found[at].written) for forms in wanted)
        and (named[at] or _count(wanted, found[at].counted) >= max(least, _SHARE * len(wanted)))
    ]


def _count(wanted: Sequence[Mapping[str, float]], words: Counter[str]) -> int:
    return sum(not forms.keys().isdisjoint(words) for forms in wanted)
