"""Known vulnerable versions of packages, and which of them a project's lockfile names."""

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from shared.domain.base import Entity, Moment
from shared.domain.diagnostics import Diagnostic

Gravity = Literal["info", "low", "moderate", "high", "critical"]
_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]{1,100})?")
_BOUND = re.compile(r"(<=|>=|<|>|=)?\s{0,3}v?(\d{1,9}(?:\.\d{1,9}){0,2}(?:-[0-9A-Za-z.-]{1,100})?)\Z")
_LOCK_MOST = 4_000_000
_Version = tuple[int, int, int, tuple[tuple[bool, int, str], ...]]


class Advisory(Entity):
    """`versions` is a range as npm writes it: bounds that hold together, alternatives behind `||`."""

    package: str
    versions: str
    severity: Gravity
    title: str
    url: str


class Advisories(Entity):
    """What `source` knew of the catalog's packages at `checked_at`; null where it was never asked.

    A `partial` source does not know all packages, as a registry does: that it names none of them shows less.
    """

    source: str = ""
    checked_at: Moment | None = None
    partial: bool = False
    advisories: list[Advisory] = []


def vulnerable_packages(lock: str, known: Advisories) -> list[Diagnostic]:
    """Of a `package-lock.json`, each package with the advisories of its version; nothing of a text that is none."""
    return [found for name, version in sorted(_locked(lock)) for found in _of(name, version, known)]


def _of(name: str, version: str, known: Advisories) -> Iterator[Diagnostic]:
    for one in known.advisories:
        if one.package == name and in_range(version, one.versions):
            message = f"{name} {version} has a known weakness ({one.severity}): {one.title}. {one.url}"
            hint = "The catalog decides the versions: its keeper moves it to one without the weakness."
            path = "package-lock.json"
            yield Diagnostic(severity="warning", code="VULNERABLE_PACKAGE", message=message, path=path, hint=hint)


@lru_cache(maxsize=8)
def _locked(lock: str) -> frozenset[tuple[str, str]]:
    try:
        packages = json.loads(lock)["packages"] if len(lock) <= _LOCK_MOST else {}
        return frozenset(
            (path.rpartition("node_modules/")[2], entry["version"])
            for path, entry in packages.items()
            if "node_modules/" in path and isinstance(entry, dict) and isinstance(entry.get("version"), str)
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return frozenset()


def in_range(version: str, versions: str) -> bool:
    """Whether a version lies in a range; one that cannot be read lies in none."""
    at = _read(version)
    return at is not None and any(_holds(at, part) for part in versions.split("||"))


def _holds(at: _Version, part: str) -> bool:
    bounds = re.findall(r"(?:<=|>=|<|>|=)?\s{0,3}[^\s<>=]{1,120}", part)
    return bool(bounds) and all(_within(at, bound.strip()) for bound in bounds)


def _within(at: _Version, bound: str) -> bool:
    if bound == "*":
        return True
    found = _BOUND.match(bound)
    limit = _read(found[2]) if found else None
    if found is None or limit is None:
        return False
    match found[1]:
        case "<":
            return at < limit
        case "<=":
            return at <= limit
        case ">":
            return at > limit
        case ">=":
            return at >= limit
        case _:
            return at == limit


def _read(version: str) -> _Version | None:
    """Comparable: a version before a release (`-beta.1`) comes before the release itself."""
    numbers, _, rest = version.partition("-")
    whole = ".".join([*numbers.split("."), "0", "0"][:3]) + (f"-{rest}" if rest else "")
    found = _VERSION.fullmatch(whole)
    if found is None:
        return None
    parts = (found[4] or "").removeprefix("-").split(".") if found[4] else []
    ranked = tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)
    return int(found[1]), int(found[2]), int(found[3]), ranked or ((True, 1, ""),)
