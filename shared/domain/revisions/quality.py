"""How good a revision is, from 0 to 100, with the parts that say so: of what is known of it, and of nothing else."""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from shared.domain.base import Entity
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import CHECKS, Verdict, VerdictPart, own_findings
from shared.domain.builds.worker_contract import Check

Part = Literal["build", "types", "tests", "page", "acceptance", "security", "accessibility", "links", "words", "size"]
MOST: Mapping[Part, int] = {
    "build": 30, "types": 10, "tests": 15, "page": 15, "acceptance": 5,
    "security": 10, "accessibility": 8, "links": 3, "words": 2, "size": 2,
}  # fmt: skip
"""Points of each part; together 100."""
_FINDINGS_TO_NOTHING = 5
_NOT_CHECKED, _NOT_LOOKED = "no check was run of it", "nobody has looked"


class Looks(Entity):
    """How many findings a look at the built revision had, by what was looked for; null where nobody looked."""

    page: int | None = None
    secrets: int | None = None
    security: int | None = None
    packages: int | None = None
    accessibility: int | None = None
    links: int | None = None
    words: int | None = None
    size: int | None = None

    def renewed(self, later: "Looks") -> "Looks":
        """What a later look knows stands in place of this."""
        return self.model_copy(update=later.model_dump(exclude_none=True))


class QualityPart(Entity):
    """`points` of `most`; null where nothing is known, and then `why` says why. `found` counts what was found."""

    key: Part
    most: int
    points: int | None
    found: int = 0
    why: str = ""


class Quality(Entity):
    """`score` is what the parts that are known have of `known`, their points together, as a hundredth; null where
    nothing is known.
    """

    score: int | None
    known: int
    parts: list[QualityPart]


class _Known(NamedTuple):
    share: float | None
    found: int = 0
    why: str = ""


def quality_of(status: BuildStatus, verdict: Verdict | None, looks: Looks | None) -> Quality:
    """Of a revision by its build, what the agent's run found of its tree, and what was seen of what was built."""
    seen = looks or Looks()
    known = {"build": _build(status)} | dict(_checked(verdict, seen)) | dict(_looked(seen))
    parts = [_part(key, known[key]) for key in MOST]
    judged = [part for part in parts if part.points is not None]
    most = sum(part.most for part in judged)
    got = sum(part.points or 0 for part in judged)
    return Quality(score=round(100 * got / most) if most else None, known=most, parts=parts)


def _part(key: Part, known: _Known) -> QualityPart:
    points = None if known.share is None else round(MOST[key] * known.share)
    return QualityPart(key=key, most=MOST[key], points=points, found=known.found, why=known.why)


def _build(status: BuildStatus) -> _Known:
    if not status.finished:
        return _Known(None, why="it is not built yet")
    return _Known(float(status == BuildStatus.SUCCEEDED))


def _checked(verdict: Verdict | None, seen: Looks) -> Iterator[tuple[Part, _Known]]:
    for name in CHECKS:
        part = verdict.part(name) if verdict else None
        yield name, _verdict_part(part) if part and part.status.ran else _unchecked(name, part, seen)


def _verdict_part(part: VerdictPart) -> _Known:
    """Of tests their share, of all else less with each finding; that the project failed so before is no excuse."""
    if part.status == CheckStatus.PASSED:
        return _Known(1.0)
    found = max(1, own_findings(part) + len(part.known))
    if part.counts and part.counts.failed:
        return _Known(part.counts.passed / (part.counts.passed + part.counts.failed), part.counts.failed)
    return _Known(_left(found), found)


def _unchecked(name: Check, part: VerdictPart | None, seen: Looks) -> _Known:
    if name == "page" and seen.page is not None:
        return _Known(_left(seen.page), seen.page)
    return _Known(None, why=(part.reason if part else "") or _NOT_CHECKED)


def _looked(seen: Looks) -> Iterator[tuple[Part, _Known]]:
    """A secret that everybody can read leaves nothing of the security; weak packages are a part of it."""
    unsafe = None if seen.security is None else seen.security + (seen.packages or 0)
    yield "security", _Known(0.0, seen.secrets) if seen.secrets else _seen(unsafe)
    yield "accessibility", _seen(seen.accessibility)
    yield "links", _seen(seen.links)
    yield "words", _seen(seen.words)
    yield "size", _seen(seen.size)


def _seen(found: int | None) -> _Known:
    return _Known(None, why=_NOT_LOOKED) if found is None else _Known(_left(found), found)


def _left(found: int) -> float:
    return max(0.0, 1 - found / _FINDINGS_TO_NOTHING)
