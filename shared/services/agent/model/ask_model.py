"""Asks the model within the caps of the run; an answer that was cut is counted, announced and asked for again."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from shared.domain.agent.model_errors import ModelContextExceeded, ModelSilent, ModelTruncated
from shared.domain.agent.model_messages import Completed, ModelRequest, Usage, UserMessage
from shared.domain.errors import ModelUnavailable
from shared.domain.runs.chunks import FinishStep, StartStep
from shared.domain.runs.data_chunks import DataRetry, DataUsage, RetryData
from shared.domain.runs.iteration import CUT, ResponseNote
from shared.domain.runs.run_parts import EDITORS, Role
from shared.domain.runs.what_next import Continue, Evaluate
from shared.domain.tree.relock import PACKAGE
from shared.ports.model import ModelPort
from shared.services.agent.context.build_context import instructions
from shared.services.agent.context.compact_history import with_pictures
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.agent.model.call_model import Cancelled, call_model, keep_response
from shared.services.agent.model.model_speech import Speech
from shared.services.agent.model.reserve_spend import Reserve
from shared.services.agent.model.run_caps import Cap, answer_room, caps_of_run, narrowest, with_call, with_dead_attempts
from shared.services.agent.roles import tools_for, tools_in
from shared.services.agent.stop_at_cap import stop_at_cap
from shared.services.agent.tools.approval_gate import Gate
from shared.services.assets.load_prompt import load_prompt
from shared.services.spending.ask_once import counted_usage, lost_attempts
from shared.services.spending.open_model import AnswerTooLong, Meter
from shared.tools.roles import told_of

_ATTEMPTS = 3
_FIRST_SECONDS, _SILENCE_SECONDS = 300.0, 120.0
_MOST_OVERTIME = 3
_OVERTIME = (
    "Your last answer took longer than one answer may, and no tool call in it came to its end, so nothing of it was "
    "received. Begin with a call at once and split very long files over two answers; short calls still go together."
)
_BROKEN_OFF = (
    "Your last answer broke off before its first whole tool call ({why}), so nothing of it was received. Answer again: "
    "begin with a call at once and split very long files over two answers; short calls still go together."
)
_REMIND_FROM = 0.6


def ask_in_step(work: Work, model: ModelPort, take: Callable[[Work, Completed], Work]) -> Work:
    """A step that consists of one answer; `take` decides what follows from it, when it is whole."""
    work.inputs.writer.emit(StartStep())
    work, completed = ask_model(work, model)
    if completed is not None:
        work = take(work.add_answer(completed), completed)
    work.inputs.writer.emit(FinishStep())
    return work


def ask_model(work: Work, model: ModelPort) -> tuple[Work, Completed | None]:
    """The answer, its cost counted. None when the run ends instead: a cap, a cancel, or no whole answer."""
    until = time.monotonic() + work.inputs.ports.step_seconds
    for attempt in range(1, _ATTEMPTS + 1):
        request = _request(work, until)
        if attempt == 1:
            work = work.change(usage=with_dead_attempts(work, request))
        caps = caps_of_run(work, request)
        if (reached := next((cap for cap in caps if cap.reached), None)) is not None:
            return stop_at_cap(work, reached.name, reached.why), None
        work, request = _with_what_is_left(work, request, caps, attempt)
        work, answer = _once(work, request, model, attempt)
        if not isinstance(answer, ModelTruncated | ModelContextExceeded):
            return work, answer
        late, over = time.monotonic() >= until, _time_is_up(work)
        if late and isinstance(answer, ModelTruncated) and not over and work.inputs.role != "single":
            return _leave_to_next_step(work), None
        if attempt == _ATTEMPTS or over or late or (isinstance(answer, ModelContextExceeded) and work.run.memory.tight):
            return _fail(work, answer), None
        work = _with_another_chance(work, answer)
        data = RetryData(iteration=work.inputs.number, attempt=attempt + 1, reason=answer.message)
        work.inputs.writer.emit(DataRetry(data=data))
    raise AssertionError("unreachable")


def _leave_to_next_step(work: Work) -> Work:
    """The run goes on after an answer that still came when the time of its step was over.

    The third such answer of a run is a cap like any other: what works so far is kept.
    """
    said = UserMessage(content=_OVERTIME)
    if work.past.count(said) + 1 >= _MOST_OVERTIME:
        why = f"{_MOST_OVERTIME} answers of the model took longer than {work.inputs.ports.step_seconds:g} seconds"
        return stop_at_cap(work, "answers", why)
    return replace(work.say(said), next=Evaluate() if work.inputs.role == "evaluator" else Continue())


def _with_another_chance(work: Work, why: ModelTruncated | ModelContextExceeded) -> Work:
    """Why the next attempt may fare better: it has less to read, or less to write."""
    if isinstance(why, ModelContextExceeded):
        return work.tighten()
    return work.say(UserMessage(content=_BROKEN_OFF.format(why=why.message)))


def _request(work: Work, until: float) -> ModelRequest:
    """The next request. Its tools are the role's own, also in the last call, so that the cached prefix stays."""
    role, ports = work.inputs.role, work.inputs.ports
    tools = tuple(tool.spec() for tool in told_of(tools_for(work.run, role, ports.switches)))
    entry = ports.models.find(work.run.request.model)
    declared = work.inputs.workspace.files.get(PACKAGE, b"").decode("utf-8", "replace")
    prompt: Role | Literal["repairer"] = "repairer" if work.run.request.repair and role == "fixer" else role
    return ModelRequest(
        model=work.run.request.model,
        instructions=instructions(work.inputs.app, prompt, ports.catalog, declared),
        items=with_pictures((*work.past, *work.items), work.run, ports),
        tools=tools,
        tool_choice="auto" if tools else "none",
        cache_key=work.inputs.app.id,
        max_output_tokens=entry.output_limit if entry else None,
        timeout_seconds=max(5.0, min(work.seconds_left(), until - time.monotonic())),
        first_token_seconds=(entry.first_token_seconds if entry else None) or _FIRST_SECONDS,
        silence_seconds=_SILENCE_SECONDS,
    )


def _with_what_is_left(work: Work, request: ModelRequest, caps: list[Cap], attempt: int) -> tuple[Work, ModelRequest]:
    """The request with a note at its end: that it is the last, or, from 60 % of a cap on, what is left of them."""
    if work.inputs.role not in {*EDITORS, "planner"}:
        return work, request
    known, work = work.last_call, replace(work, last_call=any(cap.one_left for cap in caps))
    if work.last_call and not known:
        note = load_prompt("last_call")
    elif attempt == 1 and any(cap.used >= _REMIND_FROM * cap.most for cap in caps):
        note = f"<left>Of what this run may use are left: {', '.join(cap.left for cap in caps)}.</left>"
    else:
        return work, request
    said = UserMessage(content=note)
    return work.say(said), request.model_copy(update={"items": (*request.items, said)})


def _once(
    work: Work, request: ModelRequest, model: ModelPort, attempt: int
) -> tuple[Work, Completed | ModelTruncated | ModelContextExceeded | None]:
    """One call and what it cost. The error when it may be worth another, None when the run ends."""
    work = work.await_recording()
    reserve = Reserve(work, request, attempt)
    if not reserve.begin():
        return _out_of_budget(work, reserve), None
    meter, by = Meter(answer_room(work, request), reserve.covers), narrowest(work, request)
    gate = Gate(work.run.request.autonomy, tools_in(work), work.inputs.workspace)
    name = f"{work.inputs.number}-{work.run.lease.attempt}-{attempt}"
    speech = Speech(work.inputs.writer, name, work.taken, gate.waits, is_form=work.inputs.role == "manager")
    try:
        completed = call_model(
            request,
            model=model,
            speech=speech,
            writer=work.inputs.writer,
            iteration=work.inputs.number,
            meter=meter,
            cancelled=work.inputs.cancelled,
        )
    except (Cancelled, AnswerTooLong, ModelUnavailable) as why:
        work = replace(work, taken=speech.taken)
        work = _record(work, reserve, None, lost_attempts(request, meter.silent, _received(meter, why)))
        if isinstance(why, ModelTruncated | ModelContextExceeded):
            return work, why
        if reserve.refused is not None:
            return _out_of_budget(work, reserve), None
        if isinstance(why, AnswerTooLong):
            return stop_at_cap(work, by, "the model's answer grew past what this run may spend"), None
        return _fail(work, why), None
    used = None if completed.cut_off else counted_usage(completed)
    work = _record(work, reserve, used, lost_attempts(request, meter.silent, None if used else meter.received))
    response = ResponseNote(
        id=completed.response_id,
        model=str(completed.raw.get("model") or ""),
        finish_reason=CUT if completed.cut_off else completed.finish_reason,
        kept=keep_response(work.run, work.inputs.number, completed, work.inputs.ports.blobs),
    )
    round_ = ToolRound(silent=frozenset(speech.silent))
    return replace(work, taken=speech.taken, round=round_, response=response), completed


def _received(meter: Meter, why: Exception) -> int | None:
    """Characters of a call that was stopped; None for one that was refused before its first word: it cost nothing."""
    lost = meter.received or isinstance(why, ModelTruncated | ModelSilent | Cancelled)
    return meter.received if lost else None


def _record(work: Work, reserve: Reserve, used: Usage | None, lost: list[Usage]) -> Work:
    """Count the call, and what of it was lost, for the tenant and for the run."""
    every = [*([used] if used else []), *lost]
    work = replace(work, recording=(*work.recording, reserve.record(sum(every, Usage()) if every else None)))
    if every:
        work = work.change(usage=with_call(work, used, lost))
        work.inputs.writer.emit(DataUsage(data=work.run.usage))
    return work


def _out_of_budget(work: Work, reserve: Reserve) -> Work:
    return stop_at_cap(work, "budget", f"the budget of {reserve.refused} has no room for more")


def _fail(work: Work, why: Exception) -> Work:
    match why:
        case Cancelled():
            return work.fail("CANCELLED", "The run was cancelled.")
        case ModelUnavailable() if _time_is_up(work):
            said = f"its time was over in the middle of an answer; the cap is {work.run.bounds.seconds} seconds"
            return stop_at_cap(work, "seconds", said)
        case ModelTruncated(message=message) | ModelSilent(message=message):
            return work.fail(why.code, f"The model did not answer to the end: {message}")
        case ModelUnavailable(message=message):
            return work.fail(why.code, f"The model could not be reached: {message}")
    return work


def _time_is_up(work: Work) -> bool:
    return work.seconds_left() < 1
