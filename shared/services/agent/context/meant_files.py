"""Which files a message is about: those that share the rarest words with it, in their names, texts and code."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from shared.domain.text.ranking import normal, weighed
from shared.domain.text.same_meaning import forms_of
from shared.domain.work_budget import CHOOSE_CHARACTERS, CHOOSE_FILE, CHOOSE_WORDS

_LIKE_BEST, _MOST = 0.6, 4
_MANY_WORDS, _LIKE_BEST_OF_MANY, _MOST_OF_MANY, _SHARE_OF_MANY, _SMALL = 20, 0.8, 2, 0.3, 1_000
"""A message of many words has some of them in common with any file, most of all one that asks for something new: a file
that is not small has to have a share of them, unless it was named.
"""
_PATH_WEIGHT, _OUTLINE_WEIGHT, _SATURATION = 6, 2, 3.0
_QUOTED, _BEFORE = 2.0, 0.5
"""What a word in quotes counts, and one of the message before."""
QUOTE = re.compile(r"""(?<!\w)["'`“„‚‘«]([^"'`“”„‚‘’«»\n]{2,80})["'`”“’‘»](?!\w)""")
_NAMED = 1.4
"""How much more a file counts whose whole name was said, such as `Navigation.tsx`."""
_KINDS = frozenset({"app", "base", "component", "page", "screen", "section", "ui", "view"})
_TEST = re.compile(r"\btest(?!.?id)|\bspec\b", re.IGNORECASE)
_IS_TEST = re.compile(r"\A(?:tests?|e2e)/|\.(?:test|spec)\.")
_WORD = re.compile(r"[^\W\d_][^\W_]{1,60}|\b\d{3}\b")
_PART = re.compile(r"[A-Z][a-zß-ÿ]{1,60}|[a-zß-ÿ]{2,60}|[^\W\d_]{2,60}")
"""Names made of several words are those words."""
_COMMON = re.compile(
    r"(?:aber|about|add|after|all|als|also|am|an|and|any|app|are|as|at|auch|auf|aus|be|before|bei|"
    r"bitte|but|by|can|cannot|change|could|das|dass|dem|den|der|des|die|do|does|each|ein|eine|"
    r"einen|einer|es|every|few|for|from|für|get|give|has|hat|have|here|how|ich|if|im|in|into|is|"
    r"ist|it|its|just|kann|kein|let|like|make|man|me|mehr|mein|mich|mir|mit|more|most|much|my|"
    r"nach|need|new|next|nicht|no|noch|not|now|number|nur|oder|of|on|one|only|or|other|our|out|"
    r"please|properties|property|put|read|reading|same|see|sein|should|show|sich|sie|sind|so|soll|"
    r"some|that|the|their|them|then|there|these|they|thing|this|those|to|too|typeerror|uncaught|und|"
    r"undefined|under|uns|unter|until|up|us|use|used|very|vom|von|vor|want|was|we|wenn|what|when|"
    r"where|which|who|wie|will|wir|wird|with|without|work|would|yes|you|your|zu|zum|zur)",
    re.IGNORECASE,
)
"""Words that say nothing of what a message is about."""
_UNASKED: Mapping[str, str | None] = {
    "package-lock.json": None, "package.json": r"package\.json", "tsconfig.json": r"\btsconfig\b",
    "vite.config.ts": r"\bvite\b", ".gitignore": r"\bgitignore\b", "README.md": r"\breadme\b",
}  # fmt: skip
"""What a message has words in common with by chance: shown to those who name it, the lockfile to nobody."""


class Sources(NamedTuple):
    """The texts of a project by path, and what is read of each: its outline, the files that it imports, its words.

    Each is asked for by several rankings, so the functions remember their answers while files are chosen.
    """

    texts: Mapping[str, str]
    about: Callable[[str], str]
    imports: Callable[[str], Sequence[str]]
    words: Callable[[str], Counter[str]]


def meant_files(message: str, before: str, sources: Sources) -> list[str]:
    """The best, and those nearly as good. `before` is the message before this one, which a short one may go on from."""
    texts, wanted = sources.texts, _wanted(message, before)
    paths = list(_compared(texts, message))
    if not wanted:
        return []
    counted = [_words_of(path, sources) for path in paths]
    found = weighed(wanted, counted, _SATURATION)
    named = set().union(*wanted)
    scores = {path: score * (_NAMED if is_named(path, named) else 1) for path, score in zip(paths, found, strict=True)}
    many = len(asked_words(message)) > _MANY_WORDS
    near, most = (_LIKE_BEST_OF_MANY, _MOST_OF_MANY) if many else (_LIKE_BEST, _MOST)
    least = max(scores.values(), default=0.0) * near
    best = [path for path in sorted(paths, key=lambda path: -scores[path])[:most] if scores[path] > max(least, 0.0)]
    sparse = {path for path, words in zip(paths, counted, strict=True) if many and _has_few(wanted, words)}
    return [path for path in best if path not in sparse or len(texts[path]) <= _SMALL or is_named(path, named)]


def _has_few(wanted: Sequence[dict[str, float]], words: Counter[str]) -> bool:
    return sum(not forms.keys().isdisjoint(words) for forms in wanted) < _SHARE_OF_MANY * len(wanted)


def is_named(path: str, said: set[str]) -> bool:
    """Whether all words of the file's name were said, apart from words such as `page`."""
    name = path.rpartition("/")[2].partition(".")[0]
    parts = {part.casefold() for part in _PART.findall(name)} - _KINDS
    return bool(parts) and parts <= said


def _wanted(message: str, before: str) -> list[dict[str, float]]:
    """The forms of each word looked for. The message before counts at most half as much as this one, however long."""
    quoted = asked_words(" ".join(found[1] for found in QUOTE.finditer(message)))
    own = {word: _QUOTED if word in quoted else 1.0 for word in asked_words(message)}
    earlier = [word for word in asked_words(before) if word not in own]
    half = _BEFORE * min(1.0, max(len(own), 1) / max(len(earlier), 1))
    weights = islice({**own, **dict.fromkeys(earlier, half)}.items(), CHOOSE_WORDS)
    return [{form: said * weight for form, said in forms_of(word).items()} for word, weight in weights]


def asked_words(text: str) -> list[str]:
    """The words of a message that say what it is about, in small letters, each once."""
    words = _WORD.findall(normal(text))
    parts = [part for word in words for part in (_PART.findall(word) or [word])]
    return [part.casefold() for part in dict.fromkeys(parts) if not _COMMON.fullmatch(part)]


def is_test(path: str) -> bool:
    """Whether a file holds tests."""
    return _IS_TEST.search(path) is not None


def imported_as(path: str) -> str:
    """The name by which other files import this one: its own, or that of its folder."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    return folder.rpartition("/")[2] if stem == "index" else stem


def _compared(texts: Mapping[str, str], message: str) -> Iterable[str]:
    left, tests = CHOOSE_CHARACTERS, _TEST.search(message) is not None
    unasked = {path for path, name in _UNASKED.items() if not (name and re.search(name, message, re.IGNORECASE))}
    for path in sorted(texts):
        if path in unasked or left <= 0 or (is_test(path) and not tests):
            continue
        left -= min(len(texts[path]), CHOOSE_FILE)
        yield path


def _words_of(path: str, sources: Sources) -> Counter[str]:
    """How often each word stands in a file; in its path and its outline more."""
    words = sources.words(path).copy()
    for named, weight in ((path, _PATH_WEIGHT), (sources.about(path), _OUTLINE_WEIGHT)):
        for part in parts_of(named):
            words[part] += weight
    return words


def words_of(text: str) -> Counter[str]:
    """How often each word stands in the beginning of a text."""
    return Counter(parts_of(normal(text[:CHOOSE_FILE])))


def parts_of(text: str) -> list[str]:
    """Words in small letters; names made of several words are those words."""
    return "\n".join(_PART.findall(text)).casefold().split("\n")
