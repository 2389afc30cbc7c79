"""A person decides: whether calls of the model run, and what becomes of a run that would end as its checks fail."""

import json
from collections.abc import Sequence
from dataclasses import replace

from shared.domain.agent.model_messages import Completed, Item, ToolCall, UserMessage, tool_calls_of
from shared.domain.apps.autonomy import waits_for_person
from shared.domain.builds.verdict import Verdict
from shared.domain.runs.chunks import FinishStep, StartStep, ToolApprovalRequest
from shared.domain.runs.data_chunks import ApprovalData, DataApproval, DataVerdict, VerdictData
from shared.domain.runs.iteration import DECLINED, Step
from shared.domain.runs.question import QUESTION_TOOL, Question, accepted, asked_of, failures
from shared.domain.runs.run_parts import HeldCall
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.what_next import Ask, Fail, Finish
from shared.domain.untrusted import shortened
from shared.services.agent.ask_worker import build_unless_green, compiles, store_candidate
from shared.services.agent.decide_next import decide_next
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.agent.roles import tools_for
from shared.services.agent.tools.approval_gate import approval_id
from shared.services.agent.tools.run_tools import announce, note_write, report, run_tools, without_them
from shared.services.runs.end.diff_problems import verdict_of
from shared.services.runs.log.event_writer import start_of
from shared.tools.base import ToolResult, not_run, refuse
from shared.tools.more import as_meant

_ASKED_ABOUT = ("STUCK", "BUDGET_EXCEEDED", "VERDICT_FAILED")
_FEEDBACK = 2_000
_SHOWN, _WORDS = 50, 2_000
_UNHEARD = "Not finished yet: the person said something with their decision. Do what they said, then call `finish`."


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
        or run.waiting.question is not None
        or run.request.repair is not None
        or not waits_for_person(run.request.autonomy, "unproven")
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
        may_go_on=end.code == "STUCK" and run.outcome.stopped is None and work.seconds_left() > 0,
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
    run, question = work.run, work.run.waiting.question
    if question is None or question.answer is not None or not run.waiting.held or work.inputs.cancelled():
        return work
    (held,) = run.waiting.held
    keep = held.decision == "approve"
    answered = question.model_copy(update={"answer": "keep" if keep else "go_on", "by": held.decided_by})
    work.inputs.writer.emit(start_of(run))
    work = work.change(held=[], approval_token=None, question=answered.model_copy(update={"tree": run.candidate_tree}))
    work = _close_question(work, question, keep=keep)
    if keep:
        return _keep(work)
    return _go_on(work, held) if question.may_go_on else work.fail(question.code, question.why)


def _close_question(work: Work, question: Question, *, keep: bool) -> Work:
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
    kept = accepted(verdict, run.waiting.question, run.candidate_tree)
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
    work = work.change(failures=dict.fromkeys(run.memory.failures, 0), strategy_changed=False)
    return work.say(UserMessage(content=words))


def receive_approval(work: Work) -> Work:
    """Take in the decisions on `run.held`. What comes next is set as after an answer; `continue` asks the model."""
    run = work.run
    if not run.waiting.held or not work.goes_on:
        return work
    work.inputs.writer.emit(start_of(run))
    calls = {call.call_id: as_meant(call) for call in tool_calls_of(work.past)}
    held = [(one, calls[one.call_id]) for one in run.waiting.held if one.call_id in calls]
    work = _run_held(work, held)
    work = work.change(held=[], moved_paths=[], approval_token=None, refusals=dict(work.inputs.workspace.refusals))
    work = _keep_open(store_candidate(work), [one for one, _ in held])
    work = decide_next(work, Completed(items=tuple(call for _, call in held)))
    work = work.say(*_approval_words([one for one, _ in held]))
    if not run.waiting.moved_paths:
        return work
    paths = ", ".join(run.waiting.moved_paths[:_SHOWN])
    return work.say(UserMessage(content=f"While you waited these files were changed by others: {paths}."))


def _run_held(work: Work, held: list[tuple[HeldCall, ToolCall]]) -> Work:
    """Run what was allowed, in the model's order, with the tools of the role that asked."""
    silent = frozenset(decided.call_id for decided, _ in held if not decided.announced)
    work = replace(work, round=ToolRound(silent=silent - work.inputs.shown))
    tools, workspace = tools_for(work.run, work.inputs.role, work.inputs.ports.switches), work.inputs.workspace
    for decided, call in held:
        if decided.decision == "skip":
            work = report(work, call, not_run(_declined(decided)))
            if call.name in tools and tools[call.name].kind == "write":
                unapplied = note_write(call, False, work.round.unapplied)
                work = replace(work, round=replace(work.round, unapplied=unapplied, without=without_them(unapplied)))
            continue
        workspace.granted = decided.decision == "approve" and bool(decided.concerns)  # a key may approve the rest
        work = run_tools(work, [call], tools)
    workspace.granted = False
    return work.note_untrusted(work.round.untrusted)


def _keep_open(work: Work, held: Sequence[HeldCall]) -> Work:
    """What a person said is read before the run ends. There is a call left for it: in the last one nothing waits."""
    finish = work.round.finish
    if finish is None or not any(one.feedback for one in held):
        return work
    work = report(work, finish, refuse(_UNHEARD))
    return replace(work, round=replace(work.round, finish=None))


def _declined(held: HeldCall) -> str:
    why = f" They said: {shortened(held.feedback, _WORDS)}" if held.feedback else ""
    return f"{DECLINED}{why} Do something else, or finish without it."


def _approval_words(held: Sequence[HeldCall]) -> list[Item]:
    """What a person said when they allowed something, each word once; what they said against a call is its output."""
    words = dict.fromkeys(one.feedback for one in held if one.decision == "approve" and one.feedback)
    return [UserMessage(content=f"The person allowed this and said: {shortened(said, _WORDS)}") for said in words]
