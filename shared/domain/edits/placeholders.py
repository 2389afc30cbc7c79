"""Comments that stand for code an author did not write out, such as `// ... rest of the component unchanged`."""

import re

_OPEN = r"^\s*(?:\{\s*/\*+|/\*+|//+|<!--|#+|\*)\s*"
_CLOSE = r"\s*(?:\*/\s*\}?|-->)?\s*$"
_DOTS = r"(?:\.{3,}|\u2026)"
_THING = (
    r"(?:code|file|component|functions?|content|imports?|styles?|rules?|logic|markup|jsx|html|template|script"
    r"|implementation|methods?|handlers?|state|sections?|elements?|routes?|fields?|props)"
)
_WHICH = r"(?:the\s+|your\s+|all\s+)?(?:rest|remaining|remainder|existing|other|previous|unchanged|same|original)"
_STAYS = r"(?:unchanged|untouched|(?:the\s+)?same|as\s+(?:is|before)|goes?\s+here|stays?|remains?|here|omitted)"
_SHAPES = (
    rf"{_OPEN}{_DOTS}{_CLOSE}",
    rf"{_OPEN}{_DOTS}.*\b(?:rest|remain\w*|existing|other|previous|unchanged|same|omitted|keep|original)\b.*$",
    rf"{_OPEN}(?:keep\s+)?{_WHICH}\b.*(?:{_DOTS}|\b{_STAYS}){_CLOSE}",
    rf"{_OPEN}(?:keep\s+)?(?:the\s+)?(?:rest|remainder)\s+of\s+(?:the\s+|your\s+)?(?:\w+\s+)?{_THING}{_CLOSE}",
    rf"{_OPEN}keep\s+(?:the\s+)?(?:rest|existing|remaining|other|original)\s+(?:\w+\s+)?{_THING}{_CLOSE}",
    rf"{_OPEN}(?:the\s+)?(?:existing|remaining|unchanged)\s+code{_CLOSE}",
)
_PLACEHOLDER = re.compile("|".join(f"(?:{shape})" for shape in _SHAPES), re.IGNORECASE)
_LINE = 300
_RUN = re.compile(r"(([./*#\u2026-])\2{3})\2++")
_HINTS = ("...", "\u2026", "rest", "remain", "existing", "unchanged", "same", "other", "previous", "original")


def new_placeholders(after: str, before: str = "") -> list[str]:
    """The placeholder lines of `after` that do not stand in `before` already."""
    known = set(_placeholders(before))
    return [line for line in _placeholders(after) if line not in known]


def _placeholders(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if _may_be(line) and _PLACEHOLDER.match(_plain(line))]


def _plain(line: str) -> str:
    """The beginning of the line without long runs of one kind, on which the shapes would try every division."""
    return _RUN.sub(r"\1", " ".join(line[:_LINE].split()))


def _may_be(line: str) -> bool:
    lowered = line.lower()
    return any(hint in lowered for hint in _HINTS)
