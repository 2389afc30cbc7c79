"""A failed part beside what the base failed."""

import pytest

from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import (
    MOST_FINDINGS,
    RouteNames,
    VerdictPart,
    is_new,
    own_findings,
    without_base_failures,
)
from shared.domain.diagnostics import Diagnostic


def found(message: str = "No.", *, path: str | None = "src/a.ts", line: int = 1, code: str = "TS1") -> Diagnostic:
    return Diagnostic(code=code, message=message, path=path, line=line)


def failed(*diagnostics: Diagnostic) -> VerdictPart:
    return VerdictPart(status="failed", diagnostics=list(diagnostics))


def test_the_same_failure_on_another_line_is_known() -> None:
    part = without_base_failures(failed(found(line=90)), failed(found(line=3)))
    assert (part.blocks, part.diagnostics, len(part.known)) == (False, [], 1)


def test_one_more_of_the_same_is_new() -> None:
    part = without_base_failures(failed(found(line=1), found(line=2)), failed(found(line=1)))
    assert part.blocks and (len(part.diagnostics), len(part.known)) == (1, 1)


def test_another_failure_is_new() -> None:
    assert without_base_failures(failed(found("Yes.")), failed(found())).blocks
    assert without_base_failures(failed(found(path="src/b.ts")), failed(found())).blocks


def test_a_test_that_failed_before_is_known_whatever_it_says_now() -> None:
    before, now = (found(f"sum adds: expected {n} to be 4", code="TEST_FAILED") for n in ("three", "five"))
    assert not without_base_failures(failed(now), failed(before)).blocks
    other = found("sum divides: expected three to be 4", code="TEST_FAILED")
    assert without_base_failures(failed(other), failed(before)).blocks


def test_a_base_that_failed_otherwise_excuses_nothing() -> None:
    assert without_base_failures(failed(found()), failed()).blocks


def test_as_many_failures_as_can_be_told_excuse_nothing_since_a_new_one_could_hide_among_them() -> None:
    many = [found(path=f"src/{number:02}.ts") for number in range(MOST_FINDINGS)]
    part = without_base_failures(failed(*many), failed(*many))
    assert part.blocks and "settings.gates" in part.reason and len(part.known) == MOST_FINDINGS
    assert not without_base_failures(failed(*many[1:]), failed(*many[1:])).blocks


def test_a_message_that_was_cut_is_compared_by_its_beginning() -> None:
    assert not without_base_failures(failed(found("No. " * 70)), failed(found("No. " * 250))).blocks


def test_where_they_were_counted_thirty_failures_may_all_be_known_and_one_more_may_not() -> None:
    many = [found(f"test {number}: No.", code="TEST_FAILED") for number in range(30)]
    before = failed(*many)
    counted = before.model_copy(update={"count": 30})
    assert without_base_failures(before, before).blocks and not without_base_failures(counted, before).blocks
    more = without_base_failures(before.model_copy(update={"count": 31}), before)
    assert more.blocks and (more.count, own_findings(more)) == (1, 1)


def page(*messages: str, opened: list[str] | None = None, skipped: list[str] | None = None) -> VerdictPart:
    """What a page check found; without `opened`, as a release before routes were opened kept it."""
    faults = [found(message, code="PAGE_ERROR", path=None) for message in messages]
    routes = None if opened is None else RouteNames(opened=opened, skipped=skipped or [])
    return VerdictPart(status=CheckStatus.FAILED if faults else CheckStatus.PASSED, diagnostics=faults, routes=routes)


CRASH = "On /about: TypeError: x is undefined"


@pytest.mark.parametrize(
    "base",
    [
        page(),
        page("Error: other"),
        page(opened=["/"], skipped=["/about"]),
        page("Error: other", opened=["/"], skipped=["/about"]),
        page(opened=[], skipped=["/:page"]),
        page(opened=[], skipped=["/docs/*", "/*"]),
        page(opened=[], skipped=[f"/p{number}" for number in range(24)]),
    ],
)
def test_a_fault_of_a_route_that_the_base_did_not_open_may_be_older_and_stops_nothing(base: VerdictPart) -> None:
    part = without_base_failures(page(CRASH, opened=["/about"]), base)
    assert (part.blocks, is_new(part), part.known) == (False, False, [])
    assert [one.message for one in part.diagnostics] == [CRASH] and "may be older than this change" in part.reason


@pytest.mark.parametrize(
    "base",
    [
        page(opened=["/about"]),
        page("Error: other", opened=["/about"]),
        page(opened=["/shop"], skipped=["/people/:id"]),
        VerdictPart(status=CheckStatus.SKIPPED),
    ],
)
def test_a_fault_of_a_route_that_the_base_opened_or_did_not_have_is_new(base: VerdictPart) -> None:
    part = without_base_failures(page(CRASH, opened=["/about"]), base)
    assert part.blocks and is_new(part) and "older" not in part.reason


def test_an_old_fault_of_a_route_excuses_no_new_one_of_the_first_page() -> None:
    part = without_base_failures(page("Error: new", CRASH, opened=["/about"]), page())
    assert part.blocks and [one.severity for one in part.diagnostics] == ["error", "warning"]
    others = page("Error: old", opened=[], skipped=["/about"])
    part = without_base_failures(page("Error: old", CRASH, opened=["/about"]), others)
    assert (part.blocks, len(part.known), len(part.diagnostics)) == (False, 1, 1)


@pytest.mark.parametrize("before", ["Error: always", "On /c: Error: always"])
def test_a_fault_that_moves_from_every_page_or_another_route_to_one_is_not_new(before: str) -> None:
    base = page(before, opened=["/b", "/c"])
    part = without_base_failures(page("On /b: Error: always", opened=["/b", "/c"]), base)
    assert (part.blocks, part.diagnostics, len(part.known)) == (False, [], 1)
    other = without_base_failures(page("On /b: Error: another", opened=["/b", "/c"]), base)
    assert other.blocks


def test_faults_of_routes_that_may_hide_a_new_one_stop_the_change() -> None:
    many = [f"On /about: Error: {'x' * number}y" for number in range(MOST_FINDINGS)]
    assert without_base_failures(page(*many, opened=["/about"]), page()).blocks
    assert not without_base_failures(page(*many[1:], opened=["/about"]), page()).blocks


def test_a_row_of_an_older_release_has_no_routes() -> None:
    assert VerdictPart.model_validate({"status": "passed"}).routes is None
    assert VerdictPart(status=CheckStatus.PASSED).routes is None
