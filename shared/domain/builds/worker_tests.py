"""What a run of tests counted, as a worker reports it: untrusted, but bounded."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from shared.domain.diagnostics import Diagnostic

_Count = Annotated[int, Field(ge=0, le=1_000_000)]
_Short = Annotated[str, StringConstraints(max_length=300)]


class Reported(BaseModel):
    """What a worker sends back."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, hide_input_in_errors=True)


class TestFailure(Reported):
    """One failed test, or a test file that could not be run (then without a name)."""

    __test__ = False

    name: _Short = ""
    file: _Short = ""
    message: Annotated[str, StringConstraints(max_length=4000)] = ""
    line: Annotated[int, Field(ge=1)] | None = None


class TestCounts(Reported):
    """Of single tests: a file that could not be run is in none of them."""

    __test__ = False

    passed: _Count = 0
    failed: _Count = 0
    skipped: _Count = 0
    total: _Count = 0

    def words(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}, of {self.total}"


class TestSummary(TestCounts):
    """`failures` holds the first thirty, the first five at more length, of `failing`: tests, and files that could not
    be run. A worker of the release before does not say how many that are.
    """

    failing: _Count | None = None
    failures: Annotated[list[TestFailure], Field(max_length=30)] = []

    def counts(self) -> TestCounts:
        return TestCounts(passed=self.passed, failed=self.failed, skipped=self.skipped, total=self.total)

    def diagnostics(self) -> list[Diagnostic]:
        return [
            Diagnostic(code="TEST_FAILED", message=_line(one), path=one.file or None, line=one.line)
            for one in self.failures
        ]


def _line(failure: TestFailure) -> str:
    return f"{failure.name}: {failure.message}" if failure.name else failure.message
