"""A diff says what the tests of its run said, and which tree they were run on."""

import json
from typing import Any

from devkit.api.api import Api
from devkit.fakes.model import Reply
from shared.domain.runs.run import Run
from tests.shared.services.agent.checks.test_worker_tasks import (
    EXIT_1,
    FAILED,
    PASSED,
    PipelineDriver,
    command,
    ended,
    finish,
    targeted,
    write,
)


def shown(loop: PipelineDriver, run: Run) -> tuple[dict[str, Any], dict[str, Any]]:
    """The diff as clients read it, and its tests."""
    assert run.outcome.diff_id is not None
    body = Api(loop.world).client.get(f"/diffs/{run.outcome.diff_id}").json()
    return body, json.loads(body["test_results"]) if body["test_results"] else {}


def played(*replies: Reply, **answers: Any) -> tuple[PipelineDriver, Run]:
    loop = PipelineDriver(list(replies), answers=answers)
    return loop, loop.play(review="before")


def test_what_was_counted_is_kept_with_its_time_and_tree() -> None:
    loop, run = played(write("export {};\n"), targeted(), finish(), tests=lambda b: ended(b, tests=PASSED))
    diff, tests = shown(loop, run)
    assert (tests["status"], tests["passed"], tests["total"], tests["command"]) == ("passed", 3, 3, [])
    assert tests["tree"] == diff["tree"]
    assert diff["tests_run_at"] <= diff["created_at"]


def test_only_the_last_tests_count_and_their_failures_are_named() -> None:
    said = iter([{"tests": PASSED}, {"tests": FAILED, **EXIT_1}])
    loop, run = played(
        targeted(), write("export {};\n"), targeted("src"), finish(), tests=lambda b: ended(b, **next(said))
    )
    _, tests = shown(loop, run)
    assert (tests["status"], tests["failed"]) == ("failed", 1)
    assert [one["file"] for one in tests["failures"]] == ["tests/sum.test.ts"]


def test_tests_by_command_count_too_and_later_edits_show_as_another_tree() -> None:
    loop, run = played(
        command("npm test"), command("npm run lint"), command("npx eslint src/a.test.ts"), write("export {};\n"),
        finish(), command=lambda b: ended(b, log=b"ok\n"),
    )  # fmt: skip
    diff, tests = shown(loop, run)
    assert (tests["status"], tests["command"]) == ("passed", ["npm", "test"])
    assert tests["tree"] != diff["tree"]


def test_a_worker_that_broke_is_no_failed_test_and_no_tests_are_none() -> None:
    silent = {"status": "failed", "exit_code": None, "reason": "worker_error", "message": "It broke."}
    loop, run = played(write("export {};\n"), targeted(), finish(), tests=lambda b: ended(b, **silent))
    assert shown(loop, run)[1]["status"] == "error"
    loop, run = played(write("export {};\n"), finish())
    diff, _ = shown(loop, run)
    assert (diff["test_results"], diff["tests_run_at"]) == (None, None)
