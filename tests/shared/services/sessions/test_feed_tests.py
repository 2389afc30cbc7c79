"""`test_completed` in the project's feed: which tests, how they ended, once, by tool or by command."""

from typing import Any

import pytest

from devkit.fakes.model import Call, Reply, calls
from devkit.loop import USER
from tests.shared.services.agent.checks.test_worker_tasks import (
    EXIT_1,
    FAILED,
    FAILURE,
    PASSED,
    PipelineDriver,
    command,
    ended,
    finish,
    targeted,
    write,
)
from tests.shared.services.sessions.test_project_feed import feed_of

TWO = FAILED | {"failures": [FAILURE, {"name": "", "file": "tests/odd.test.ts", "message": "It cannot be read."}]}
SILENT = {"status": "failed", "exit_code": None, "reason": "worker_error", "message": "It broke."}


def played(*replies: Reply, **answers: Any) -> tuple[PipelineDriver, list[dict[str, Any]]]:
    """What a viewer completed about tests who looked after each iteration."""
    loop = PipelineDriver([*replies, finish()], answers=answers)
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    feed = feed_of(loop, app.id)
    completed: list[dict[str, Any]] = []

    def look(*_: Any) -> None:
        completed.extend(event.data for event in feed.step() if event.name == "test_completed")

    loop.before_iteration = look
    loop.play(app_id=app.id)
    look()
    return loop, completed


@pytest.mark.parametrize(
    ("result", "status"), [({"tests": PASSED}, "passed"), ({"tests": FAILED, **EXIT_1}, "failed"), (SILENT, "error")]
)
def test_each_test_run_is_told_once_with_its_name_and_end(result: dict[str, Any], status: str) -> None:
    _, completed = played(write("export {};\n"), targeted("src"), tests=lambda b: ended(b, **result))
    assert [(one["test_name"], one["status"], one["diff_id"]) for one in completed] == [
        ("src", status, None),
        *([("sum adds", "failed", None)] if status == "failed" else []),
    ]


def test_tests_by_command_count_and_other_commands_do_not() -> None:
    _, completed = played(
        command("npm test"), command("npm run lint"), targeted(),
        command=lambda b: ended(b, log=b"ok\n"), tests=lambda b: ended(b, tests=PASSED),
    )  # fmt: skip
    assert [(one["test_name"], one["status"]) for one in completed] == [("npm test", "passed"), ("all tests", "passed")]
    assert all(one["output"] and one["run_id"] for one in completed)


def test_each_failing_test_is_told_by_its_name() -> None:
    _, completed = played(write("export {};\n"), targeted("src"), tests=lambda b: ended(b, tests=TWO, **EXIT_1))
    assert [(one["suite"], one["test_name"], one["status"], one["file"], one["line"]) for one in completed] == [
        (None, "src", "failed", None, None),
        ("src", "sum adds", "failed", "tests/sum.test.ts", 7),
        ("src", "tests/odd.test.ts", "failed", "tests/odd.test.ts", None),
    ]
    assert [one["output"] for one in completed[1:]] == ["expected 3 to be 4", "It cannot be read."]


def test_the_last_tests_are_told_again_with_the_diff_that_the_run_left() -> None:
    loop = PipelineDriver(
        [write("export {};\n"), targeted("src"), targeted(), finish()],
        answers={"tests": lambda b: ended(b, tests=PASSED)},
    )
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    feed = feed_of(loop, app.id)
    completed: list[dict[str, Any]] = []
    loop.before_iteration = lambda *_: completed.extend(one.data for one in feed.step() if one.name == "test_completed")
    run = loop.play(app_id=app.id, review="before")
    completed.extend(one.data for one in feed.step() if one.name == "test_completed")
    named = [(one["test_name"], one["diff_id"]) for one in completed]
    assert named == [("src", None), ("all tests", None), ("all tests", run.outcome.diff_id)]
    assert run.outcome.diff_id is not None


def test_a_viewer_who_looks_after_the_end_is_told_of_the_diff() -> None:
    loop = PipelineDriver(
        [write("export {};\n"), targeted("src"), finish()],
        answers={"tests": lambda b: ended(b, tests=FAILED, **EXIT_1)},
    )
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    feed = feed_of(loop, app.id)
    run = loop.play(app_id=app.id, review="before")
    completed = [event.data for event in feed.step() if event.name == "test_completed"]
    assert len(completed) == 2 and {one["diff_id"] for one in completed} == {run.outcome.diff_id} != {None}


def test_tests_that_never_ran_did_not_complete() -> None:
    second = Call(name="run_targeted_tests", arguments={"paths": ["src"], "name": None})
    garbled = Call(name="run_targeted_tests", arguments={"paths": 7})
    _, completed = played(calls(garbled), calls(second, second), tests=lambda b: ended(b, tests=PASSED))
    assert [one["status"] for one in completed] == ["passed", "passed"], "both that were asked for in one answer ran"
