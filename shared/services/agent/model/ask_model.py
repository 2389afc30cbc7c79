"""Asks the model within the caps of the run; an answer that was cut is counted, announced and asked for again."""

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count

from shared.domain.agent.model_errors import ModelContextExceeded, ModelOverflow, ModelSilent, ModelTruncated
from shared.domain.agent.model_messages import (
    AssistantMessage,
    Completed,
    Item,
    ModelRequest,
    ShownPictures,
    ToolOutput,
    Usage,
    UserMessage,
)
from shared.domain.agent.model_profile import WINDOW_LASTS
from shared.domain.errors import ModelUnavailable
from shared.domain.runs.chunks import FinishStep, StartStep
from shared.domain.runs.data_chunks import DataRetry, DataUsage, RetryData
from shared.domain.runs.iteration import CUT, ResponseNote
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import EDITORS, Role
from shared.domain.runs.what_next import Continue, Evaluate
from shared.domain.tree.relock import PACKAGE
from shared.domain.untrusted import without_hidden
from shared.ports.model import ModelPort, ModelServer
from shared.services.agent.context.build_context import (
    PromptName,
    instructions,
    short_instructions,
    with_present_project,
)
from shared.services.agent.context.compact_history import with_pictures
from shared.services.agent.context.fit_window import (
    LEAST_ANSWER,
    SMALL_WINDOW,
    TooSmall,
    fits,
    fitted,
    known_window,
    reads_most,
    with_answer_in,
)
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.agent.model.call_model import Cancelled, call_model, keep_response
from shared.services.agent.model.model_speech import Speech
from shared.services.agent.model.reserve_spend import Reserve
from shared.services.agent.model.run_caps import (
    Cap,
    answer_room,
    caps_of_run,
    longest_answer,
    narrowest,
    with_call,
)
from shared.services.agent.roles import shown_tools, tools_in
from shared.services.agent.stop_at_cap import stop_at_cap
from shared.services.agent.tools.approval_gate import Gate
from shared.services.assets.load_prompt import load_prompt
from shared.services.spending.ask_once import counted_usage, estimated_tokens, lost_attempts
from shared.services.spending.fit_question import GUESSED_WINDOW
from shared.services.spending.open_model import AnswerTooLong, Meter

_ATTEMPTS, _MOST_NARROWER = 3, 8
"""Calls that break off, and refusals of a request as too long, before an iteration gives up."""
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
_LEAST_FILLED = 4_000
"""Tokens: a smaller window has no room for a first request, so a count below it says nothing about the window."""


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
    server = model if isinstance(model, ModelServer) else None
    if server is not None and work.run.memory.lessons is not None:
        server.recall(work.run.request.model, work.run.memory.lessons)
    until, broken, refusals = time.monotonic() + work.inputs.ports.step_seconds, 0, list[str]()
    for attempt in count(1):
        work, request = _packed(work, model, until)
        if isinstance(request, TooSmall):
            said = f" The service said: {refusals[-1]}" if refusals else ""
            if server is not None:
                server.forget_window(work.run.request.model)
            work = work.change(window=None, window_until=None)
            return work.fail(ModelUnavailable.code, f"{request.words}{said}"), None
        caps = caps_of_run(work, request)
        if (reached := next((cap for cap in caps if cap.reached), None)) is not None:
            return stop_at_cap(work, reached.name, reached.why), None
        work, request = _with_what_is_left(work, request, caps, attempt)
        work, answer = _once(work, request, model, attempt)
        work = _with_lessons(work, server)
        if not isinstance(answer, ModelTruncated | ModelContextExceeded):
            return _with_filled_window(work, request, answer, server), answer
        late, over = time.monotonic() >= until, _time_is_up(work)
        if late and isinstance(answer, ModelTruncated) and not over and work.inputs.role != "single":
            return _leave_to_next_step(work), None
        if isinstance(answer, ModelContextExceeded):
            refusals.append(answer.message)
        else:
            broken += 1
        if broken == _ATTEMPTS or len(refusals) > _MOST_NARROWER or over or late:
            return _fail(work, answer), None
        work = _with_another_chance(work, answer, request)
        data = RetryData(iteration=work.inputs.number, attempt=attempt + 1, reason=answer.message)
        work.inputs.writer.emit(DataRetry(data=data))
    raise AssertionError("unreachable")


def _with_lessons(work: Work, server: ModelServer | None) -> Work:
    """The run keeps what refusals have taught: another process may do its next step."""
    lessons = server.lessons(work.run.request.model) if server is not None else None
    return work.change(lessons=lessons) if lessons != work.run.memory.lessons and lessons is not None else work


def _leave_to_next_step(work: Work) -> Work:
    """The run goes on after an answer that still came when the time of its step was over.

    The third such answer of a run is a cap like any other: what works so far is kept.
    """
    said = UserMessage(content=_OVERTIME)
    if work.past.count(said) + 1 >= _MOST_OVERTIME:
        why = f"{_MOST_OVERTIME} answers of the model took longer than {work.inputs.ports.step_seconds:g} seconds"
        return stop_at_cap(work, "answers", why)
    return replace(work.say(said), next=Evaluate() if work.inputs.role == "evaluator" else Continue())


def _with_another_chance(work: Work, why: ModelTruncated | ModelContextExceeded, request: ModelRequest) -> Work:
    """Why the next attempt may fare better: it has less to read, or less to write."""
    if isinstance(why, ModelContextExceeded):
        return _narrower(work, why.window, estimated_tokens(request))
    return work.say(UserMessage(content=_BROKEN_OFF.format(why=why.message)))


def _narrower(work: Work, said: int | None, asked: int) -> Work:
    """After a refusal of about `asked` tokens. `said` is the window that it names; without one it is guessed, and where
    the refused request should have fitted, less is taken for it: the server counts otherwise.
    """
    known, packing = known_window(work.run, work.inputs.ports), work.run.memory.packing
    if said is not None and (known is None or said < known):
        return _with_window(work, said)
    if said is None and packing == "full":
        return work.tighten("tight")
    most = min(known or GUESSED_WINDOW, said or asked + LEAST_ANSWER)
    return _with_window(work, most if known is None and most < asked else most * 3 // 4)


def _with_filled_window(
    work: Work, request: ModelRequest, answer: Completed | None, server: ModelServer | None
) -> Work:
    """After an answer that was cut before any usual limit: the window, where it is not known yet, was full."""
    said = server.profile(request.model).window if server is not None else None
    if answer is None or answer.finish_reason != "length" or known_window(work.run, work.inputs.ports, said):
        return work
    used = counted_usage(answer)
    most = min(LEAST_ANSWER, request.max_output_tokens or LEAST_ANSWER)
    filled = used.input_tokens + used.output_tokens
    return _with_window(work, filled) if filled >= _LEAST_FILLED and used.output_tokens < most else work


def _with_window(work: Work, window: int) -> Work:
    return work.change(window=window, window_until=work.inputs.ports.clock.now() + WINDOW_LASTS)


def _packed(work: Work, model: ModelPort, until: float) -> tuple[Work, ModelRequest | TooSmall]:
    """The next request in the widest packing that fits the model's window, as far as that is known."""
    name = work.run.request.model
    window = known_window(
        work.run, work.inputs.ports, model.profile(name).window if isinstance(model, ModelServer) else None
    )
    work, request = _in_packing(work, window, until)
    work.inputs.workspace.reads_most = reads_most(work.run, window)
    return work, request


def _in_packing(work: Work, window: int | None, until: float) -> tuple[Work, ModelRequest | TooSmall]:
    if window is None:
        return work, _request(work, until)
    if window <= SMALL_WINDOW and work.run.memory.packing != "smallest":
        work = work.tighten("smallest")
    while work.run.memory.packing != "smallest":
        request = _request(work, until)
        if fits(request, window):
            return work, with_answer_in(request, window)
        work = work.tighten("tight" if work.run.memory.packing == "full" else "smallest")
    request = _request(work, until)
    items = with_present_project(request.items, work.run, work.inputs.workspace.files, window)
    return work, fitted(request.model_copy(update={"items": items}), window)


def _request(work: Work, until: float) -> ModelRequest:
    """The next request. Its tools are the role's own, also in the last call, so that the cached prefix stays."""
    role, ports = work.inputs.role, work.inputs.ports
    is_blind = not ports.models.takes_images(work.run.request.model)
    tools = tuple(tool.spec() for tool in shown_tools(work.run, role, ports.switches, is_blind=is_blind))
    entry = ports.models.find(work.run.request.model)
    declared = work.inputs.workspace.files.get(PACKAGE, b"").decode("utf-8", "replace")
    prompt = _prompt(work.run, role)
    return ModelRequest(
        model=work.run.request.model,
        instructions=short_instructions(work.inputs.app, prompt)
        if work.run.memory.packing == "smallest"
        else instructions(work.inputs.app, prompt, ports.catalog, declared),
        items=tuple(map(_seen, with_pictures((*work.past, *work.items), work.run, ports))),
        tools=tools,
        tool_choice="auto" if tools else "none",
        cache_key=work.inputs.app.id,
        max_output_tokens=entry.output_limit if entry else None,
        timeout_seconds=max(5.0, min(work.seconds_left(), until - time.monotonic())),
        first_token_seconds=(entry.first_token_seconds if entry else None) or _FIRST_SECONDS,
        silence_seconds=_SILENCE_SECONDS,
    )


def _prompt(run: Run, role: Role) -> PromptName:
    if run.request.only == "answer" and role == "coder":
        return "answerer"
    return "repairer" if run.request.repair and role == "fixer" else role


def _seen(item: Item) -> Item:
    """What the model reads of this item is what a person would see of it."""
    if isinstance(item, UserMessage | ShownPictures | AssistantMessage):
        text = without_hidden(item.content)
        return item if text == item.content else item.model_copy(update={"content": text})
    if isinstance(item, ToolOutput):
        text = without_hidden(item.output)
        return item if text == item.output else item.model_copy(update={"output": text})
    return item


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
    reserve = Reserve(work, request, attempt, longest_answer(request))
    if not reserve.begin():
        return (_wait_for_turn(work) if reserve.waits else _out_of_budget(work, reserve)), None
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
    except BaseException:  # this attempt is over: what its call has cost is known to no one else
        work.inputs.note_record(reserve.record(_sum(lost_attempts(request, meter.silent, meter.received))))
        raise
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
    lost = meter.received or isinstance(why, ModelTruncated | ModelSilent | ModelOverflow | Cancelled)
    return meter.received if lost else None


def _record(work: Work, reserve: Reserve, used: Usage | None, lost: list[Usage]) -> Work:
    """Count the call, and what of it was lost, for the tenant and for the run."""
    every = [*([used] if used else []), *lost]
    wait = reserve.record(_sum(every))
    work.inputs.note_record(wait)
    work = replace(work, recording=(*work.recording, wait))
    if every:
        work = work.change(usage=with_call(work, used, lost))
        work.inputs.writer.emit(DataUsage(data=work.run.usage))
    return work


def _sum(usages: list[Usage]) -> Usage | None:
    return sum(usages, Usage()) if usages else None


def _out_of_budget(work: Work, reserve: Reserve) -> Work:
    return stop_at_cap(work, "budget", f"the budget of {reserve.refused} has no room for more")


def _wait_for_turn(work: Work) -> Work:
    """Try again in the next step: another run's call still uses the rest of a shared budget."""
    return replace(work, next=Evaluate() if work.inputs.role == "evaluator" else Continue())


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
