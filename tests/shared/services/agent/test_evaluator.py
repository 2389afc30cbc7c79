"""Coder, fixer and evaluator: three roles of one loop, each with its own words and tools."""

from typing import Any

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, Reply, calls, say
from devkit.fakes.tool_calls import finish, write
from devkit.loop import USER, LoopDriver
from shared.domain.agent.model_messages import ToolOutput
from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.runs.run import Run
from tests.shared.services.agent.checks.test_worker_tasks import PASSED, PipelineDriver, ended


def verdict(decision: str, reasoning: str = "Because.", message: str | None = None) -> Reply:
    arguments = {"decision": decision, "reasoning": reasoning, "commit_message": message}
    return calls(Call(name="verdict", arguments=arguments))


def parses(files: Files) -> CompileReport:
    wrong = [path for path, content in files.items() if COMPILE_ERROR.encode() in content]
    found = [Diagnostic(code="SYNTAX_ERROR", message="Unexpected token.", path=path, line=1) for path in wrong]
    return CompileReport(ok=not wrong, diagnostics=found)


def judged(*replies: Reply, **request: Any) -> tuple[LoopDriver, Run]:
    loop = LoopDriver(list(replies))
    loop.world.compiler.respond = parses
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id, evaluator="model")
    return loop, loop.follow(loop.start("Add a note", app_id=app.id, **request))


def verdicts(loop: LoopDriver, run: Run) -> list[tuple[int, str]]:
    found = [chunk["data"] for chunk in loop.chunks(run) if chunk["type"] == "data-evaluation"]
    return [(data["round"], data["verdict"]) for data in found]


def test_what_the_evaluator_approves_is_committed_under_its_message() -> None:
    loop, run = judged(calls(write("export {}\n"), finish()), verdict("approve", message="Add a note"))
    assert (run.status, run.memory.evaluator_reasoning) == ("completed", "Because.")
    assert verdicts(loop, run) == [(1, "approved")]
    assert loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "").message == "Add a note"


def test_it_judges_the_change_and_nothing_of_the_coders_talk() -> None:
    loop, _ = judged(
        calls(write("export const made = 1;\n"), finish("A note."), text=("My secret plan.",)), verdict("approve")
    )
    asked = loop.model.requests[-1]
    text = "\n".join(item.model_dump_json() for item in asked.items)
    assert "evaluator" in asked.instructions and "+export const made = 1;" in text and "A note." in text
    assert "Add a note" in text and "secret plan" not in text
    assert {tool.name for tool in asked.tools} == {"list_files", "read_files", "search_code", "verdict"}


def test_it_reads_the_plan_the_requirements_and_the_last_tests() -> None:
    keep = Call(name="update_state", arguments={"plan": ["Add a note"], "requirements": {"tone": "calm"}})
    tests = Call(name="run_targeted_tests", arguments={"paths": ["src"], "name": None})
    loop = PipelineDriver(
        [calls(keep, write("export {}\n")), calls(tests), calls(finish()), verdict("approve")],
        answers={"tests": lambda build: ended(build, tests=PASSED)},
    )
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id, evaluator="model")
    assert loop.follow(loop.start("Add a note", app_id=app.id)).status == "completed"
    asked = "\n".join(str(getattr(item, "content", "")) for item in loop.model.requests[-1].items)
    assert "<project_state>\nPlan:\n1. Add a note\n\nRequirements:\n- tone: calm" in asked
    assert '<test_results>\n{"status": "passed"' in asked and '"total": 3' in asked


def test_a_rejection_goes_back_with_its_reasons_and_the_whole_history() -> None:
    loop, run = judged(
        calls(write("export const a = 1;\n"), finish()),
        verdict("reject", "Call it b."),
        calls(write("export const b = 1;\n"), finish()),
        verdict("approve"),
    )
    assert (run.status, verdicts(loop, run)) == ("completed", [(1, "rejected"), (2, "approved")])
    request = loop.model.requests[2]
    last = request.items[-1]
    assert isinstance(last, ToolOutput) and "Call it b." in last.output
    assert any("const a" in item.model_dump_json() for item in request.items)
    second = "\n".join(item.model_dump_json() for item in loop.model.requests[3].items)
    assert "Call it b." in second and "round 2" in second


def test_three_rejections_end_the_run_and_keep_its_work() -> None:
    rounds = [reply for n in range(3) for reply in (calls(write(f"export const n = {n};\n"), finish()),
                                                    verdict("reject", f"No {n}."))]  # fmt: skip
    loop, run = judged(*rounds)
    assert (run.status, run.outcome.failure_code) == ("failed", "MAX_ITERATIONS")
    assert run.memory.evaluator_reasoning == "No 2."
    assert run.outcome.summary and run.outcome.summary.startswith("Max iterations reached")
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert (diff.status, diff.evaluator_reasoning) == ("pending_review", "No 2.")


def test_it_may_read_before_it_judges() -> None:
    loop, run = judged(
        calls(write("export {}\n"), finish()),
        calls(Call(name="read_file", arguments={"path": "src/note.ts", "start_line": None, "end_line": None})),
        verdict("approve"),
    )
    assert (run.status, run.memory.rounds, verdicts(loop, run)) == ("completed", 1, [(1, "approved")])
    asked = [item for item in loop.model.requests[-1].items if "<diff>" in item.model_dump_json()]
    assert len(asked) == 1


def test_it_cannot_write() -> None:
    loop, run = judged(
        calls(write("export {}\n"), finish()), calls(write("export const evil = 1;\n")), verdict("approve")
    )
    tree = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    assert (run.status, tree["src/note.ts"]) == ("completed", b"export {}\n")


def test_words_are_no_verdict() -> None:
    loop, run = judged(calls(write("export {}\n"), finish()), say("Looks good to me."), verdict("approve"))
    assert run.status == "completed"
    assert "Call `verdict`" in loop.model.requests[-1].items[-1].model_dump_json()


def test_an_evaluator_that_never_judges_ends_the_run_honestly() -> None:
    loop, run = judged(calls(write("export {}\n"), finish()), *[say("Hm.")] * 6)
    assert (run.status, run.outcome.failure_code) == ("failed", "STUCK")
    assert run.outcome.diff_id is not None and len(loop.model.requests) <= 5


def test_what_does_not_parse_is_the_syntax_fixers() -> None:
    loop, run = judged(
        calls(write(COMPILE_ERROR), finish("A note.")),
        calls(write("export {}\n"), finish("Repaired a bracket.")),
        verdict("approve"),
    )
    assert (run.status, run.outcome.summary) == ("completed", "A note.")
    fixer = loop.model.requests[1]
    assert "syntax fixer" in fixer.instructions and "add_dependency" not in {tool.name for tool in fixer.tools}
    roles = [done.role for done in loop.world.runs.iterations(run.tenant_id, run.id)]
    assert roles == ["coder", "fixer", "coder", "evaluator"]


def test_nothing_changed_needs_no_verdict() -> None:
    loop, run = judged(calls(finish("Only an answer.")))
    assert (run.status, len(loop.model.requests)) == ("completed", 1)
