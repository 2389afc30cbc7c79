"""How a run of the project's tests ended, as its diff and its feed say it."""

from shared.domain.status import Status


class SuiteOutcome(Status):
    """`error`: nothing is known about the tests, since the worker or its program failed."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"
