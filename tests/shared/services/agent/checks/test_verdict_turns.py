"""What changes round a verdict while a run is at work: its app's settings, and what its person wants."""

from typing import Any

import pytest

from devkit.fakes.model import call
from devkit.loop import USER
from shared.domain.apps.app import AppGates, AppSettings
from shared.domain.runs.execution_end import ExecutionEnd
from shared.services.runs.end.end_run import record_ending
from tests.shared.services.agent.checks.test_verdicts import PASSED, THROWS, WRONG_TYPES, VerdictDriver, settings
from tests.shared.services.agent.checks.test_worker_tasks import finish, output_of, write


def stuck_replies() -> list[Any]:
    return [reply for number in range(4) for reply in (write(f"export const a = {number}\n"), finish())]


def raise_gates(loop: VerdictDriver, app_id: str, **gates: str) -> None:
    app = loop.world.apps.get(USER.tenant_id, app_id)
    changed = AppSettings(gates=AppGates.model_validate(gates))
    loop.world.apps.update(app.model_copy(update={"settings": changed}))


def test_a_run_that_is_cancelled_in_the_iteration_it_is_stuck_in_ends_as_cancelled() -> None:
    """It ended as STUCK, or as cancelled with the words of the other end."""
    loop = VerdictDriver(stuck_replies(), verdicts=[{"page": THROWS}] * 4)

    def cancel(number: int, run: Any) -> None:
        if len(loop.done) == 4:  # 3 candidates and the base
            loop.world.runs.request_cancel(run.tenant_id, run.id)

    loop.before_iteration = cancel
    run = loop.play()
    assert (run.status, run.outcome.failure_code) == ("aborted", "CANCELLED")
    assert run.outcome.summary == "The run was cancelled."


def test_a_cancel_between_the_last_iteration_and_the_end_is_told_in_its_own_words() -> None:
    loop, run = VerdictDriver.started(stuck_replies(), verdicts=[{"page": THROWS}] * 4)
    real = loop.world.runs.save_iteration

    def save(ended: Any, iteration: Any) -> None:
        real(ended, iteration)
        if iteration.next == "failed":
            loop.world.runs.request_cancel(run.tenant_id, run.id)

    loop.world.runs.save_iteration = save  # type: ignore[method-assign]
    ended = loop.follow(run)
    assert (ended.status, ended.outcome.failure_code) == ("aborted", "CANCELLED")
    assert ended.outcome.summary == "The run was cancelled."
    assert record_ending(run.tenant_id, run.id, ExecutionEnd.EXPECTED, ports=loop.ports) == ended


@pytest.mark.parametrize("before", ["off", "advisory"])
def test_a_gate_that_is_raised_in_mid_run_judges_a_tree_that_is_green_already(before: str) -> None:
    built = [write("export {}\n"), call("build_project_worker"), call("list_files")]
    replies = [*built, finish(), write("export const a = 1\n"), finish()]
    found = {"types": WRONG_TYPES}
    loop = VerdictDriver(replies, verdicts=[found, found, {}])
    app_id = settings(loop, types=before)

    def change(number: int, run: Any) -> None:
        if len(loop.model.requests) == 3:
            raise_gates(loop, app_id)

    loop.before_iteration = change
    run = loop.follow(loop.start(app_id=app_id))
    assert "types: FAILED." in output_of(loop, 4)
    assert run.status == "completed" and run.verdict is not None and run.verdict.types.status == "passed"
    assert [build.work.base for build in loop.done] == [False, False, True, False]


def test_gates_that_stay_or_are_lowered_ask_for_no_other_build() -> None:
    replies = [write("export {}\n"), call("build_project_worker"), call("list_files"), finish()]
    loop = VerdictDriver(replies, verdicts=[{"types": PASSED}])
    app_id = settings(loop)

    def change(number: int, run: Any) -> None:
        if len(loop.model.requests) == 3:
            raise_gates(loop, app_id, types="off", page="advisory")

    loop.before_iteration = change
    run = loop.follow(loop.start(app_id=app_id))
    assert run.status == "completed" and len(loop.done) == 1
