"""A failed part beside what the base failed."""

from shared.domain.builds.verdict import MOST_FINDINGS, VerdictPart, own_findings, without_base_failures
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
