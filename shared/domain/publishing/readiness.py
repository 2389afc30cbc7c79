"""Whether an app may go to its visitors, and what one should know before: checks, each with one thing to do."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from pydantic import BaseModel

from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict, VerdictPart, errors_of
from shared.domain.builds.worker_contract import Check
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.quality import Looks

Key = Literal[
    "built",
    "types",
    "tests",
    "page",
    "acceptance",
    "env",
    "secrets",
    "security",
    "packages",
    "accessibility",
    "links",
    "words",
    "size",
    "claims",
    "proposals",
]
Level = Literal["blocking", "advisory"]
_FINDINGS = 50


class Fix(BaseModel):
    """The one thing to do about it: a message that the agent can be sent, or a place in the Studio.

    `path` and `line` are where in the code; `names` the values of settings.env that have to be set.
    """

    kind: Literal["ask", "open"]
    message: str | None = None
    place: Literal["code", "settings", "changes", "preview"] | None = None
    path: str | None = None
    line: int | None = None
    names: list[str] = []


class ReadinessCheck(BaseModel):
    """`ok` is null where nothing is known, `pending` where that is being found out. A blocking one that is not ok keeps
    the app from being published. `count`: how many findings there are, of which `diagnostics` are the first.
    """

    key: Key
    level: Level
    ok: bool | None
    pending: bool = False
    message: str
    diagnostics: list[Diagnostic] = []
    count: int = 0
    fix: Fix | None = None


class Readiness(BaseModel):
    """Of the draft as it is. `ready`: nothing blocks it."""

    revision_id: str
    ready: bool
    checks: list[ReadinessCheck]


class _Words(NamedTuple):
    good: str
    bad: str
    ask: str


_PARTS: dict[Check, _Words] = {
    "types": _Words("Its types fit.", "The type checker finds mistakes.", "Mend what the type checker finds."),
    "tests": _Words("Its tests pass.", "Tests fail.", "Make the failing tests pass, without weakening them."),
    "page": _Words("Its page opens without errors.", "Its page has errors.", "Mend the errors that the page shows."),
    "acceptance": _Words(
        "It still does what its acceptance checks hold.",
        "It no longer does what acceptance checks hold.",
        "Make the failing acceptance checks pass, without weakening them.",
    ),
}


def verdict_check(name: Check, verdict: Verdict | None) -> ReadinessCheck:
    part = verdict.part(name) if verdict else VerdictPart(status=CheckStatus.UNAVAILABLE)
    words, failed = _PARTS[name], part.status == CheckStatus.FAILED
    if not part.status.ran:
        return ReadinessCheck(
            key=name, level="advisory", ok=None, message=f"Not known: {part.reason or 'not checked.'}"
        )
    if not failed:
        return ReadinessCheck(key=name, level="advisory", ok=True, message=words.good)
    return finding_check(name, "advisory", errors_of(part) or part.known, words.good, words.bad, ask=words.ask)


def finding_check(
    key: Key, level: Level, found: Sequence[Diagnostic], good: str, bad: str, *, ask: str = "", fix: Fix | None = None
) -> ReadinessCheck:
    """Ok where nothing was found."""
    if not found:
        return ReadinessCheck(key=key, level=level, ok=True, message=good)
    todo = fix or Fix(kind="ask", message=ask)
    shown = list(found[:_FINDINGS])
    return ReadinessCheck(key=key, level=level, ok=False, message=bad, diagnostics=shown, count=len(found), fix=todo)


def at_first(found: Sequence[Diagnostic]) -> Fix:
    """The first place in the code that is named; the values of the app where none is."""
    placed = next((one for one in found if one.path), None)
    if placed is None:
        return Fix(kind="open", place="settings")
    if (placed.path or "").startswith("dist/"):
        return Fix(kind="ask", message="A built file holds a key that must stay secret. Take it out of the project.")
    return Fix(kind="open", place="code", path=placed.path, line=placed.line)


def looks_of(checks: Sequence[ReadinessCheck]) -> Looks:
    """What they found of a built revision, as it stands with the revision."""
    return Looks.model_validate({one.key: one.count for one in checks if one.ok is not None})


def readiness_of(revision_id: str, checks: Sequence[ReadinessCheck]) -> Readiness:
    """All checks, those that are not ok first."""
    ordered = sorted(checks, key=lambda one: (one.ok is not False, one.level != "blocking"))
    ready = not any(one.level == "blocking" and one.ok is not True for one in checks)
    return Readiness(revision_id=revision_id, ready=ready, checks=ordered)
