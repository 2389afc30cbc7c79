"""Chat with the agentic loop switched off: one call, no tools, a whole change or none."""

import json
from typing import Any

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import say
from devkit.fakes.world import World
from devkit.loop import BUILD_ERROR, LoopDriver, build_by_marker
from shared.domain.apps.project_state import ProjectState
from shared.domain.brain.decision import Decision
from shared.domain.builds.build_status import BuildStatus
from shared.domain.revisions.revision import Build
from shared.domain.runs.run import Run
from shared.domain.switches import Switches
from shared.services.builds.build_errors import WORKER_LOST


def played(*answers: Any, **request: Any) -> tuple[LoopDriver, Run]:
    texts = [answer if isinstance(answer, str) else json.dumps(answer) for answer in answers]
    loop = LoopDriver([say(text) for text in texts], ports_over={"switches": Switches(agentic_loop=False)})
    return loop, loop.play(**request)


def change(content: str, path: str = "src/note.ts") -> dict[str, Any]:
    return {"summary": "A note.", "operations": [{"op": "upsert_file", "path": path, "content": content}]}


def test_one_answer_is_applied_built_and_committed() -> None:
    loop, run = played(change("export {}\n"))
    assert (run.status, run.outcome.summary, len(loop.model.requests)) == ("completed", "A note.", 1)
    tree = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert tree["src/note.ts"] == b"export {}\n"
    asked = loop.model.requests[0]
    assert (asked.tools, asked.tool_choice) == ((), "none") and '"operations"' in asked.instructions


def test_rationale_and_assumptions_are_asked_for_and_kept() -> None:
    loop, run = played(change("export {}\n") | {"rationale": "Short.", "assumptions": ["No login", "x" * 900]})
    assert (run.outcome.rationale, run.outcome.assumptions[0]) == ("Short.", "No login")
    assert len(run.outcome.assumptions[1]) == 500
    turn = loop.world.turns.turn(run.tenant_id, run.app_id, run.turn_id)
    assert (turn.rationale, turn.assumptions) == (run.outcome.rationale, run.outcome.assumptions)
    assert (
        '"rationale"' in loop.model.requests[0].instructions and '"assumptions"' in loop.model.requests[0].instructions
    )


def test_an_answer_that_does_not_fit_is_asked_for_once_more_with_what_was_wrong() -> None:
    wrong = {"summary": "x", "operations": [{"op": "delete_file", "path": "src/nowhere.ts"}, {"op": "boom"}]}
    loop, run = played(wrong, change("export {}\n"))
    assert (run.status, run.outcome.summary, len(loop.model.requests)) == ("completed", "A note.", 2)
    first, second = loop.model.requests
    assert second.items[: len(first.items)] == first.items and second.instructions == first.instructions
    assert "boom" in str(second.items[-1]) and str(second.items[-1]).count("Nothing was changed.") == 1


def test_a_gate_that_fails_after_the_second_answer_ends_the_run() -> None:
    loop, run = played('{"operations": [', change(BUILD_ERROR))
    assert (run.status, run.outcome.failure_code, len(loop.model.requests)) == ("failed", "BUILD_FAILED", 2)


def test_what_a_decision_forbids_waits_as_a_proposal() -> None:
    answer = say(json.dumps(change("import 'mysql'\n")))
    loop = LoopDriver([answer], ports_over={"switches": Switches(agentic_loop=False)})
    app, _ = loop.world.make_app()
    rule = Decision(decision="Postgres", forbids=["mysql"], at=loop.world.clock.now())
    loop.world.states.put(ProjectState(tenant_id=app.tenant_id, app_id=app.id, decisions=[rule]))
    run = loop.play(app_id=app.id)
    assert run.outcome.revision_id is None and run.outcome.diff_id is not None


def test_json_in_a_fence_is_understood() -> None:
    _, run = played(f"Here you go:\n```json\n{json.dumps(change('export {}'))}\n```\n")
    assert run.status == "completed" and run.outcome.revision_id is not None


def test_words_alone_change_nothing() -> None:
    _, run = played("The title stands in src/content.ts {really}.")
    assert (run.status, run.outcome.revision_id) == ("completed", None)
    assert run.outcome.summary == "The title stands in src/content.ts {really}."


@pytest.mark.parametrize(
    ("content", "code"), [(COMPILE_ERROR, "BUILDER_COMPILE_FAILED"), (BUILD_ERROR, "BUILD_FAILED")]
)
def test_a_failed_gate_ends_the_run_and_keeps_its_work(content: str, code: str) -> None:
    loop, run = played(change(content))
    assert (run.status, run.outcome.failure_code, len(loop.model.requests)) == ("failed", code, 1)
    assert run.outcome.diff_id is not None


@pytest.mark.parametrize(
    "answer",
    [
        '{"summary": "x", "operations": [',
        '{"summary": 1, "operations": []}',
        '{"summary": "x", "operations": 5}',
        '["operations"]{}',
        {"summary": "x", "rationale": 3, "operations": []},
        {"summary": "x", "assumptions": "none", "operations": []},
        {"summary": "x", "operations": [{"op": "upsert_file", "path": "../etc/passwd", "content": "x"}]},
        {"summary": "x", "operations": [{"op": "delete_file", "path": "src/nowhere.ts"}]},
        {"summary": "x", "operations": [change("export {}")["operations"][0], {"op": "boom"}]},
    ],
)
def test_nonsense_ends_the_run_with_nothing_applied(answer: Any) -> None:
    loop, run = played(answer, answer)
    assert (run.status, run.outcome.diff_id, run.candidate_tree) == ("failed", None, run.base_tree)
    assert run.outcome.failure_code in {"VALIDATION_FAILED", "BUILDER_PATCH_POLICY_VIOLATION", "NOT_FOUND"}
    assert len(loop.model.requests) == 2


def test_where_writes_wait_for_a_person_the_whole_waits() -> None:
    loop, run = played(change("export {}\n"), autonomy="semi_auto")
    assert (run.status, run.outcome.revision_id) == ("completed", None)
    assert loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "").status == "pending_review"


def losing(times: int) -> Any:
    """A worker that is lost so many times, and then is green."""
    left = [times]

    def build(world: World, build: Build) -> Build:
        left[0] -= 1
        if left[0] >= 0:
            return build.model_copy(update={"status": BuildStatus.FAILED, "error": WORKER_LOST})
        return build_by_marker(world, build)

    return build


@pytest.mark.parametrize(("times", "ending"), [(1, ("completed", None)), (9, ("failed", "WORKER_LOST"))])
def test_a_lost_build_is_asked_for_again_and_is_never_said_to_be_the_changes_fault(times: int, ending: Any) -> None:
    """It was told as BUILD_FAILED."""
    over = {"switches": Switches(agentic_loop=False)}
    loop, run = LoopDriver.played([say(json.dumps(change("export {}\n")))], ports_over=over, build=losing(times))
    assert (run.status, run.outcome.failure_code) == ending and len(loop.model.requests) == 1
    if run.outcome.failure_code:
        assert "does not build" not in (run.outcome.summary or "") and "nobody knows" in (run.outcome.summary or "")
        diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
        assert diff.build_status == "unknown" and "BUILD_FAILED" not in [one.code for one in diff.problems]
