"""A resumed run keeps what was asked of the old one: who judges it, what it may spend, how far it may go alone."""

from typing import Any

from devkit.fakes.model import Call, calls
from devkit.loop import USER, LoopDriver
from shared.domain.runs.run import Run
from shared.services.runs.start.run_request import Budget, RunRequest
from shared.services.runs.start.run_start import RunBasis, RunStart
from shared.services.runs.start.start_run import start_run
from tests.shared.services.runs.test_work_goes_on import BROKEN, FINISH, MEND, WRITE, a_stuck_run, words_of


def failed(loop: LoopDriver, evaluator: Any = None, **asked: Any) -> Run:
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    request = RunRequest(message="Change the title", **asked)
    start = RunStart("req-1", "fake", loop.ports, loop.world.workflows)
    run = start_run(USER, app.id, request, start, RunBasis(evaluator=evaluator))
    return loop.follow(run)


def test_a_sessions_run_is_judged_by_the_model_again() -> None:
    loop = LoopDriver([])
    loop.before_iteration = lambda number, run: loop.world.runs.request_cancel(run.tenant_id, run.id)
    old = failed(loop, evaluator="model", review="before", autonomy="semi_auto")
    assert (old.status, old.request.evaluator) == ("aborted", "model")
    new = loop.resume(old)
    assert (new.request.evaluator, new.request.review, new.request.autonomy) == ("model", "before", "semi_auto")


def test_the_caps_of_the_message_hold_for_what_goes_on() -> None:
    loop = LoopDriver([])
    loop.before_iteration = lambda number, run: loop.world.runs.request_cancel(run.tenant_id, run.id)
    old = failed(loop, budget=Budget(model_calls=3, tokens=5_000, dollars=0.02, seconds=60))
    new = loop.resume(old)
    assert new.bounds == old.bounds
    assert (new.bounds.model_calls, new.bounds.dollars) == (3, 0.02)


def test_what_was_verified_and_why_it_stopped_is_told() -> None:
    """Trials 1: the run that went on was told neither."""
    build = Call(name="build_project_worker", arguments={})
    loop = LoopDriver([calls(WRITE), calls(build), calls(BROKEN, FINISH), *[calls(FINISH)] * 3])
    old = a_stuck_run(loop)
    loop.model.push(calls(MEND, FINISH))
    new = loop.follow(loop.resume(old))
    words = words_of(loop)
    assert new.status == "completed" and new.request.continues is not None and new.request.continues.run_id == old.id
    assert "Verified: The build of the files as they were before the last edits succeeded." in words
    assert "Why it stopped: " in words and "same failure" in words
