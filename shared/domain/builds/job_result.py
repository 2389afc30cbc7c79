"""What a worker gives back: untrusted, since it comes from a machine that ran project code, but bounded."""

from typing import Annotated

from pydantic import Field, StringConstraints

from shared.domain.builds.acceptance import AllDone
from shared.domain.builds.build_status import BuildEnd
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.worker_contract import Check, Reason
from shared.domain.builds.worker_page import OriginalPage, PageReport
from shared.domain.builds.worker_tests import Reported, TestSummary


class CheckResult(Reported):
    """One check. `log` is what its program printed."""

    status: CheckStatus
    reason: Annotated[str, StringConstraints(max_length=40)] | None = None
    message: Annotated[str, StringConstraints(max_length=4000)] = ""
    log: Annotated[str, StringConstraints(max_length=20_000)] = ""


class JobResult(Reported):
    """`result.json`."""

    version: Annotated[int, Field(ge=1, le=1)]
    build_id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    status: BuildEnd
    exit_code: int | None = Field(default=None, ge=-(2**31), le=2**32)
    reason: Reason | None = None
    message: Annotated[str, StringConstraints(max_length=4000)] = ""
    log_tail: Annotated[str, StringConstraints(max_length=16 * 1024)] = ""
    duration_ms: int = Field(default=0, ge=0)
    timings: Annotated[dict[str, int], Field(max_length=32)] = {}
    tests: TestSummary | None = None
    page: PageReport | None = None
    acceptance: AllDone | None = None
    checks: dict[Check, CheckResult] | None = None
    original: OriginalPage | None = None
