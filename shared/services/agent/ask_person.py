"""A run would end because its checks fail. Where its mode wants a person, they are asked once what becomes of it."""

import json

from shared.domain.agent.model_messages import ToolCall, UserMessage
from shared.domain.apps.autonomy import waits_for_person
from shared.domain.builds.verdict import Verdict
from shared.domain.runs.chunks import FinishStep, StartStep, ToolApprovalRequest
from shared.domain.runs.data_chunks import ApprovalData, DataApproval, DataVerdict, VerdictData
from shared.domain.runs.iteration import Step
from shared.domain.runs.question import QUESTION_TOOL, Question, accepted, asked_of, failures
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import HeldCall
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.what_next import Ask, Fail, Finish
from shared.domain.untrusted import shortened
from shared.services.agent.ask_worker import build_unless_green, compiles
from shared.services.agent.loop_work import Work
from shared.services.agent.tools.approval_gate import approval_id
from shared.services.agent.tools.run_tools import ToolRound, announce, report
from shared.services.runs.end.diff_problems import verdict_of
from shared.services.runs.log.event_writer import start_of
from shared.tools.base import ToolResult

_ASKED_ABOUT = ("STUCK", "BUDGET_EXCEEDED", "VERDICT_FAILED")
_FEEDBACK = 2_000


def ask_person(work: Work, before: Run) -> None:
    """Instead of the end: wait for a person. `before` is the run as the iteration began, with the words of its work.

    Only about the very tree whose checks failed, of a run that a person began, in the modes that wait for people.
    """
    run, verdict = work.run, verdict_of(work.run, work.run.candidate_tree)
    end = work.next
    if (
        not isinstance(end, Fail)
        or end.code not in _ASKED_ABOUT
        or verdict is None
        or not verdict.blocking
        or run.question is not None
        or run.repair is not None
    ):
        return
    if waits_for_person(run.autonomy, "unproven"):
        question = _question(work, end, verdict)
        held = HeldCall(call_id=question.call_id, tool=QUESTION_TOOL, waits=True)
        work.change(question=question, held=[held], summary=before.summary)
        _show(work, question, verdict)
        work.next = Ask()


def _question(work: Work, end: Fail, verdict: Verdict) -> Question:
    run = work.run
    return Question(
        call_id=f"{QUESTION_TOOL}_{work.number}",
        tree=run.candidate_tree,
        checks=verdict.blocking,
        code=end.code,
        why=end.summary,
        may_go_on=end.code == "STUCK" and run.stopped is None and work.seconds_left() > 0,
    )


def _show(work: Work, question: Question, verdict: Verdict) -> None:
    """As a step that waits, so that every client that knows approvals can answer it."""
    asked = asked_of(question, verdict)
    call = ToolCall(call_id=question.call_id, name=QUESTION_TOOL, arguments=json.dumps(asked, ensure_ascii=False))
    named = approval_id(work.run, call.call_id)
    work.steps.append(
        Step(
            call_id=call.call_id, tool=call.name, status=StepStatus.NEEDS_APPROVAL, arguments=call.arguments, output=""
        )
    )
    work.writer.emit(StartStep())
    announce(call, ToolRound(silent={call.call_id}), work.writer)
    data = ApprovalData(approval_id=named, step_id=call.call_id, request=asked)
    work.writer.emit(ToolApprovalRequest(approval_id=named, tool_call_id=call.call_id), DataApproval(data=data))
    work.writer.emit(FinishStep())


def receive_answer(work: Work) -> None:
    """What the person said to the question, if one was asked and nobody has cancelled since."""
    run, question = work.run, work.run.question
    if question is None or question.answer is not None or not run.held or work.cancelled():
        return
    (held,) = run.held
    keep = held.decision == "approve"
    answered = question.model_copy(update={"answer": "keep" if keep else "go_on", "by": held.decided_by})
    work.writer.emit(start_of(run))
    work.change(held=[], approval_token=None, question=answered.model_copy(update={"tree": run.candidate_tree}))
    _close(work, question, keep=keep)
    if keep:
        _keep(work)
    elif question.may_go_on:
        _go_on(work, held)
    else:
        work.fail(question.code, question.why)


def _close(work: Work, question: Question, *, keep: bool) -> None:
    on = "The person wants the agent to go on." if question.may_go_on else "The person stopped here."
    text = "The person keeps the work as it is." if keep else on
    asked = ToolCall(call_id=question.call_id, name=QUESTION_TOOL, arguments=_arguments(work, question))
    done = ToolRound()
    report(asked, ToolResult(ok=True, text=text), done, work.writer, 0)
    work.steps += done.steps


def _arguments(work: Work, question: Question) -> str:
    asked = [step for step in work.past_steps if step.call_id == question.call_id]
    return asked[-1].arguments if asked else "{}"


def _keep(work: Work) -> None:
    """What the person saw is kept; merged with a newer draft it is first looked at again."""
    run = work.run
    work.change(moved_paths=[])
    if (verdict := verdict_of(run, run.candidate_tree)) is None:
        if compiles(work, ToolRound(), None):
            build_unless_green(work, ToolRound(), None, finishing=True)
        return
    kept = accepted(verdict, run.question, run.candidate_tree)
    build_id = run.verdict_build_id or ""
    work.writer.emit(DataVerdict(data=VerdictData(build_id=build_id, ok=True, verdict=kept)))
    work.change(verdict=kept, green_tree=run.candidate_tree, green_build_id=build_id, diagnostics=[])
    work.next = Finish()


def _go_on(work: Work, held: HeldCall) -> None:
    """With a clean count of failures: the same one may come back as often as it may in a new run."""
    run, verdict = work.run, work.run.verdict
    work.change(failures=dict.fromkeys(run.failures, 0), strategy_changed=False)
    why = f" They said: {shortened(held.feedback, _FEEDBACK)}" if held.feedback else ""
    left = failures(verdict) if verdict else "its checks fail"
    work.items.append(
        UserMessage(content=f"The person was asked, since the change builds but {left}. They want you to go on.{why}")
    )
