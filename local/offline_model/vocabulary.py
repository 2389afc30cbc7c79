"""Words that ask for nothing of their own, and the noun that a request is about."""

import re

from local.offline_model.blocks import asset
from local.offline_model.colours import parse


def _words(name: str) -> frozenset[str]:
    """A line of `vocabulary.txt`: its first word is the name."""
    line = re.search(rf"(?m)^{name} (.+)$", asset("vocabulary.txt"))
    return frozenset(line[1].split()) if line else frozenset()


_DETERMINERS, _OWNED, _INSIDE, _TURNED = map(_words, ("determiners", "owned", "inside", "turned"))
_JOINING, _LOOKS, _VERBS, _SMALL = map(_words, ("joining", "looks", "verbs", "small"))
_THINGS, _STATEFUL, _PEOPLE = map(_words, ("things", "stateful", "people"))
_FILL = _SMALL | _VERBS | _THINGS | (_LOOKS - _PEOPLE) | _DETERMINERS
_AFTER = _JOINING | _INSIDE | _SMALL | (_THINGS - {"list", "text", "words"}) | _words("following")
_WORD = re.compile(r"\x02\d+\x03|[^\W_]+(?:['’-][^\W_]+)*")
_LENGTH = re.compile(r"\d+(?:-min(?:ute)?s?)?|min(?:ute)?s?")
_CLAUSE = re.compile(r"[.;:!?\n,()]+(?=\s|$)|\b(?:and|with|that|which|where|but|so|plus)\b", re.IGNORECASE)


def content_words(text: str) -> list[str]:
    """The words of `text` that ask for something."""
    return [word for word in _WORD.findall(text) if word.lower() not in _FILL]


def clauses(text: str) -> list[str]:
    """The pieces between the marks and the words that join."""
    return _CLAUSE.split(text)


def trimmed(piece: str) -> str:
    """A piece without small words at its ends."""
    words = [*_WORD.finditer(piece)]
    ends = [word for word in words if word[0].lower() not in _FILL - _VERBS]
    return piece[ends[0].start() : ends[-1].end()] if ends else ""


def is_object(before: str, kind: str) -> bool:
    """Whether the noun that follows `before` is what is asked for, not where, from what or of which sort it is.

    "Add a counter" asks for a counter; "add a search to the table" and "add a word counter" do not.
    """
    words = [word.lower() for word in _WORD.findall(re.split(r"[.;:!?\n,()]", before)[-1])]
    for index in range(len(words) - 1, -1, -1):
        word, earlier = words[index], words[index - 1] if index else ""
        if word in _DETERMINERS:
            is_wanted = not earlier or earlier in _VERBS | _JOINING | _SMALL
            return (is_wanted and earlier not in _INSIDE) or (word not in _OWNED and earlier in _TURNED)
        if word in _INSIDE:
            return False
        if word in _JOINING | _VERBS:
            return True
        if word not in _LOOKS and not _LENGTH.fullmatch(word) and kind in _STATEFUL and parse(word) is None:
            return False
    return True


def is_refused_after(after: str) -> bool:
    """Whether the noun before `after` only describes another one: "a contact link", "table tennis"."""
    following = re.match(r"[ \t]+([^\W\d_]+)", after)
    return following is not None and following[1].lower() not in _AFTER | _VERBS
