"""How a job and its checks end: the words of the wire."""

from enum import StrEnum


class JobStatus(StrEnum):
    """Of the job itself; a check that failed leaves it alone."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"


class PartStatus(StrEnum):
    """Of one check. `unavailable`: nothing is known, for no fault of the project."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    UNAVAILABLE = "unavailable"
