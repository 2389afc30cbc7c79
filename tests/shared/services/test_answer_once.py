"""Chat with the agentic loop switched off: one call, no tools, a whole change or none."""

import json
from typing import Any

import pytest

from shared.domain.run import Run
from shared.services.ports_bundle import Switches
from tests.fakes.engine import COMPILE_ERROR
from tests.fakes.model import say
from tests.support.loop import BUILD_ERROR, LoopDriver


def played(answer: Any, **request: Any) -> tuple[LoopDriver, Run]:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    loop = LoopDriver([say(text)], ports_over={"switches": Switches(agentic_loop=False)})
    return loop, loop.play(**request)


def change(content: str, path: str = "src/note.ts") -> dict[str, Any]:
    return {"summary": "A note.", "operations": [{"op": "upsert_file", "path": path, "content": content}]}


def test_one_answer_is_applied_built_and_committed() -> None:
    loop, run = played(change("export {}\n"))
    assert (run.status, run.summary, len(loop.model.requests)) == ("completed", "A note.", 1)
    tree = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert tree["src/note.ts"] == b"export {}\n"
    asked = loop.model.requests[0]
    assert (asked.tools, asked.tool_choice) == ((), "none") and '"operations"' in asked.instructions


def test_json_in_a_fence_is_understood() -> None:
    _, run = played(f"Here you go:\n```json\n{json.dumps(change('export {}'))}\n```\n")
    assert run.status == "completed" and run.revision_id is not None


def test_words_alone_change_nothing() -> None:
    _, run = played("The title stands in src/content.ts {really}.")
    assert (run.status, run.revision_id, run.summary) == (
        "completed", None, "The title stands in src/content.ts {really}.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("content", "code"), [(COMPILE_ERROR, "BUILDER_COMPILE_FAILED"), (BUILD_ERROR, "BUILD_FAILED")]
)
def test_a_failed_gate_ends_the_run_and_keeps_its_work(content: str, code: str) -> None:
    loop, run = played(change(content))
    assert (run.status, run.failure_code, len(loop.model.requests)) == ("failed", code, 1)
    assert run.diff_id is not None


@pytest.mark.parametrize(
    "answer",
    [
        '{"summary": "x", "operations": [',
        '{"summary": 1, "operations": []}',
        '{"summary": "x", "operations": 5}',
        '["operations"]{}',
        {"summary": "x", "operations": [{"op": "upsert_file", "path": "../etc/passwd", "content": "x"}]},
        {"summary": "x", "operations": [{"op": "delete_file", "path": "src/nowhere.ts"}]},
        {"summary": "x", "operations": [change("export {}")["operations"][0], {"op": "boom"}]},
    ],
)
def test_nonsense_ends_the_run_with_nothing_applied(answer: Any) -> None:
    loop, run = played(answer)
    assert (run.status, run.diff_id, run.candidate_tree) == ("failed", None, run.base_tree)
    assert run.failure_code in {"VALIDATION_FAILED", "BUILDER_PATCH_POLICY_VIOLATION", "NOT_FOUND"}
    assert len(loop.model.requests) == 1


def test_where_writes_wait_for_a_person_the_whole_waits() -> None:
    loop, run = played(change("export {}\n"), autonomy="semi_auto")
    assert (run.status, run.revision_id) == ("completed", None)
    assert loop.world.diffs.get(run.tenant_id, run.app_id, run.diff_id or "").status == "pending_review"
