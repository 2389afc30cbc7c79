"""A failed part beside what the base failed."""

from shared.domain.diagnostics import Diagnostic
from shared.domain.verdict import VerdictPart, beside_base


def found(message: str = "No.", *, path: str | None = "src/a.ts", line: int = 1, code: str = "TS1") -> Diagnostic:
    return Diagnostic(code=code, message=message, path=path, line=line)


def failed(*diagnostics: Diagnostic) -> VerdictPart:
    return VerdictPart(status="failed", diagnostics=list(diagnostics))


def test_the_same_failure_on_another_line_is_known() -> None:
    part = beside_base(failed(found(line=90)), failed(found(line=3)))
    assert (part.blocks, part.diagnostics, len(part.known)) == (False, [], 1)


def test_one_more_of_the_same_is_new() -> None:
    part = beside_base(failed(found(line=1), found(line=2)), failed(found(line=1)))
    assert part.blocks and (len(part.diagnostics), len(part.known)) == (1, 1)


def test_another_failure_is_new() -> None:
    assert beside_base(failed(found("Yes.")), failed(found())).blocks
    assert beside_base(failed(found(path="src/b.ts")), failed(found())).blocks


def test_a_test_that_failed_before_is_known_whatever_it_says_now() -> None:
    before, now = (found(f"sum adds: expected {n} to be 4", code="TEST_FAILED") for n in ("three", "five"))
    assert not beside_base(failed(now), failed(before)).blocks
    other = found("sum divides: expected three to be 4", code="TEST_FAILED")
    assert beside_base(failed(other), failed(before)).blocks


def test_a_base_that_failed_otherwise_excuses_nothing() -> None:
    assert beside_base(failed(found()), failed()).blocks
