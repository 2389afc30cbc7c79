"""How one check of a tree ended: its build, its types, its tests, its page or its acceptance checks."""

from typing import assert_never

from shared.domain.status import Status


class SuiteOutcome(Status):
    """`error`: nothing is known about the tests, since the worker or its program failed."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"


class CheckStatus(Status):
    """`failed` is the project's own fault; `unavailable`: nothing is known, for no fault of the project."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    UNAVAILABLE = "unavailable"

    @property
    def ran(self) -> bool:
        """Whether it said something about the project."""
        match self:
            case CheckStatus.PASSED | CheckStatus.FAILED:
                return True
            case CheckStatus.SKIPPED | CheckStatus.UNAVAILABLE:
                return False
            case _:
                assert_never(self)
