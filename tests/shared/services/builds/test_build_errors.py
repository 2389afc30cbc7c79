"""A failed build always has a finding, however its worker ended."""

from typing import get_args

import pytest

from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.job_result import JobResult
from shared.domain.builds.worker_contract import Reason
from shared.domain.diagnostics import Diagnostic
from shared.services.builds.build_errors import from_result

WARNING = Diagnostic(severity="warning", code="X", message="A word.")


@pytest.mark.parametrize("reason", [None, *get_args(Reason)])
@pytest.mark.parametrize("log", ["", "undefined\n", "line\n" * 3_000])
@pytest.mark.parametrize("found", [[], [WARNING]])
def test_a_failed_build_says_what_happened_and_what_to_do(
    reason: Reason | None, log: str, found: list[Diagnostic]
) -> None:
    result = JobResult(version=1, build_id="b", status=BuildStatus.FAILED, reason=reason, log_tail=log)
    error = from_result(result, found)
    first, *others = error.diagnostics
    assert (first.severity, first.code, others) == ("error", error.code, found)
    assert first.message.startswith("The project's build script failed.")
    assert len(first.message) < 2_000
    assert first.hint


def test_what_a_tool_said_is_enough() -> None:
    said = Diagnostic(code="UNRESOLVED_IMPORT", message="Could not resolve.")
    result = JobResult(version=1, build_id="b", status=BuildStatus.FAILED)
    assert from_result(result, [said]).diagnostics == [said]
