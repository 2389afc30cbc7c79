"""The calls that waited for a person are decided: run what was allowed, answer the rest, go on as the answer asked."""

from collections.abc import Sequence

from shared.domain.agent.model_messages import Completed, Item, ToolCall, UserMessage, tool_calls_of
from shared.domain.runs.run_parts import HeldCall
from shared.domain.untrusted import shortened
from shared.services.agent.ask_worker import store_candidate
from shared.services.agent.decide_next import decide_next
from shared.services.agent.loop_work import Work
from shared.services.agent.roles import tools_of
from shared.services.agent.tools.run_tools import ToolRound, report, run_tools
from shared.services.runs.log.event_writer import start_of
from shared.tools.base import not_run, refuse
from shared.tools.more import as_meant

_SHOWN, _WORDS = 50, 2_000
_UNHEARD = "Not finished yet: the person said something with their decision. Do what they said, then call `finish`."


def receive_approval(work: Work) -> None:
    """Take in the decisions on `run.held`. What comes next is set as after an answer; `continue` asks the model."""
    run = work.run
    if not run.held:
        return
    work.writer.emit(start_of(run))
    calls = {call.call_id: as_meant(call) for call in tool_calls_of(work.past)}
    held = [(one, calls[one.call_id]) for one in run.held if one.call_id in calls]
    done = _run(work, held)
    moved = run.moved_paths
    work.change(held=[], moved_paths=[], approval_token=None, refusals=work.workspace.refusals)
    store_candidate(work)
    _keep_open(work, [one for one, _ in held], done)
    decide_next(work, Completed(items=tuple(call for _, call in held)), done)
    work.items += _approval_words([one for one, _ in held])
    if moved:
        paths = ", ".join(moved[:_SHOWN])
        work.items.append(UserMessage(content=f"While you waited these files were changed by others: {paths}."))


def _run(work: Work, held: list[tuple[HeldCall, ToolCall]]) -> ToolRound:
    """Run what was allowed, in the model's order, with the tools of the role that asked."""
    silent = {decided.call_id for decided, _ in held if not decided.announced}
    done = ToolRound(silent=silent - work.shown)
    for decided, call in held:
        if decided.decision == "skip":
            report(call, not_run(_declined(decided)), done, work.writer, 0)
            continue
        work.workspace.granted = decided.decision == "approve" and bool(decided.concerns)  # a key may approve the rest
        run_tools(
            [call],
            tools=tools_of(work.role, work.ports.switches),
            workspace=work.workspace,
            writer=work.writer,
            cancelled=work.cancelled,
            into=done,
        )
    work.workspace.granted = False
    work.note_untrusted(done.untrusted)
    return done


def _keep_open(work: Work, held: Sequence[HeldCall], done: ToolRound) -> None:
    """What a person said is read before the run ends. There is a call left for it: in the last one nothing waits."""
    if done.finish is not None and any(one.feedback for one in held):
        report(done.finish, refuse(_UNHEARD), done, work.writer, 0)
        done.finish = None


def _declined(held: HeldCall) -> str:
    why = f" They said: {shortened(held.feedback, _WORDS)}" if held.feedback else ""
    return f"Not run: the person declined this.{why} Do something else, or finish without it."


def _approval_words(held: Sequence[HeldCall]) -> list[Item]:
    """What a person said when they allowed something, each word once; what they said against a call is its output."""
    words = dict.fromkeys(one.feedback for one in held if one.decision == "approve" and one.feedback)
    return [UserMessage(content=f"The person allowed this and said: {shortened(said, _WORDS)}") for said in words]
