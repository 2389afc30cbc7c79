"""`_headers` of a project: of it `Cache-Control` is what a stored file can carry."""

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

HEADERS = "public/_headers"
PUBLISHED = "_headers"
"""Its path among the built files."""
FOR_HOSTS = frozenset({PUBLISHED, "_redirects", "CNAME"})
"""Built files that no visitor gets."""
_MAX_AGE = re.compile(r"(?:s-)?max-?age\s{0,3}=\s{0,3}(\d{1,10})|maxage=(\d{1,10})", re.I)
_LINES_MOST, _RULES_MOST, _DAY = 1000, 100, 86_400


class Cached(NamedTuple):
    """A path, or one with a star in it, and the `Cache-Control` of what fits it."""

    pattern: str
    value: str


class HeaderFile(NamedTuple):
    rules: Sequence[Cached]
    ignored: Collection[str]


def read_header_file(text: str) -> HeaderFile:
    """Its rules, and the names of headers that are not carried."""
    rules: list[Cached] = []
    ignored: set[str] = set()
    pattern = ""
    for line in text.splitlines()[:_LINES_MOST]:
        name, colon, value = line.strip().partition(":")
        if line[:1] == "/":
            pattern = line.strip()
        elif line[:1].isspace() and pattern and colon and re.fullmatch(r"[A-Za-z-]{1,60}", name):
            kept = _kept(value) if name.lower() == "cache-control" and len(rules) < _RULES_MOST else None
            rules += [Cached(pattern, kept)] if kept else []
            ignored |= set() if kept else {name}
    return HeaderFile(rules, ignored)


def cache_of(path: str, rules: Sequence[Cached]) -> str | None:
    """What the last rule that fits says of a built file; pages are always asked for, since they lead to the rest."""
    if path.endswith((".html", ".htm")):
        return None
    return next((rule.value for rule in reversed(rules) if _fits(f"/{path}", rule.pattern)), None)


def _kept(value: str) -> str | None:
    """In words of our own, so that nothing else of the line gets into a header."""
    if re.search(r"\bno-(?:store|cache)\b", value, re.I):
        return "no-store" if "no-store" in value.lower() else "no-cache"
    age = _MAX_AGE.search(value)
    return f"public, max-age={min(int(age[1] or age[2]), _DAY)}" if age else None


def _fits(path: str, pattern: str) -> bool:
    before, star, after = pattern.partition("*")
    if not star:
        return path == pattern
    return len(path) >= len(before) + len(after) and path.startswith(before) and path.endswith(after)
