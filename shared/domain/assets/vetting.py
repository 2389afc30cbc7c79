"""Whether a package may come into the catalog: what its registry and its manifest say of it, against the rules."""

import re
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta

from pydantic import Field

from shared.domain.base import Entity

YOUNGEST = timedelta(days=7)
"""What was published by a stolen account is mostly found in the first days."""
MOST_BYTES = 150_000_000
RUN_AT_INSTALL = frozenset({"preinstall", "install", "postinstall"})
_FREE = frozenset(
    {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "CC0-1.0", "CC-BY-4.0", "ISC", "MIT",
     "MIT-0", "OFL-1.1", "Python-2.0", "Unlicense", "Zlib"}
)  # fmt: skip
_PART = re.compile(r"[A-Za-z0-9.+-]{1,60}(?: WITH [A-Za-z0-9.+-]{1,60})?")
_NEAR_LENGTH = 5


class Candidate(Entity):
    """One version of a package as its registry describes it; `bytes` is its unpacked size."""

    name: str
    version: str
    published_at: datetime | None = None
    licence: str = ""
    bytes: int = 0
    scripts: tuple[str, ...] = ()
    deprecated: str = ""


class Refusal(Entity):
    """Why a package stays out, by a stable code and in words."""

    code: str
    message: str = Field(min_length=1)


def vet(candidate: Candidate, *, now: datetime, known: Collection[str]) -> list[Refusal]:
    """All that speaks against it; `known` are the names of the catalog, which a new name must not resemble."""
    return [*_age(candidate, now), *_content(candidate), *vet_name(candidate.name, known)]


def _age(candidate: Candidate, now: datetime) -> Iterator[Refusal]:
    what = f"{candidate.name}@{candidate.version}"
    if candidate.published_at is None:
        yield _refuse("PACKAGE_AGE_UNKNOWN", f"The registry does not say when {what} was published.")
    elif now - candidate.published_at < YOUNGEST:
        days = YOUNGEST.days
        yield _refuse("PACKAGE_TOO_YOUNG", f"{what} was published less than {days} days ago; use an older version.")


def _content(candidate: Candidate) -> Iterator[Refusal]:
    what = f"{candidate.name}@{candidate.version}"
    if run := sorted(RUN_AT_INSTALL & set(candidate.scripts)):
        yield _refuse("PACKAGE_HAS_SCRIPTS", f"{what} wants to run a script when it is installed ({', '.join(run)}).")
    if not is_free(candidate.licence):
        yield _refuse(
            "PACKAGE_LICENCE", f"The licence of {what} ({candidate.licence or 'none'}) is not one of the free."
        )
    if candidate.bytes > MOST_BYTES:
        size, most = candidate.bytes // 1_000_000, MOST_BYTES // 1_000_000
        yield _refuse("PACKAGE_TOO_LARGE", f"{what} has {size} MB; at most {most} MB are allowed.")
    if candidate.deprecated:
        yield _refuse("PACKAGE_DEPRECATED", f"{what} is deprecated: {candidate.deprecated[:200]}")


def is_free(licence: str) -> bool:
    """Whether an SPDX expression allows everybody to use it: one part of an `OR`, every part of an `AND`."""
    text = licence.strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    if re.search(r"[()]", text):
        return False
    ways = [[part.strip() for part in either.split(" AND ")] for either in text.split(" OR ")]
    known = all(_PART.fullmatch(part) for parts in ways for part in parts)  # and no words to those who read it
    return known and any(all(part in _FREE for part in parts) for parts in ways)


def vet_name(name: str, known: Collection[str]) -> Iterator[Refusal]:
    """What speaks against a name alone, before anybody is asked about it."""
    if near := near_name(name, known):
        yield _refuse("PACKAGE_NAME_NEAR", f"{name} is nearly the name of {near}; say which one is meant.")


def near_name(name: str, known: Collection[str]) -> str | None:
    """The known package that a name resembles which is none itself."""
    if name in known:
        return None
    return next((other for other in sorted(known) if _is_like(name, other)), None)


def _is_like(name: str, other: str) -> bool:
    """One letter off, or the same but for separators, in names long enough for that to be no accident."""
    if min(len(name), len(other)) < _NEAR_LENGTH:
        return False
    return _plain(name) == _plain(other) or _one_apart(name, other)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _one_apart(name: str, other: str) -> bool:
    if abs(len(name) - len(other)) > 1:
        return False
    start = next((at for at, (a, b) in enumerate(zip(name, other, strict=False)) if a != b), min(len(name), len(other)))
    rest, others = name[start:], other[start:]
    swapped = rest[1::-1] + rest[2:] == others
    return swapped or rest[1:] == others[1:] or rest[1:] == others or rest == others[1:]


def _refuse(code: str, message: str) -> Refusal:
    return Refusal(code=code, message=message)
