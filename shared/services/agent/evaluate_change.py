"""The model evaluator: one round judges a green candidate; a rejection goes back to the coder with its reasons."""

from typing import Any

from shared.domain.agent.model_messages import Completed, Item, ToolOutput, UserMessage, tool_calls_of
from shared.domain.apps.project_state import state_text
from shared.domain.diffs.changes import readable_diff
from shared.domain.diffs.judgement import Judgement
from shared.domain.runs.chunks import FinishStep, StartStep
from shared.domain.runs.data_chunks import DataEvaluation, EvaluationData
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.what_next import Continue, Evaluate, Finish
from shared.domain.untrusted import shortened
from shared.ports.model import ModelPort
from shared.services.agent.context.compact_history import REQUEST
from shared.services.agent.loop_work import Work
from shared.services.agent.model.ask_model import ask_model
from shared.services.agent.roles import tools_of
from shared.services.agent.tools.run_tools import ToolRound, report, run_tools
from shared.services.runs.end.last_tests import last_tests
from shared.tools.base import ToolResult

MOST_ROUNDS = 3
_DIFF_CHARACTERS, _TESTS_CHARACTERS = 60_000, 3_000
_NO_VERDICT = "Your answer held no verdict. Call `verdict` with approve or reject."


def thread_of(iterations: list[Iteration], role: str) -> list[list[Item]]:
    """What a role has said and heard, by iteration: the evaluator its own rounds, the others all but those."""
    if role == "evaluator":
        return [done.items for done in iterations if done.role == "evaluator"]
    return [done.handoff if done.role == "evaluator" else done.items for done in iterations]


def evaluate_change(work: Work, model: ModelPort) -> None:
    """Ask for a verdict on the candidate. Next: `finish`, back to the coder, once more `evaluate`, or `failed`."""
    work.writer.enter_stage("evaluate")
    if not _is_under_way(work):
        work.items.append(UserMessage(content=_question(work)))
    work.writer.emit(StartStep())
    completed = ask_model(work, model)
    if completed is not None:
        work.hear(completed)
        _take(work, completed)
    work.writer.emit(FinishStep())


def _is_under_way(work: Work) -> bool:
    """Whether this round has been asked already, and the evaluator is still reading."""
    asked = [item for item in work.past if isinstance(item, UserMessage) and item.content.startswith(REQUEST)]
    return len(asked) > work.run.rounds


def _question(work: Work) -> str:
    run, ports = work.run, work.ports
    before = ports.snapshots.get(run.tenant_id, run.app_id, run.base_tree)
    change = shortened(readable_diff(before, work.workspace.files), _DIFF_CHARACTERS)
    again = f" This is round {run.rounds + 1}: you rejected what came before." if run.rounds else ""
    return (
        f"{REQUEST}\n{run.message}\n</request>\n\n{_known(work)}<summary_by_the_coder>\n{run.summary or ''}\n"
        f"</summary_by_the_coder>\n\nThe project builds.{again} The change:\n<diff>\n{change}\n</diff>"
    )


def _known(work: Work) -> str:
    """What the project is meant to become, and what its last tests said in this run."""
    run, ports = work.run, work.ports
    state, tests = state_text(ports.states.get(run.tenant_id, run.app_id)), last_tests(run, ports)
    ran = f"<test_results>\n{shortened(tests.results, _TESTS_CHARACTERS)}\n</test_results>" if tests else ""
    return "".join(f"{part}\n\n" for part in (state, ran) if part)


def _take(work: Work, completed: Completed) -> None:
    done = run_tools(
        tool_calls_of(completed.items),
        tools=tools_of("evaluator"),
        workspace=work.workspace,
        writer=work.writer,
        cancelled=work.cancelled,
    )
    work.note_untrusted(done.untrusted)
    if work.cancelled():
        work.fail("CANCELLED", "The run was cancelled.")
    elif done.finish is not None:
        _decide(work, done, done.finish_data)
    else:
        _ask_on(work, done)
    work.steps += done.steps
    work.items += done.outputs


def _ask_on(work: Work, done: ToolRound) -> None:
    """It is still reading, or it has said nothing to go by."""
    work.next = Evaluate()
    if not done.outputs:
        work.items.append(UserMessage(content=_NO_VERDICT))
        work.note_failure("VERDICT_MISSING", [])


def _decide(work: Work, done: ToolRound, said: dict[str, Any]) -> None:
    approved, reasoning = said["decision"] == "approve", str(said["reasoning"])
    number = work.run.rounds + 1
    if done.finish is not None:
        report(done.finish, ToolResult(ok=True, text="Noted."), done, work.writer, 0)
    data = EvaluationData(
        round=number, verdict=Judgement.APPROVED if approved else Judgement.REJECTED, reasoning=reasoning
    )
    work.writer.emit(DataEvaluation(data=data))
    work.change(
        rounds=number,
        evaluator_verdict=data.verdict,
        evaluator_reasoning=reasoning,
        judged_tree=work.run.candidate_tree,
    )
    if approved:
        work.change(commit_message=said["commit_message"] or work.run.commit_message)
        work.next = Finish()
    elif number >= MOST_ROUNDS:
        work.fail("MAX_ITERATIONS", f"Max iterations reached. The evaluator's last word: {shortened(reasoning, 1_500)}")
    else:
        _hand_back(work, reasoning)


def _hand_back(work: Work, reasoning: str) -> None:
    text = f"The project builds, but the evaluator rejected the change. Repair this, then finish again:\n{reasoning}"
    call_id = work.run.pending_call_id
    work.handoff = [ToolOutput(call_id=call_id, output=text) if call_id else UserMessage(content=text)]
    work.change(role="fixer" if work.run.repair else "coder", pending_call_id=None)
    work.writer.enter_stage("repair")
    work.next = Continue()
