"""However a build ends, its failure says what happened and what to do next."""

from typing import get_args

import pytest

from devkit.fakes.world import World
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.job_result import JobResult
from shared.domain.builds.worker_contract import Reason
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import BuildError
from shared.services.builds import build_errors, start_build
from shared.services.builds.build_errors import from_crash, from_result, refused, with_finding
from shared.services.builds.finish_build import finish_build
from shared.services.spending.build_budget import BUDGET_EXCEEDED, QUEUE_FULL

WITHOUT_A_RESULT = [
    from_crash({"Error": "States.Timeout"}),
    from_crash({"Error": "States.TaskFailed"}),
    refused("The result is larger than a build may be."),
    build_errors.APP_GONE,
    start_build.NOT_STARTED,
    start_build.SUPERSEDED,
    BuildError(code=QUEUE_FULL, message="Too many builds wait already."),
    BuildError(code=BUDGET_EXCEEDED, message="The day's budget is spent."),
    BuildError(code="SOMETHING_NEW", message="A sentence."),
]
OF_THE_PROJECT = [reason for reason in get_args(Reason) if reason not in ("cancelled", "worker_error")]


@pytest.mark.parametrize("error", WITHOUT_A_RESULT, ids=lambda error: error.code)
def test_a_build_that_ends_without_a_result_has_a_finding(error: BuildError) -> None:
    world = World()
    world.make_app(status="running")
    (build,) = world.every_build()
    ended = finish_build(build=build, status=BuildStatus.FAILED, error=error, ports=world.ports())
    assert ended.error is not None
    (found,) = ended.error.diagnostics
    assert (found.code, found.severity) == (error.code, "error")
    assert found.message == error.message and found.hint
    revision = world.ports().revisions.get(build.tenant_id, build.app_id, build.revision_id or "")
    assert revision.build_error == ended.error


@pytest.mark.parametrize("reason", OF_THE_PROJECT)
def test_each_limit_and_fault_has_a_next_step_of_its_own(reason: Reason) -> None:
    def hint(of: Reason) -> str | None:
        result = JobResult(version=1, build_id="b", status=BuildStatus.FAILED, reason=of, message="A sentence.")
        return from_result(result, []).diagnostics[0].hint

    hints = [hint(other) for other in OF_THE_PROJECT]
    assert hints.count(hint(reason)) == 1 and len(hint(reason) or "") < 250


@pytest.mark.parametrize("code", ["WORKER_LOST", "WORKER_TIMEOUT", "WORKER_ERROR", "ENQUEUE_FAILED"])
def test_what_failed_on_our_side_asks_for_no_change_of_the_project(code: str) -> None:
    (found,) = with_finding(BuildError(code=code, message="A sentence.")).diagnostics
    assert found.hint is not None and found.hint.startswith("The project is not at fault.")


def test_a_finding_that_is_there_is_enough() -> None:
    error = BuildError(code="X", message="A sentence.", diagnostics=[Diagnostic(code="Y", message="Another.")])
    assert with_finding(error) == error and with_finding(with_finding(error)) == error
