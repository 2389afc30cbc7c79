"""What follows from an answer of the model: go on, build, finish, or stop."""

import json
from dataclasses import replace

from shared.domain.agent.model_messages import Completed, ToolCall, UserMessage, text_of
from shared.domain.runs.iteration import Step
from shared.domain.runs.run_parts import WorkerCall
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.what_next import Build, Continue
from shared.domain.untrusted import shortened
from shared.services.agent.ask_worker import accept, ask_worker, build_unless_green, compiles, store_candidate
from shared.services.agent.loop_work import Work, call_ids
from shared.services.agent.notice_stuck import notice_stuck
from shared.services.agent.tools.approval_gate import hold
from shared.services.agent.tools.run_tools import ToolRound, report
from shared.services.assets.load_prompt import load_prompt
from shared.services.runs.end.diff_problems import suggested
from shared.tools.base import ToolResult, not_run, refuse
from shared.tools.finish import FINISH, SUMMARY_MOST
from shared.tools.registry import CODER_TOOLS, call_tool

_MOST_ASKED = 20_000
"""Characters of a queued call's arguments, which no call of the worker needs more of."""
_PART_OF_FINISH = ToolResult(ok=True, text="Part of `finish`, which checks the same.")


def decide_next(work: Work, completed: Completed, done: ToolRound) -> None:
    """Set what comes next. Every call of the answer has its output afterwards, but one that waits for a build.

    What the tools did is recorded first; the outputs stand before what the loop itself says to the model.
    """
    work.steps += done.steps
    rest = replace(done, steps=[])
    said, work.items = work.items, []
    _decide(work, completed, rest)
    work.steps += rest.steps
    work.items = [*said, *rest.outputs, *work.items]
    notice_stuck(work)


def _decide(work: Work, completed: Completed, done: ToolRound) -> None:
    if work.cancelled():
        _leave(work, done, not_run("Not run: the person cancelled."))
        work.fail("CANCELLED", "The run was cancelled.")
    elif done.held:
        hold(work, done)
    elif done.finish is not None and (undone := _undone(work, completed)):
        _leave(work, done, refuse(f"Not finished: {undone} of the same answer was refused. Read why, then go on."))
    elif (unread := _unread(work, completed)) is not None and done.finish is not None:
        why = f"Not finished yet: the same answer asked to see {unread}. Read it, then call `finish` again."
        report(done.finish, refuse(why), done, work.writer, 0)
        done.finish = None
        _decide(work, completed, done)
    elif _is_planned(work) and (done.finish is not None or not done.outputs):
        _hand_to_coder(work, done)
    elif done.work:
        begin_queue(work, done)
    elif done.finish is not None:
        finish_work(work, completed, done)
    elif not done.outputs:
        _without_calls(work, completed, done)


def _is_planned(work: Work) -> bool:
    """Whether a plan that stands is carried out next."""
    return work.role == "planner" and not work.last_call and work.run.only is None


def _hand_to_coder(work: Work, done: ToolRound) -> None:
    """The plan stands in the project's state; the same run goes on with the work."""
    if done.finish is not None:
        report(done.finish, ToolResult(ok=True, text="Planned."), done, work.writer, 0)
    work.change(role="coder")
    work.items.append(UserMessage(content=load_prompt("carry_out")))


def _leave(work: Work, done: ToolRound, why: ToolResult) -> None:
    """Answer the calls that the loop itself would have answered."""
    for call in (*(one.call for one in done.work), *filter(None, [done.finish])):
        report(call, why, done, work.writer, 0)


def _undone(work: Work, completed: Completed) -> str | None:
    """The tool of a change that was refused in the very answer that says the work is finished."""
    own = call_ids(completed.items)
    failed = [step.tool for step in work.steps if step.call_id in own and step.status.traits.undone]
    return next((name for name in failed if name in CODER_TOOLS and CODER_TOOLS[name].kind == "write"), None)


def _unread(work: Work, completed: Completed) -> str | None:
    """A tool that was to show something in the very answer that ends the work: nobody would have read it."""
    if work.last_call or work.role not in ("coder", "fixer"):
        return None
    own = call_ids(completed.items)
    shown = [step.tool for step in work.steps if step.call_id in own and step.status != StepStatus.SKIPPED]
    return next((name for name in shown if name in CODER_TOOLS and CODER_TOOLS[name].kind == "read"), None)


def _without_calls(work: Work, completed: Completed, done: ToolRound) -> None:
    """Words alone are the end of the work, when they are whole."""
    if completed.finish_reason == "content_filter":
        work.fail("MODEL_UNAVAILABLE", "The model's service withheld the answer (its content filter).")
    elif completed.finish_reason == "length":
        work.answer(None, "Your answer was cut at its longest. Write less at a time: one file a call, or small edits.")
        work.note_failure("ANSWER_CUT", [])
    elif not text_of(completed.items).strip():
        work.answer(None, "Your answer was empty. Go on with the tools, or call `finish`.")
        work.note_failure("ANSWER_EMPTY", [])
    else:
        finish_work(work, completed, done)


def finish_work(work: Work, completed: Completed, done: ToolRound) -> None:
    """The model says that it is done: keep its words, then whatever the change still has to pass."""
    said, changed = done.finish_data, _changed(work)
    words = said.get("summary") or text_of(completed.items).strip()
    without_words = "The run stopped at its last call without a summary." if changed else "Nothing was changed."
    mends_syntax = work.role == "fixer" and work.run.repair is None  # it only makes the coder's work parse
    if not mends_syntax or work.run.summary is None:
        work.change(
            summary=shortened(words or without_words, SUMMARY_MOST),
            commit_message=None if words else suggested(work.run, work.run.candidate_tree, work.ports),
            rationale=said.get("rationale"),
            assumptions=said.get("assumptions") or [],
        )
    if not changed:
        accept(work, done)
    elif compiles(work, done, done.finish):
        build_unless_green(work, done, done.finish, finishing=True)


def _changed(work: Work) -> bool:
    return store_candidate(work) != work.run.base_tree


def begin_queue(work: Work, done: ToolRound) -> None:
    """What the answer asked of the worker, in its order, and a `finish` of the same answer after it."""
    queue = [one.model_copy(update={"call": _bounded(one.call)}) for one in done.work]
    finish = done.finish
    if finish is not None:
        done.finish = None
        for one in filter(_verifies, queue):
            report(one.call, _PART_OF_FINISH, done, work.writer, 0)
        said = json.dumps(done.finish_data, ensure_ascii=False)
        last = WorkerCall(call=finish.model_copy(update={"arguments": said}))
        queue = [*(one for one in queue if not _verifies(one)), last]
    work.change(queue_failed=None, unapplied=done.without)
    _go_through(work, done, queue)
    done.steps += [_pending(one.call) for one in work.run.queued]


def _bounded(call: ToolCall) -> ToolCall:
    """The call as the run's row can hold it; the history has it whole."""
    if len(call.arguments) <= _MOST_ASKED:
        return call
    return call.model_copy(update={"arguments": json.dumps({"left_out": f"{len(call.arguments)} characters"})})


def _verifies(one: WorkerCall) -> bool:
    return one.task is not None and one.task.task == "build"


def go_on_queue(work: Work, ended: ToolCall | None) -> None:
    """The worker has done one of the calls: on with the next, without asking the model."""
    queue = work.run.queued
    if not queue or isinstance(work.next, Build):
        return
    if any(ended and step.call_id == ended.call_id and step.status == StepStatus.FAILED for step in work.steps):
        work.change(queue_failed=work.run.queue_failed or (ended.name if ended else None))
    done = ToolRound(without=work.run.unapplied)
    stopped = work.cancelled() or work.seconds_left() <= 0
    if stopped or not isinstance(work.next, Continue):
        _drop(work, done, queue)
    else:
        _go_through(work, done, queue)
    work.steps += done.steps
    work.items += done.outputs


def _go_through(work: Work, done: ToolRound, queue: list[WorkerCall]) -> None:
    waiting = list(queue)
    while waiting and isinstance(work.next, Continue):
        one = waiting.pop(0)
        if one.task is None:
            _finish_last(work, done, one.call)
        elif not ask_worker(work, done, one.call, one.task):
            work.change(queue_failed=work.run.queue_failed or one.call.name)
    if isinstance(work.next, Build):
        work.change(queued=waiting)
    else:
        _drop(work, done, waiting)


def _drop(work: Work, done: ToolRound, queue: list[WorkerCall]) -> None:
    for one in queue:
        report(one.call, not_run("Not run: the run stopped before it."), done, work.writer, 0)
    work.change(queued=[])


def _finish_last(work: Work, done: ToolRound, call: ToolCall) -> None:
    failed = work.run.queue_failed
    result = call_tool({FINISH.name: FINISH}, call.name, call.arguments, work.workspace)
    if failed is not None:
        why = f"Not finished: {failed} of the same answer failed. Read why, then go on."
        report(call, refuse(why), done, work.writer, 0)
        return
    done.finish, done.finish_data = call, result.data
    finish_work(work, Completed(items=(call,)), done)


def _pending(call: ToolCall) -> Step:
    return Step(call_id=call.call_id, tool=call.name, status=StepStatus.PENDING, arguments=call.arguments, output="")
