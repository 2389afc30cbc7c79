"""What is known of a built tree: its build, its types, the tests that reach the change, its page
and its acceptance checks, each a part."""

import re
from collections import Counter
from typing import Annotated, Literal, get_args

from pydantic import Field, StringConstraints

from shared.domain.base import Entity
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.failure_signature import normalised
from shared.domain.builds.page_spec import MOST_ROUTES
from shared.domain.builds.worker_contract import Check
from shared.domain.builds.worker_tests import TestCounts
from shared.domain.diagnostics import Diagnostic

CHECKS: tuple[Check, ...] = get_args(Check)
Demand = Literal["required", "advisory", "off"]
"""What a check that fails does: stops the change, is only shown, or is not run."""


MOST_FINDINGS, _MOST_TESTS = 50, 30
"""Of one part; what a log and a test report tell at most."""
_COMPARED_CHARS = 200
MOST_OF_NAME = 120
"""Characters that are kept of a route's address."""
_ON_ROUTE = re.compile(r"On (/\S{0,600}?): ")
_PARAMETER = re.compile(r"[:*$(\[{]")
_MAY_BE_OLDER = (
    "Failures are on pages that were not opened when the project was checked as it was before, so they may be older "
    "than this change. They do not stop it."
)
_NO_BASE = "The project as it was before could not be checked, so all of this counts as new."
_TOO_MANY = (
    "It fails as before in more places than can be compared, so a new failure could hide among them. "
    "Mend some of them, or make this check advisory in settings.gates."
)


_Name = Annotated[str, StringConstraints(max_length=MOST_OF_NAME)]


class RouteNames(Entity):
    """The routes of an app that a page check opened besides the first page, and those that it did not open."""

    opened: Annotated[list[_Name], Field(max_length=MOST_ROUTES)] = []
    skipped: Annotated[list[_Name], Field(max_length=MOST_ROUTES)] = []

    def may_have_missed(self, path: str) -> bool:
        """Whether `path` was a route then that was not opened; one that was not there cannot hide an old fault."""
        if path[:MOST_OF_NAME] in self.opened:
            return False
        return len(self.skipped) == MOST_ROUTES or any(_names(route, path) for route in self.skipped)


def _names(route: str, path: str) -> bool:
    """Whether the address is the route's, part by part; a part that is a parameter stands for any."""
    if "*" in route:
        return path.startswith(_PARAMETER.split(route, maxsplit=1)[0].rstrip("/"))
    parts, given = route.strip("/").split("/"), path[:MOST_OF_NAME].strip("/").split("/")
    same = (_PARAMETER.search(part) or part == one for part, one in zip(parts, given, strict=False))
    return len(parts) == len(given) and all(same)


class VerdictPart(Entity):
    """`failed` is the project's own fault. `reason` says why a part was skipped, was not available, or failed.

    `known` are the findings of a failed part that the tree the work began with had too; `advisory`: it stops nothing.
    `count` is how many findings of its own a failed part has, where not all are kept, `counts` what the tests that were
    run counted; `accepted_by`: this person knows of the failures and wants the change all the same. `routes` has only a
    page that was opened, and none of older releases.
    """

    status: CheckStatus
    reason: str = ""
    diagnostics: list[Diagnostic] = []
    known: list[Diagnostic] = []
    advisory: bool = False
    count: int = 0
    counts: TestCounts | None = None
    routes: RouteNames | None = None
    accepted_by: str | None = None

    @property
    def blocks(self) -> bool:
        """Whether the change may not be kept for it."""
        return self.status == CheckStatus.FAILED and not self.advisory and self.accepted_by is None


NOT_ASKED = VerdictPart(status=CheckStatus.SKIPPED, reason="It was not asked for.")


class Verdict(Entity):
    """One result for one tree."""

    build: VerdictPart
    types: VerdictPart
    tests: VerdictPart
    page: VerdictPart
    acceptance: VerdictPart = NOT_ASKED

    def part(self, name: Check) -> VerdictPart:
        match name:
            case "types":
                return self.types
            case "tests":
                return self.tests
            case "page":
                return self.page
            case "acceptance":
                return self.acceptance

    def with_part(self, name: Check, part: VerdictPart) -> "Verdict":
        return self.model_copy(update={name: part})

    @property
    def reported(self) -> list[Check]:
        """The checks that people are told of: not of acceptance checks where a project has none."""
        return [name for name in CHECKS if name != "acceptance" or self.acceptance.status != CheckStatus.SKIPPED]

    @property
    def failed(self) -> list[Check]:
        """The checks that failed, whatever that means for the change."""
        return [name for name in CHECKS if self.part(name).status == CheckStatus.FAILED]

    @property
    def blocking(self) -> list[Check]:
        return [name for name in CHECKS if self.part(name).blocks]


def unknown_base() -> Verdict:
    """What is known of a tree whose build was lost."""
    lost = VerdictPart(status=CheckStatus.UNAVAILABLE, reason="Its build was lost.")
    return Verdict(build=lost, types=lost, tests=lost, page=lost, acceptance=lost)


def errors_of(part: VerdictPart) -> list[Diagnostic]:
    """What made the part fail; a checker that only warned before it said no has failed by its warnings."""
    return [found for found in part.diagnostics if found.severity == "error"] or part.diagnostics


def own_findings(part: VerdictPart) -> int:
    """How many findings of its own a failed part has, also those that are not kept."""
    return max(part.count, len(errors_of(part)))


def is_new(part: VerdictPart) -> bool:
    """Whether a failed part holds something that the tree the work began with is known not to have had."""
    if any(found.severity == "error" for found in part.diagnostics):
        return True
    return not part.known and not any(_route_of(found) for found in part.diagnostics)


def without_base_failures(part: VerdictPart, base: VerdictPart) -> VerdictPart:
    """The failed `part`, with what the base had too taken out: one that has nothing of its own stops nothing.

    Findings are compared by their fingerprints and counted: the same mistake once more is a new one. A fault of a
    route is known where any page had it, and only a warning where the base may have had it on a route it did not open.
    """
    if base.status == CheckStatus.UNAVAILABLE:
        return part.model_copy(update={"reason": f"{part.reason} {_NO_BASE}".lstrip()})
    if base.status == CheckStatus.PASSED:
        return _of_unopened(part, base)
    if base.status != CheckStatus.FAILED:
        return part
    before = [*base.diagnostics, *base.known]
    had = Counter(map(fingerprint, before))
    anywhere = set(map(_off_route, before))
    new, known = list[Diagnostic](), list[Diagnostic]()
    for found in part.diagnostics:
        mark = fingerprint(found)
        moved = _route_of(found) is not None and _off_route(found) in anywhere
        (known if had[mark] > 0 or moved else new).append(found)
        had[mark] -= 1
    changed = part.model_copy(update={"diagnostics": new, "known": known, "count": max(0, part.count - len(known))})
    if not is_new(changed) and _may_hold_more(part):
        return changed.model_copy(update={"reason": _TOO_MANY})
    if is_new(changed):
        return _of_unopened(changed, base)
    return changed.model_copy(update={"advisory": True, "reason": "Failed in the same way before this change."})


def _of_unopened(part: VerdictPart, base: VerdictPart) -> VerdictPart:
    """With what may be older than the change as warnings: faults of routes that the check of the base did not open."""
    found = [_doubted(one, base.routes) for one in part.diagnostics]
    if found == part.diagnostics:
        return part
    changed = part.model_copy(update={"diagnostics": found, "reason": f"{_MAY_BE_OLDER} {part.reason}".rstrip()})
    if is_new(changed):
        return changed
    if _may_hold_more(part):
        return changed.model_copy(update={"reason": _TOO_MANY})
    return changed.model_copy(update={"advisory": True})


def _doubted(found: Diagnostic, routes: RouteNames | None) -> Diagnostic:
    path = _route_of(found)
    if path is None or found.severity != "error" or (routes is not None and not routes.may_have_missed(path)):
        return found
    return found.model_copy(update={"severity": "warning"})


def _route_of(found: Diagnostic) -> str | None:
    """The route that a page's fault was found on; None: on its first page."""
    on = _ON_ROUTE.match(found.message) if found.code.startswith("PAGE_") else None
    return on[1] if on else None


def _off_route(found: Diagnostic) -> str:
    """Its fingerprint wherever it was found."""
    if _route_of(found) is None:
        return fingerprint(found)
    return fingerprint(found.model_copy(update={"message": _ON_ROUTE.sub("", found.message, count=1)}))


def _may_hold_more(part: VerdictPart) -> bool:
    """Whether more failed than is told; where that was not counted, as many findings as are told at most."""
    if part.count:
        return part.count > len(part.diagnostics)
    tests = any(found.code == "TEST_FAILED" for found in part.diagnostics)
    return len(part.diagnostics) >= (_MOST_TESTS if tests else MOST_FINDINGS)


def fingerprint(found: Diagnostic) -> str:
    """Equal for the same failure of two trees: no line, of a failing test its name alone, of a page's error no file,
    which is known of one tree and not of another.
    """
    said = found.message.partition("\n")[0] if found.code != "TEST_FAILED" else found.message.partition(": ")[0]
    path = None if found.code == "PAGE_ERROR" else found.path
    return f"{found.code}|{path}|{normalised(said[:_COMPARED_CHARS])}"
