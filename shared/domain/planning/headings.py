"""What looks like a heading: by its number, its first word, or its being short and alone on its line."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from shared.domain.planning.words import NodeKind

HEADINGS_MOST = 10_000
_LINE_MOST, _SHORT_MOST, _SHORT_WORDS = 120, 64, 9
_KINDS: dict[str, NodeKind] = {
    "phase": "phase", "milestone": "phase", "stage": "phase", "release": "phase", "meilenstein": "phase",
    "etappe": "phase", "epic": "epic",
    "feature": "feature", "story": "story", "user story": "story", "task": "task_spec", "subtask": "task_spec",
}  # fmt: skip
_PHASES = "phase|milestone|stage|meilenstein|etappe"
_COUNTED = "one|two|three|four|five|six|seven|eight|nine|ten|eins|zwei|drei|vier|f\u00fcnf|sechs|sieben|acht|neun|zehn"
_ORDINAL = re.compile(
    r"(?:first|second|third|fourth|fifth|sixth|last|final|erste[rs]?|zweite[rs]?|dritte[rs]?|vierte[rs]?|f\u00fcnfte[rs]?"
    rf"|letzte[rs]?|[0-9]{{1,2}}(?:\.|st|nd|rd|th)?)\s{{1,3}}(?:{_PHASES})(?:\s{{0,3}}[:.)\u2013\u2014-]|\Z)",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"({_PHASES}|release|epic|feature|user story|story|subtask|task)"
    rf"(?:\s{{1,3}}#?([0-9]{{1,3}}(?:\.[0-9]{{1,3}}){{0,4}}|{_COUNTED}|[ivxlc]{{1,6}}|[a-z])(?!\w))?"
    r"(?:\s{0,3}[:.)\u2013\u2014-]|\Z|(?<=[0-9])\s)",
    re.IGNORECASE,
)
_CHAPTER = re.compile(
    r"(?:chapter|part|section|appendix|annex)\s{1,3}(?:[0-9]{1,3}|[ivxlc]{1,6}|[a-z])\b", re.IGNORECASE
)
_NUMBER = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3}){0,5})[.)]?\s{1,4}(?=\S)")
_OPEN = re.compile(
    r"(?:(?:our|some|the|remaining|further) )*open (?:questions?|points?|topics?|decisions?)"
    r"|(?:remaining )?questions (?:that are |which are )?(?:still |yet )?open"
    r"|(?:(?:what is|what's|what remains)(?: still| yet)?|still) (?:open|undecided|unclear|not decided|to be decided)"
    r"|undecided|not (?:yet )?decided(?: yet)?|to be decided"
    r"|(?:was (?:ist )?)?noch (?:offen|unklar|ungekl\u00e4rt|nicht entschieden)(?: ist| bleibt)?"
    r"|was offen (?:ist|bleibt)"
    r"|(?:noch )?offene (?:fragen|punkte|themen)"
)
_RULE = re.compile(r"([=~^*+#\"'`:._-])\1{2,}\s{0,8}\Z")
_MARKS = "*_#` \t"
_SIGNS = re.compile(r"[^\w(]{1,8}")
"""Signs and pictures before a title's first word."""
_NO_TITLE_END = (".", ",", ";", ":", "?", "!", "\u2026")
_LEVELS: dict[NodeKind, int] = {"phase": 1, "epic": 2, "feature": 3, "story": 4, "task_spec": 5}
_CAPITALS, _SHORT_LEVEL = 1, 9
_SURE = 3


class Heading(NamedTuple):
    """`line` and `end` are numbers of lines, the underline inside. A low `level` is an outer one."""

    line: int
    end: int
    level: int
    title: str
    kind: NodeKind | None = None


def kind_in(title: str) -> NodeKind | None:
    """The kind that a title gives itself: `Phase 2`, `Epic: Sign-in`, `3.1 Story - ...`; None for any other."""
    words = _without_signs(title)[:_LINE_MOST]
    if _ORDINAL.match(words) is not None:
        return "phase"
    number = _NUMBER.match(words)
    found = _NAMED.match(words, number.end() if number else 0)
    if found is None:
        return None
    kind = _KINDS[" ".join(found[1].lower().split())]
    return None if kind == "phase" and found[2] is None else kind


def bare_title(title: str) -> str:
    """A title without its number and the word for its kind, for comparing: `2.1 Epic: Sign-in` is `sign-in`."""
    words = _without_signs(title)
    number = _NUMBER.match(words)
    rest = words[number.end() :] if number else words
    named = _NAMED.match(rest)
    rest = (rest[named.end() :].strip() or rest) if named else rest
    return " ".join(rest.casefold().split())


def _without_signs(title: str) -> str:
    words = title.strip(_MARKS)
    signs = _SIGNS.match(words)
    return words[signs.end() :] if signs else words


def is_open(title: str) -> bool:
    """Whether a title says that what stands below it is not decided: `11. What is still open`."""
    return len(title) <= _LINE_MOST and _OPEN.fullmatch(bare_title(title).rstrip(" :.?!")) is not None


def lone_headings(lines: Sequence[str], lone: Iterable[int]) -> list[Heading]:
    """Of the paragraphs of one line in a Markdown text those that name their kind: `**Epic: Sign-in**`.

    They lie below any heading proper. A sentence is none: "Phase 2 needs a server."
    """
    found = []
    for line in lone:
        title = lines[line].strip(_MARKS).rstrip(" :")
        if len(title) <= _LINE_MOST and _ends_open(title) and (kind := kind_in(title)) is not None:
            found.append(Heading(line, line + 1, 6 + _LEVELS[kind], title, kind))
    return found


def plain_headings(lines: Sequence[str]) -> list[Heading]:
    """The headings of a text that has no Markdown ones. A text that marks some in one way is taken at its word.

    Lines over a rule count most, then numbers, names of kinds and capitals, and least lines that are only short.
    """
    rules: dict[str, int] = {}
    ruled, named, short = list[Heading](), list[Heading](), list[Heading]()
    end = 0
    for number in range(len(lines)):
        if number < end:
            continue
        if (heading := _underlined(lines, number, rules)) is not None:
            ruled.append(heading)
            end = heading.end
        elif (heading := _alone(lines, number)) is not None:
            (short if heading.level == _SHORT_LEVEL else named).append(heading)
    if len(ruled) >= _SURE:
        return sorted([*ruled, *(heading for heading in named if heading.kind)])
    if ruled or named:
        return sorted([*ruled, *named])
    return short if len(short) * 3 <= len(lines) else []  # else it is a list, or a poem


def coarse(headings: Sequence[Heading]) -> list[Heading]:
    """At most `HEADINGS_MOST`: of more the innermost are left out first."""
    kept = list(headings)
    while len(kept) > HEADINGS_MOST and (deepest := max(one.level for one in kept)) > min(one.level for one in kept):
        kept = [one for one in kept if one.level < deepest]
    return list(islice(kept, HEADINGS_MOST))


def _underlined(lines: Sequence[str], number: int, rules: dict[str, int]) -> Heading | None:
    """A title over a rule of one sign, which is as long. The order in which signs first come is that of levels."""
    if number + 1 >= len(lines) or len(lines[number]) > _LINE_MOST or len(lines[number + 1]) > 2 * _LINE_MOST:
        return None
    title, rule = lines[number].strip(), _RULE.match(lines[number + 1])
    if rule is None or not _is_title(title) or len(lines[number + 1].strip()) < len(title):
        return None
    return Heading(number, number + 2, rules.setdefault(rule[1], len(rules) + 1), title, kind_in(title))


def _alone(lines: Sequence[str], number: int) -> Heading | None:
    line = lines[number]
    if len(line) > _LINE_MOST or not _is_blank(lines, number - 1):
        return None
    title = line.strip()
    if not _is_title(title) or (level := _level(title, _is_blank(lines, number + 1))) is None:
        return None
    return Heading(number, number + 1, level, title, kind_in(title))


def _level(title: str, alone: bool) -> int | None:
    kind, number = kind_in(title), _NUMBER.match(title)
    if kind is not None:
        return _LEVELS[kind] if _ends_open(title) else None
    if number is not None:
        begins = title[number.end()]
        return number[1].count(".") + 1 if alone and not begins.islower() and _ends_open(title) else None
    if _CHAPTER.match(title):
        return _CAPITALS
    if not alone or len(title) > _SHORT_MOST or not _ends_open(title):
        return None
    if title.isupper():
        return _CAPITALS
    begins_well = title[0].isalpha() and not title[0].islower()
    return _SHORT_LEVEL if begins_well and len(title.split()) <= _SHORT_WORDS else None


def _is_title(title: str) -> bool:
    return bool(title) and any(sign.isalpha() for sign in title)


def _ends_open(title: str) -> bool:
    return not title.endswith(_NO_TITLE_END)


def _is_blank(lines: Sequence[str], number: int) -> bool:
    return not 0 <= number < len(lines) or not lines[number].strip()
