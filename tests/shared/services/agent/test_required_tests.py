"""Runs and steps that are to run tests run them, and runs that are to write documents write nothing else."""

import json
from typing import Any

import pytest

from devkit.fakes.model import Call, Reply, call, calls, say
from devkit.fakes.tool_calls import finish, write
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver, build_by_marker, outputs
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.worker_tests import TestFailure, TestSummary
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.runs.run import Run
from shared.domain.switches import Switches
from shared.services.agent.roles import is_document
from shared.services.builds.build_errors import TESTS_FAILED
from shared.services.runs.advance_run import Advance, advance_run

TEST = {"actor": "test_worker", "tool": "run_terminal", "title": "It is tested", "input": {}}
CODE = {"actor": "code_worker", "tool": "write_file", "title": "The note is there", "input": {}}
DOCS = {"actor": "doc_worker", "tool": "write_file", "title": "README says so", "input": {}}
CLAIM = "All 12 tests pass."
TEST_FILE = "tests/sum.test.ts"


def targeted() -> Call:
    return Call(name="run_targeted_tests", arguments={"paths": None, "name": None})


def passing(world: World, build: Build) -> Build:
    counted = TestSummary(passed=3, failed=0, total=3) if build.work.task == "tests" else None
    return build_by_marker(world, build).model_copy(update={"tests": counted})


def failing(world: World, build: Build) -> Build:
    if build.work.task != "tests":
        return build_by_marker(world, build)
    failure = TestFailure(name="sum adds", file=TEST_FILE, message="expected 3 to be 4")
    error = BuildError(code=TESTS_FAILED, message="Tests failed.")
    counted = TestSummary(passed=2, failed=1, total=3, failures=[failure])
    return build_by_marker(world, build).model_copy(
        update={"tests": counted, "status": BuildStatus.FAILED, "error": error}
    )


def lost(world: World, build: Build) -> Build:
    if build.work.task != "tests":
        return build_by_marker(world, build)
    error = BuildError(code="WORKER_LOST", message="The worker did not answer.")
    return build_by_marker(world, build).model_copy(update={"status": BuildStatus.FAILED, "error": error})


def driver(*replies: Reply, tested: bool = True, **options: Any) -> tuple[LoopDriver, str]:
    loop = LoopDriver(list(replies), build=options.pop("build", passing), **options)
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    draft = loop.world.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "")
    files = dict(loop.world.snapshots.get(app.tenant_id, app.id, draft.tree))
    files = {path: data for path, data in files.items() if not path.startswith("tests/")}
    if tested:
        files[TEST_FILE] = b"export {}\n"
    loop.world.add_revision(app, files)
    return loop, app.id


def only_tests(*replies: Reply, **options: Any) -> tuple[LoopDriver, Run]:
    loop, app_id = driver(*replies, **options)
    return loop, loop.play("Run the tests", app_id=app_id, run_type="run_tests_only")


def planned(steps: list[dict[str, Any]], *replies: Reply, **options: Any) -> tuple[LoopDriver, Run]:
    loop, app_id = driver(say(json.dumps({"steps": steps})), *replies, **options)
    run = loop.follow(loop.start("Make notes", app_id=app_id, steps=True))
    asked = Advance.model_validate({"approval": "approve"})
    advance_run(principal=USER, run_id=run.id, request=asked, ports=loop.ports, workflows=loop.world.workflows)
    return loop, loop.follow(run)


def test_claim_without_a_test_run_is_refused_and_the_tests_are_run() -> None:
    loop, run = only_tests(calls(finish(CLAIM)), calls(finish("Three tests pass.")))
    assert outputs(loop)[-1].startswith("Not finished yet: no test was run in this step, so all of them were run now.")
    assert "3 passed" in outputs(loop)[-1]
    assert (run.status, run.outcome.summary) == ("completed", "Tests: 3 passed, 0 failed, of 3. Three tests pass.")
    assert run.verdict is not None and run.verdict.tests.status == "passed"
    assert run.verdict.tests.counts is not None and run.verdict.tests.counts.passed == 3
    assert run.verdict.build.status == "skipped", "nothing is claimed of what was not checked"
    assert len(loop.model.requests) == 2


def test_words_alone_are_held_to_the_same() -> None:
    loop, run = only_tests(say(CLAIM), calls(finish("Three pass.")))
    assert "no test was run in this step" in str(loop.model.requests[-1].items[-1])
    assert run.verdict is not None and run.verdict.tests.status == "passed"


def test_tests_that_were_run_need_no_second_run() -> None:
    loop, run = only_tests(calls(targeted(), finish("Three pass.")))
    assert (run.status, len(loop.model.requests)) == ("completed", 1)
    assert run.verdict is not None and run.verdict.tests.status == "passed"
    assert [build.work.task for build in loop.world.every_build() if build.run_id == run.id] == ["tests"]


def test_failing_tests_are_reported_whatever_the_summary_says() -> None:
    _loop, run = only_tests(calls(targeted()), calls(finish(CLAIM)), build=failing)
    assert (run.status, run.outcome.revision_id) == ("completed", None)
    assert run.outcome.summary == f"Tests: 2 passed, 1 failed, of 3. {CLAIM}"
    assert run.verdict is not None and run.verdict.tests.status == "failed"
    assert "sum adds" in run.verdict.tests.diagnostics[0].message


def test_project_without_tests_says_so_in_its_own_words() -> None:
    loop, run = only_tests(calls(finish(CLAIM)), tested=False)
    assert (run.status, run.outcome.summary) == ("completed", "The project has no tests, so none were run.")
    assert run.verdict is not None
    assert (run.verdict.tests.status, run.verdict.tests.reason) == ("skipped", run.outcome.summary)
    assert len(loop.model.requests) == 1


def test_tests_that_cannot_be_run_fail_the_run() -> None:
    _, run = only_tests(calls(finish(CLAIM)), calls(finish(CLAIM)), build=lost)
    assert (run.status, run.outcome.failure_code) == ("failed", "TESTS_NOT_RUN")
    assert CLAIM not in (run.outcome.summary or "")
    assert run.verdict is not None and run.verdict.tests.status == "skipped"


@pytest.mark.parametrize("switches", [Switches(targeted_tests=False), Switches(agentic_loop=False)])
def test_without_the_means_no_test_is_claimed(switches: Switches) -> None:
    _, run = only_tests(calls(finish(CLAIM)), say(CLAIM), ports_over={"switches": switches})
    assert CLAIM not in (run.outcome.summary or "")
    assert run.verdict is not None and run.verdict.tests.status == "skipped"


def test_run_of_tests_changes_nothing() -> None:
    loop, run = only_tests(calls(write()), calls(targeted(), finish("Three pass.")))
    assert "This run only runs the tests and changes nothing." in outputs(loop, 1)[0]
    assert run.candidate_tree == run.base_tree


def test_step_of_the_test_worker_runs_its_own_tests() -> None:
    """A test run of an earlier step does not count for a later one."""
    steps = [CODE, TEST, CODE]
    loop, run = planned(
        steps,
        calls(write(), targeted(), finish("Written.")),
        calls(finish(CLAIM)),
        calls(finish("Three tests pass.")),
        calls(finish("Nothing to add.")),
    )
    assert "no test was run in this step" in outputs(loop, 3)[-1]
    assert (run.status, [step.status for step in run.plan_steps]) == ("completed", ["completed"] * 3)
    assert run.plan_steps[1].summary == "Three tests pass."


def test_step_without_any_test_is_refused_once_and_then_skipped() -> None:
    loop, run = planned(
        [TEST, CODE], calls(finish(CLAIM)), calls(finish(CLAIM)), calls(write(), finish("Written.")), tested=False
    )
    assert "the project has no tests. Write one" in outputs(loop, 2)[-1]
    assert [step.status for step in run.plan_steps] == ["skipped", "completed"]
    assert run.plan_steps[0].summary == "The project has no tests, so none were run."
    assert (run.status, run.outcome.summary) == ("completed", "Written.")


def test_document_run_changes_documents_only() -> None:
    loop, app_id = driver(
        calls(write("export const x = 1\n", "src/note.ts"), write("# Notes\n", "README.md")),
        calls(write("<p>Hi</p>\n", "public/help.md")),
        calls(finish("README is up to date.")),
    )
    run = loop.play("Document it", app_id=app_id, run_type="write_docs")
    assert "src/note.ts is no document" in outputs(loop, 1)[0]
    assert "public/help.md is no document" in outputs(loop, 2)[-1]
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert files["README.md"] == b"# Notes\n" and "src/note.ts" not in files and "public/help.md" not in files
    assert run.status == "completed"


def test_doc_worker_of_a_plan_changes_documents_only() -> None:
    loop, run = planned([CODE, DOCS], calls(write(), finish("Written.")), calls(
        write("export {} // worse\n"), write("# Notes\n", "docs/notes.md"), finish("Documented."),
    ), calls(finish("Documented.")))  # fmt: skip
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert (run.status, files["src/note.ts"]) == ("completed", b"export {}\n")


def test_document_run_that_waits_for_people_asks_for_no_other_write() -> None:
    loop, app_id = driver(calls(write("export const x = 1\n", "src/note.ts")), calls(finish("Nothing to say.")))
    run = loop.play("Document it", app_id=app_id, run_type="write_docs", autonomy="suggest")
    assert run.status == "completed" and "is no document" in outputs(loop, 1)[0]


def test_document_run_without_the_loop_keeps_to_documents() -> None:
    operations = [{"op": "write", "path": "src/note.ts", "content": "export {}\n"}]
    answer = say(json.dumps({"summary": "Documented.", "operations": operations}))
    loop, app_id = driver(answer, answer, ports_over={"switches": Switches(agentic_loop=False)})
    run = loop.play("Document it", app_id=app_id, run_type="write_docs")
    assert (run.status, run.candidate_tree) == ("failed", run.base_tree)


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("README.md", True), ("docs/a/b.md", True), ("LICENSE", True), ("CHANGELOG.txt", True), ("docs/plan.txt", True),
        ("src/components/README.md", True), ("notes.adoc", True), ("src/app.ts", False), ("public/robots.txt", False),
        ("docs/conf.ts", False), ("index.html", False), ("package.json", False), ("src/posts/one.md", False),
        ("readme.ts", False), ("page.mdx", False),
    ],
)  # fmt: skip
def test_what_a_document_is(path: str, known: bool) -> None:
    assert is_document(path) is known


def test_chat_that_ran_tests_has_their_verdict() -> None:
    loop, app_id = driver(call("run_targeted_tests", paths=None, name=None), calls(finish("Three pass.")))
    run = loop.play("Do the tests pass?", app_id=app_id)
    assert run.verdict is not None and run.verdict.tests.status == "passed"
