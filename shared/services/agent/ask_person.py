"""A run would end because its checks fail. Where its mode wants a person, they are asked once what becomes of it."""

import json
from dataclasses import replace

from shared.domain.agent.model_messages import ToolCall, UserMessage
from shared.domain.apps.autonomy import waits_for_person
from shared.domain.builds.verdict import Verdict
from shared.domain.runs.chunks import FinishStep, StartStep, ToolApprovalRequest
from shared.domain.runs.data_chunks import ApprovalData, DataApproval, DataVerdict, VerdictData
from shared.domain.runs.iteration import Step
from shared.domain.runs.question import QUESTION_TOOL, Question, accepted, asked_of, failures
from shared.domain.runs.run_parts import HeldCall
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.what_next import Ask, Fail, Finish
from shared.domain.untrusted import shortened
from shared.services.agent.ask_worker import build_unless_green, compiles
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.agent.tools.approval_gate import approval_id
from shared.services.agent.tools.run_tools import announce, report
from shared.services.runs.end.diff_problems import verdict_of
from shared.services.runs.log.event_writer import start_of
from shared.tools.base import ToolResult

_ASKED_ABOUT = ("STUCK", "BUDGET_EXCEEDED", "VERDICT_FAILED")
_FEEDBACK = 2_000


def ask_person(work: Work, own: str | None) -> Work:
    """Instead of the end: wait for a person. `own` is the run's summary as the iteration began, the words of its work.

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
        or not waits_for_person(run.autonomy, "unproven")
    ):
        return work
    question = _question(work, end, verdict)
    held = HeldCall(call_id=question.call_id, tool=QUESTION_TOOL, waits=True)
    work = _show(work.change(question=question, held=[held], summary=own), question, verdict)
    return replace(work, next=Ask())


def _question(work: Work, end: Fail, verdict: Verdict) -> Question:
    run = work.run
    return Question(
        call_id=f"{QUESTION_TOOL}_{work.inputs.number}",
        tree=run.candidate_tree,
        checks=verdict.blocking,
        code=end.code,
        why=end.summary,
        may_go_on=end.code == "STUCK" and run.stopped is None and work.seconds_left() > 0,
    )


def _show(work: Work, question: Question, verdict: Verdict) -> Work:
    """As a step that waits, so that every client that knows approvals can answer it."""
    asked = asked_of(question, verdict)
    call = ToolCall(call_id=question.call_id, name=QUESTION_TOOL, arguments=json.dumps(asked, ensure_ascii=False))
    named, writer = approval_id(work.run, call.call_id), work.inputs.writer
    step = Step(
        call_id=call.call_id, tool=call.name, status=StepStatus.NEEDS_APPROVAL, arguments=call.arguments, output=""
    )
    writer.emit(StartStep())
    work = announce(replace(work.add_steps(step), round=ToolRound(silent=frozenset({call.call_id}))), call)
    data = ApprovalData(approval_id=named, step_id=call.call_id, request=asked)
    writer.emit(ToolApprovalRequest(approval_id=named, tool_call_id=call.call_id), DataApproval(data=data))
    writer.emit(FinishStep())
    return work


def receive_answer(work: Work) -> Work:
    """What the person said to the question, if one was asked and nobody has cancelled since."""
    run, question = work.run, work.run.question
    if question is None or question.answer is not None or not run.held or work.inputs.cancelled():
        return work
    (held,) = run.held
    keep = held.decision == "approve"
    answered = question.model_copy(update={"answer": "keep" if keep else "go_on", "by": held.decided_by})
    work.inputs.writer.emit(start_of(run))
    work = work.change(held=[], approval_token=None, question=answered.model_copy(update={"tree": run.candidate_tree}))
    work = _close(work, question, keep=keep)
    if keep:
        return _keep(work)
    return _go_on(work, held) if question.may_go_on else work.fail(question.code, question.why)


def _close(work: Work, question: Question, *, keep: bool) -> Work:
    """Its step is over; the model never asked, and is not answered."""
    on = "The person wants the agent to go on." if question.may_go_on else "The person stopped here."
    text = "The person keeps the work as it is." if keep else on
    asked = ToolCall(call_id=question.call_id, name=QUESTION_TOOL, arguments=_arguments(work, question))
    work = report(work, asked, ToolResult(ok=True, text=text))
    return replace(work.record_round(), round=ToolRound())


def _arguments(work: Work, question: Question) -> str:
    asked = [step for step in work.inputs.past_steps if step.call_id == question.call_id]
    return asked[-1].arguments if asked else "{}"


def _keep(work: Work) -> Work:
    """What the person saw is kept; merged with a newer draft it is first looked at again."""
    run, work = work.run, work.change(moved_paths=[])
    if (verdict := verdict_of(run, run.candidate_tree)) is None:
        work, ok = compiles(work, None)
        return build_unless_green(work, None, finishing=True) if ok else work
    kept = accepted(verdict, run.question, run.candidate_tree)
    build_id = run.verdict_build_id or ""
    work.inputs.writer.emit(DataVerdict(data=VerdictData(build_id=build_id, ok=True, verdict=kept)))
    work = work.change(verdict=kept, green_tree=run.candidate_tree, green_build_id=build_id, diagnostics=[])
    return replace(work, next=Finish())


def _go_on(work: Work, held: HeldCall) -> Work:
    """With a clean count of failures: the same one may come back as often as it may in a new run."""
    run, verdict = work.run, work.run.verdict
    why = f" They said: {shortened(held.feedback, _FEEDBACK)}" if held.feedback else ""
    left = failures(verdict) if verdict else "its checks fail"
    words = f"The person was asked, since the change builds but {left}. They want you to go on.{why}"
    work = work.change(failures=dict.fromkeys(run.failures, 0), strategy_changed=False)
    return work.say(UserMessage(content=words))
