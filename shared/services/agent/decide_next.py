"""What follows from an answer of the model: go on, build, finish, or stop, also because it goes in circles."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shared.domain.agent.model_messages import (
    Completed,
    Item,
    ToolCall,
    ToolOutput,
    UserMessage,
    text_of,
    tool_calls_of,
)
from shared.domain.json_weight import parse_bounded
from shared.domain.runs.iteration import Step
from shared.domain.runs.run_parts import EDITORS, WorkerCall
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.what_next import Build
from shared.domain.untrusted import shortened
from shared.services.agent.ask_worker import accept, ask_worker, build_unless_green, compiles, store_candidate
from shared.services.agent.checks.require_work import (
    end_untested,
    missing_tests,
    require_plan,
    run_missing_tests,
    with_counts,
)
from shared.services.agent.context.fit_window import answer_room
from shared.services.agent.loop_work import ToolRound, Work, call_ids
from shared.services.agent.notice_stuck import notice_stuck
from shared.services.agent.take_steps import end_step, has_more
from shared.services.agent.tools.approval_gate import hold
from shared.services.agent.tools.run_tools import report
from shared.services.assets.load_prompt import load_prompt
from shared.services.runs.end.diff_problems import suggested
from shared.tools.base import ToolResult, not_run, refuse
from shared.tools.finish import SUMMARY_MOST, imitations_of
from shared.tools.registry import CODER_TOOLS

_MOST_ASKED = 20_000
"""Characters of a queued call's arguments, which no call of the worker needs more of."""
_MOST_CUT = 3
_CHARACTERS_A_TOKEN = 2
"""Of arguments, whose quotes and line breaks are escaped."""
_PATH = re.compile(r'"path"\s{0,9}:\s{0,9}"([^"\\]{1,200})"')
_IN_PARTS = (
    "Your answer was cut at its longest inside the call {what}, so nothing of that call was applied. Do not send it "
    "whole again. Write a first part of at most {most} characters whose last line is `// NEXT PART`, then replace that "
    "line with the next part by `edit_file`, one call an answer; or split the content over several smaller files."
)
_LOOKS = ("browser",)
_SHOWING = frozenset({"browser", "api_request", "security_scan", "apply_patch_dry_run"})
"""Tools besides those that read whose answer decides nothing by itself: beside `finish` it has to be read first."""
_PART_OF_FINISH = ToolResult(ok=True, text="Part of `finish`, which checks the same.")


def decide_next(work: Work, completed: Completed) -> Work:
    """Set what comes next. Every call of the answer has its output afterwards, but one that waits for a build.

    What the tools did is recorded first; the outputs stand before what the loop itself says to the model.
    """
    before = work.items
    work = _decide(replace(work.record_round(), items=()), completed)
    words = work.items
    work = replace(work, items=before).end_round().say(*words)
    return notice_stuck(_ask_for_parts(work, completed))


def _ask_for_parts(work: Work, completed: Completed) -> Work:
    """After a call that the longest answer cut: the file in parts, since the same call would be cut again."""
    calls = tool_calls_of(completed.items)
    if (
        completed.finish_reason != "length"
        or completed.cut_off
        or not calls
        or not work.goes_on
        or _is_whole(calls[-1])
    ):
        return work
    last = calls[-1]
    named = _PATH.search(last.arguments)
    what = f"{last.name} {named[1]}" if named else last.name
    times = work.run.memory.failures.get(key := f"ANSWER_CUT {what}", 0) + 1
    work = work.change(failures={**work.run.memory.failures, key: times})
    if times >= _MOST_CUT:
        why = f"The model's answer was cut at its longest {times} times in the same call ({what})."
        return work.fail("STUCK", f"{why} Raise its output limit or its context window, or ask for less at a time.")
    half, window = len(last.arguments) // 2, work.run.memory.window
    room = answer_room(window, None) * _CHARACTERS_A_TOKEN if window is not None and times == 1 else 0
    text = _IN_PARTS.format(what=what, most=max(half, room))
    return replace(work, items=tuple(_instead(item, last.call_id, text) for item in work.items))


def _instead(item: Item, call_id: str, text: str) -> Item:
    """The result of the call with another text: that its arguments are garbled would ask for the same call again."""
    is_result = isinstance(item, ToolOutput) and item.call_id == call_id
    return item.model_copy(update={"output": text}) if is_result else item


def _is_whole(call: ToolCall) -> bool:
    try:
        parse_bounded(call.arguments or "{}")
    except ValueError:
        return False
    return True


def _decide(work: Work, completed: Completed) -> Work:
    done = work.round
    if work.inputs.cancelled():
        return _leave(work, not_run("Not run: the person cancelled.")).fail("CANCELLED", "The run was cancelled.")
    if done.held:
        return hold(work)
    if done.finish is not None and (undone := _undone(work, completed)):
        return _leave(work, refuse(f"Not finished: {undone} of the same answer was refused. Read why, then go on."))
    if (unread := _unread(work, completed)) is not None and done.finish is not None:
        why = f"Not finished yet: the same answer asked to see {unread}. Read it, then call `finish` again."
        work = report(work, done.finish, refuse(why))
        return _decide(replace(work, round=replace(work.round, finish=None)), completed)
    if work.inputs.role == "planner" and (done.finish is not None or not done.outputs):
        work, is_refused = require_plan(work)
        if is_refused:
            return work
    if _is_planned(work) and (done.finish is not None or not done.outputs):
        return _hand_to_coder(work)
    if done.work:
        return begin_queue(work)
    if done.finish is not None:
        return finish_work(work, completed)
    return work if done.outputs else _without_calls(work, completed)


def _is_planned(work: Work) -> bool:
    """Whether a plan that stands is carried out next."""
    return work.inputs.role == "planner" and not work.last_call and work.run.request.only is None


def _hand_to_coder(work: Work) -> Work:
    """The plan stands in the project's state; the same run goes on with the work."""
    if work.round.finish is not None:
        work = report(work, work.round.finish, ToolResult(ok=True, text="Planned."))
    return work.change(role="coder").say(UserMessage(content=load_prompt("carry_out")))


def _leave(work: Work, why: ToolResult) -> Work:
    """Answer the calls that the loop itself would have answered."""
    for call in (*(one.call for one in work.round.work), *filter(None, [work.round.finish])):
        work = report(work, call, why)
    return work


def _undone(work: Work, completed: Completed) -> str | None:
    """The tool of a change that was refused in the very answer that says the work is finished."""
    own = call_ids(completed.items)
    failed = [step.tool for step in work.steps if step.call_id in own and step.status.traits.undone]
    return next((name for name in failed if name in CODER_TOOLS and CODER_TOOLS[name].kind == "write"), None)


def _unread(work: Work, completed: Completed) -> str | None:
    """A tool that shows something in the very answer that ends the work: nobody would have read it.

    What decides by itself (`verify`, tests, commands, the fast gate) does not count: where it fails, nothing is
    finished.
    """
    if work.last_call or work.inputs.role not in EDITORS:
        return None
    own = call_ids(completed.items)
    shown = [step.tool for step in work.steps if step.call_id in own and step.status != StepStatus.SKIPPED]
    asked = [one.call.name for one in work.round.work if one.task is not None and one.task.task in _LOOKS]
    return next((name for name in (*shown, *asked) if _shows(name)), None)


def _shows(name: str) -> bool:
    """Whether a tool is called for what it answers."""
    return name in CODER_TOOLS and (CODER_TOOLS[name].kind == "read" or name in _SHOWING)


def _without_calls(work: Work, completed: Completed) -> Work:
    """Words alone are the end of the work, when they are whole."""
    if completed.finish_reason == "content_filter":
        return work.fail("MODEL_UNAVAILABLE", "The model's service withheld the answer (its content filter).")
    if completed.finish_reason == "length":
        why = "Your answer was cut at its longest. Write less at a time: one file a call, or small edits."
        return work.answer(None, why).note_failure("ANSWER_CUT", [])
    if completed.call_as_text:
        why = "Your tool call came as text that could not be read. Call the tool through the tool interface, alone."
        return work.answer(None, why).note_failure("CALL_AS_TEXT", [])
    if not text_of(completed.items).strip():
        why = "Your answer was empty. Go on with the tools, or call `finish`."
        return work.answer(None, why).note_failure("ANSWER_EMPTY", [])
    return finish_work(work, completed)


def finish_work(work: Work, completed: Completed) -> Work:
    """The model says that it is done: keep its words, then whatever the change still has to pass."""
    work, said = store_candidate(work), work.round.finish_data
    missing = missing_tests(work)
    if missing is not None and (asked := run_missing_tests(work, missing)) is not None:
        return asked
    words = missing or said.get("summary") or text_of(completed.items).strip()
    if has_more(work):
        return end_step(work, words, untested=missing is not None)
    changed = work.run.candidate_tree != work.run.base_tree
    if missing is not None:
        words = f"{missing} {said.get('summary') or text_of(completed.items).strip()}" if changed else missing
    without_words = "The run stopped at its last call without a summary." if changed else "Nothing was changed."
    repair = work.run.request.repair
    mends_syntax = work.inputs.role == "fixer" and repair is None  # it only makes the coder's work parse
    if not mends_syntax or work.run.outcome.summary is None:
        work = work.change(
            summary=shortened(with_counts(work, words or without_words), SUMMARY_MOST),
            commit_message=None if words else suggested(work.run, work.run.candidate_tree, work.inputs.ports),
            rationale=said.get("rationale"),
            assumptions=said.get("assumptions") or [],
            imitates=imitations_of(said),
        )
    if not changed:
        work = end_untested(work, missing)
        return accept(work) if work.goes_on else work
    finish = work.round.finish
    work, ok = compiles(work, finish)
    return build_unless_green(work, finish, finishing=True) if ok else work


def begin_queue(work: Work) -> Work:
    """What the answer asked of the worker, in its order, and a `finish` of the same answer after it."""
    queue = [one.model_copy(update={"call": _bounded(one.call)}) for one in work.round.work]
    finish = work.round.finish
    if finish is not None:
        work = replace(work, round=replace(work.round, finish=None))
        for one in filter(_verifies, queue):
            work = report(work, one.call, _PART_OF_FINISH)
        said = json.dumps(work.round.finish_data, ensure_ascii=False)
        last = WorkerCall(call=finish.model_copy(update={"arguments": said}))
        queue = [*(one for one in queue if not _verifies(one)), last]
    work = _go_through(work.change(queue_failed=None, unapplied=work.round.without), queue)
    pending = (_pending(one.call) for one in work.run.waiting.queued)
    return replace(work, round=replace(work.round, steps=(*work.round.steps, *pending)))


def _bounded(call: ToolCall) -> ToolCall:
    """The call as the run's row can hold it; the history has it whole."""
    if len(call.arguments) <= _MOST_ASKED:
        return call
    return call.model_copy(update={"arguments": json.dumps({"left_out": f"{len(call.arguments)} characters"})})


def _verifies(one: WorkerCall) -> bool:
    return one.task is not None and one.task.task == "build"


def go_on_queue(work: Work, ended: ToolCall | None) -> Work:
    """The worker has done one of the calls: on with the next, without asking the model."""
    queue = work.run.waiting.queued
    if not queue or isinstance(work.next, Build):
        return work
    if any(ended and step.call_id == ended.call_id and step.status == StepStatus.FAILED for step in work.steps):
        work = work.change(queue_failed=work.run.waiting.queue_failed or (ended.name if ended else None))
    work = replace(work, round=ToolRound(without=work.run.memory.unapplied))
    stopped = work.inputs.cancelled() or work.seconds_left() <= 0
    work = _drop(work, queue) if stopped or not work.goes_on else _go_through(work, queue)
    return work.end_round()


def _go_through(work: Work, queue: Sequence[WorkerCall]) -> Work:
    for done, one in enumerate(queue):
        if not work.goes_on:
            waits = isinstance(work.next, Build)
            return work.change(queued=list(queue[done:])) if waits else _drop(work, queue[done:])
        if one.task is None:
            work = _finish_last(work, one.call)
            continue
        work, ok = ask_worker(work, one.call, one.task)
        if not ok:
            work = work.change(queue_failed=work.run.waiting.queue_failed or one.call.name)
    return work.change(queued=[])


def _drop(work: Work, queue: Sequence[WorkerCall]) -> Work:
    for one in queue:
        work = report(work, one.call, not_run("Not run: the run stopped before it."))
    return work.change(queued=[])


def _finish_last(work: Work, call: ToolCall) -> Work:
    failed = work.run.waiting.queue_failed
    if failed is not None:
        return report(work, call, refuse(f"Not finished: {failed} of the same answer failed. Read why, then go on."))
    said: dict[str, Any] = json.loads(call.arguments)  # as `begin_queue` kept it, read from the model's call before
    work = replace(work, round=replace(work.round, finish=call, finish_data=said))
    return finish_work(work, Completed(items=(call,)))


def _pending(call: ToolCall) -> Step:
    return Step(call_id=call.call_id, tool=call.name, status=StepStatus.PENDING, arguments=call.arguments, output="")
