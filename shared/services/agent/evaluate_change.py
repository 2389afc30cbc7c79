"""The model evaluator: one round judges a green candidate; a rejection goes back to the coder with its reasons."""

from dataclasses import replace

from shared.domain.agent.model_messages import Completed, ToolOutput, UserMessage, tool_calls_of
from shared.domain.apps.project_state import state_text
from shared.domain.brain.bundle import bundle_text
from shared.domain.diffs.changes import readable_diff
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import Judgement
from shared.domain.runs.data_chunks import DataEvaluation, EvaluationData
from shared.domain.runs.what_next import Continue, Evaluate, Finish
from shared.domain.untrusted import enclosed, shortened
from shared.ports.model import ModelPort
from shared.services.agent.context.compact_history import REQUEST
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.agent.model.ask_model import ask_in_step
from shared.services.agent.roles import tools_of
from shared.services.agent.tools.run_tools import report, run_tools
from shared.services.brain.build_bundle import build_bundle
from shared.services.or_none import or_none
from shared.services.runs.end.last_tests import last_tests
from shared.tools.base import ToolResult

MOST_ROUNDS = 3
_DIFF_CHARACTERS, _TESTS_CHARACTERS = 60_000, 3_000
_NO_VERDICT = "Your answer held no verdict. Call `verdict` with approve or reject."


def evaluate_change(work: Work, model: ModelPort) -> Work:
    """Ask for a verdict on the candidate. Next: `finish`, back to the coder, once more `evaluate`, or `failed`."""
    work.inputs.writer.enter_stage("evaluate")
    if (approval := _earlier_approval(work)) is not None:
        return _keep_approval(work, approval)
    if not _is_under_way(work):
        work = work.say(UserMessage(content=_question(work)))
    return ask_in_step(work, model, _take)


def _earlier_approval(work: Work) -> Diff | None:
    """The proposal that this run goes on with, where it was approved and is as it was: a question changes nothing."""
    run, continued = work.run, work.run.request.continues
    if continued is None or continued.tree != run.candidate_tree or run.memory.rounds:
        return None
    diff = or_none(work.inputs.ports.diffs.get, run.tenant_id, run.app_id, continued.diff_id)
    is_same = diff is not None and diff.tree == run.candidate_tree and diff.base_tree == run.base_tree
    return diff if is_same and diff is not None and diff.evaluator_verdict == Judgement.APPROVED else None


def _keep_approval(work: Work, diff: Diff) -> Work:
    work = work.change(
        evaluator_verdict=Judgement.APPROVED,
        evaluator_reasoning=diff.evaluator_reasoning,
        judged_tree=work.run.candidate_tree,
        commit_message=diff.commit_message,
    )
    return replace(work, next=Finish())


def _is_under_way(work: Work) -> bool:
    """Whether this round has been asked already, and the evaluator is still reading."""
    asked = [item for item in work.past if isinstance(item, UserMessage) and item.content.startswith(REQUEST)]
    return len(asked) > work.run.memory.rounds


def _question(work: Work) -> str:
    run, ports = work.run, work.inputs.ports
    before = ports.snapshots.get(run.tenant_id, run.app_id, run.base_tree)
    change = shortened(readable_diff(before, work.inputs.workspace.files), _DIFF_CHARACTERS)
    again = f" This is round {run.memory.rounds + 1}: you rejected what came before." if run.memory.rounds else ""
    return (
        f"{enclosed('request', run.request.message)}\n\n{_known(work)}"
        f"{enclosed('summary_by_the_coder', run.outcome.summary or '')}"
        f"\n\nThe project builds.{again} The change:\n{enclosed('diff', change)}"
    )


def _known(work: Work) -> str:
    """What the project is meant to become, and what its last tests said in this run."""
    run, ports = work.run, work.inputs.ports
    app, request = work.inputs.app, run.request
    bundle = bundle_text(build_bundle(app, request.message, request.task_id, ports))
    state, tests = state_text(ports.states.get(run.tenant_id, run.app_id)), last_tests(run, ports)
    ran = enclosed("test_results", shortened(tests.results, _TESTS_CHARACTERS)) if tests else ""
    return "".join(f"{part}\n\n" for part in (state, bundle, ran) if part)


def _take(work: Work, completed: Completed) -> Work:
    work = run_tools(replace(work, round=ToolRound()), tool_calls_of(completed.items), tools_of("evaluator"))
    work = work.note_untrusted(work.round.untrusted)
    if work.inputs.cancelled():
        work = work.fail("CANCELLED", "The run was cancelled.")
    else:
        work = _decide(work) if work.round.finish is not None else _ask_on(work)
    return work.end_round()


def _ask_on(work: Work) -> Work:
    """It is still reading, or it has said nothing to go by."""
    work = replace(work, next=Evaluate())
    if work.round.outputs:
        return work
    return work.say(UserMessage(content=_NO_VERDICT)).note_failure("VERDICT_MISSING", [])


def _decide(work: Work) -> Work:
    said, finish = work.round.finish_data, work.round.finish
    approved, reasoning = said["decision"] == "approve", str(said["reasoning"])
    number = work.run.memory.rounds + 1
    if finish is not None:
        work = report(work, finish, ToolResult(ok=True, text="Noted."))
    data = EvaluationData(
        round=number, verdict=Judgement.APPROVED if approved else Judgement.REJECTED, reasoning=reasoning
    )
    work.inputs.writer.emit(DataEvaluation(data=data))
    work = work.change(
        rounds=number,
        evaluator_verdict=data.verdict,
        evaluator_reasoning=reasoning,
        judged_tree=work.run.candidate_tree,
    )
    if approved:
        work = work.change(commit_message=said["commit_message"] or work.run.outcome.commit_message)
        return replace(work, next=Finish())
    if number >= MOST_ROUNDS:
        why = f"Max iterations reached. The evaluator's last word: {shortened(reasoning, 1_500)}"
        return work.fail("MAX_ITERATIONS", why)
    return _hand_back(work, reasoning)


def _hand_back(work: Work, reasoning: str) -> Work:
    text = f"The project builds, but the evaluator rejected the change. Repair this, then finish again:\n{reasoning}"
    call_id = work.run.waiting.pending_call_id
    said = ToolOutput(call_id=call_id, output=text) if call_id else UserMessage(content=text)
    work = work.change(role="fixer" if work.run.request.repair else work.run.worker, pending_call_id=None)
    work.inputs.writer.enter_stage("repair")
    return replace(work, handoff=(said,), next=Continue())
