"""The calls that waited for a person are decided: run what was allowed, answer the rest, go on as the answer asked."""

from collections.abc import Sequence
from dataclasses import replace

from shared.domain.agent.model_messages import Completed, Item, ToolCall, UserMessage, tool_calls_of
from shared.domain.runs.run_parts import HeldCall
from shared.domain.untrusted import shortened
from shared.services.agent.ask_worker import store_candidate
from shared.services.agent.decide_next import decide_next
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.agent.roles import tools_of
from shared.services.agent.tools.run_tools import report, run_tools
from shared.services.runs.log.event_writer import start_of
from shared.tools.base import not_run, refuse
from shared.tools.more import as_meant

_SHOWN, _WORDS = 50, 2_000
_UNHEARD = "Not finished yet: the person said something with their decision. Do what they said, then call `finish`."


def receive_approval(work: Work) -> Work:
    """Take in the decisions on `run.held`. What comes next is set as after an answer; `continue` asks the model."""
    run = work.run
    if not run.held or not work.goes_on:
        return work
    work.inputs.writer.emit(start_of(run))
    calls = {call.call_id: as_meant(call) for call in tool_calls_of(work.past)}
    held = [(one, calls[one.call_id]) for one in run.held if one.call_id in calls]
    work = _run(work, held)
    work = work.change(held=[], moved_paths=[], approval_token=None, refusals=dict(work.inputs.workspace.refusals))
    work = _keep_open(store_candidate(work), [one for one, _ in held])
    work = decide_next(work, Completed(items=tuple(call for _, call in held)))
    work = work.say(*_approval_words([one for one, _ in held]))
    if not run.moved_paths:
        return work
    paths = ", ".join(run.moved_paths[:_SHOWN])
    return work.say(UserMessage(content=f"While you waited these files were changed by others: {paths}."))


def _run(work: Work, held: list[tuple[HeldCall, ToolCall]]) -> Work:
    """Run what was allowed, in the model's order, with the tools of the role that asked."""
    silent = frozenset(decided.call_id for decided, _ in held if not decided.announced)
    work = replace(work, round=ToolRound(silent=silent - work.inputs.shown))
    tools, workspace = tools_of(work.inputs.role, work.inputs.ports.switches), work.inputs.workspace
    for decided, call in held:
        if decided.decision == "skip":
            work = report(work, call, not_run(_declined(decided)))
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
    return f"Not run: the person declined this.{why} Do something else, or finish without it."


def _approval_words(held: Sequence[HeldCall]) -> list[Item]:
    """What a person said when they allowed something, each word once; what they said against a call is its output."""
    words = dict.fromkeys(one.feedback for one in held if one.decision == "approve" and one.feedback)
    return [UserMessage(content=f"The person allowed this and said: {shortened(said, _WORDS)}") for said in words]
