"""One call of a model outside a run's loop: reserved before it is made, counted after it, its answer whole or none."""

from typing import NamedTuple

from shared.domain.agent.model_errors import ModelOverflow, ModelRejected, ModelSilent, ModelTruncated
from shared.domain.agent.model_messages import Completed, ModelRequest, Usage, UserMessage, picture_tokens
from shared.domain.errors import BudgetExceeded, ModelUnavailable
from shared.domain.ids import new_id
from shared.domain.runs.run import Run
from shared.domain.spending.spending import Hold, day_of, micro
from shared.ports.model import ModelPort
from shared.services.loop_ports import LoopPorts
from shared.services.spending.check_budget import tenant_caps
from shared.services.spending.open_model import AnswerTooLong, Meter, opened
from shared.services.spending.record_spend import record_spend
from shared.services.spending.reserve_call import in_pools, pools_of, refusal_words, reserve_call

CHARACTERS_A_TOKEN = 3
"""Of code, in bytes: dense data has 2.5 characters a token, prose 4.5. Rather more than is counted later than less."""
ANSWER_TOKENS = 2_000


class Payer(NamedTuple):
    """Whose call it is. `work_id`: what it counts for, mostly a run; `run` is that run where there is one."""

    tenant_id: str
    app_id: str
    work_id: str
    run: Run | None = None

    @classmethod
    def of_run(cls, run: Run) -> "Payer":
        return cls(run.tenant_id, run.app_id, run.id, run)


class Answered(NamedTuple):
    """The answer, or why there is none. `cost` is in micro-dollars, 0 where there is no price.

    `passing`: the model's service may answer the same question later. `error` is what the service did instead.
    `window`: what refusals have shown of the model's window.
    """

    completed: Completed | None
    cost: int
    why: str | None
    passing: bool = False
    used: Usage = Usage()
    error: ModelUnavailable | AnswerTooLong | None = None
    window: int | None = None


def plain_request(name: str, instructions: str, words: str, *, answer_tokens: int, seconds: float) -> ModelRequest:
    """One question without tools, to be answered within `seconds`."""
    return ModelRequest(
        model=name,
        instructions=instructions,
        items=(UserMessage(content=words),),
        tool_choice="none",
        max_output_tokens=answer_tokens,
        timeout_seconds=seconds,
        first_token_seconds=seconds,
        silence_seconds=seconds,
    )


def hold_for(request: ModelRequest, payer: Payer, answer_tokens: int, *, ports: LoopPorts) -> Hold:
    """What the question and the longest answer cost, under a call that comes only once."""
    asked = estimated_tokens(request)
    price = ports.price(request.model, Usage(input_tokens=asked, output_tokens=answer_tokens))
    hold = Hold(
        tenant_id=payer.tenant_id,
        app_id=payer.app_id,
        run_id=payer.work_id,
        call=new_id("msg"),
        attempt=0,
        model=request.model,
        day=day_of(ports.clock.now()),
        amount=0 if price is None else micro(price),
        tokens=asked + answer_tokens if price is None else 0,
        input_tokens=asked,
        unpriced=price is None,
    )
    return in_pools(hold, pools_of(payer.run, ports), hold.amount, is_open=False, ports=ports)


def ask_once(request: ModelRequest, hold: Hold, answer_tokens: int, *, model: ModelPort, ports: LoopPorts) -> Answered:
    """The model's whole answer of at most `answer_tokens`. BudgetExceeded when the tenant has no room for the hold."""
    _reserve(hold, ports)
    meter = Meter(answer_tokens * CHARACTERS_A_TOKEN)
    try:
        completed, usage, error = ask_whole(request, meter, model)
    except BaseException:  # the caller is over: what its call has cost is known to no one else
        record_spend(hold, sum(lost_attempts(request, meter.silent, meter.received), Usage()), ports=ports)
        raise
    record_spend(hold, usage, ports=ports)
    cost = micro(ports.price(hold.model, usage) or 0.0) if usage else 0
    used = usage or Usage()
    if not isinstance(error, ModelUnavailable):
        why = "The model's answer was too long." if error else None
        return Answered(completed, cost, why, used=used, error=error)
    passing = not isinstance(error, ModelRejected)
    return Answered(None, cost, f"The model could not be asked: {error.message}", passing, used, error)


def _reserve(hold: Hold, ports: LoopPorts) -> None:
    caps = tenant_caps(hold.tenant_id, spending=ports.spending, limits=ports.limits)
    if 0 in (caps.day, caps.month):  # also for what costs nothing; the ledger adds up
        raise BudgetExceeded("A budget of $0 lets no model be asked.")
    refused = reserve_call(hold, caps, ports=ports)
    if refused is not None:
        raise BudgetExceeded(f"The budget of {refusal_words(refused, hold, caps)} has no room for more.")


def ask_whole(
    request: ModelRequest, meter: Meter, model: ModelPort
) -> tuple[Completed | None, Usage | None, ModelUnavailable | AnswerTooLong | None]:
    """The answer, what was used (None: nothing), and what went wrong."""
    try:
        with opened(model, request) as events:
            for event in events:
                if isinstance(event, Completed):
                    lost = lost_attempts(request, meter.silent, None)
                    return event, sum(lost, counted_usage(event)), None
                meter.hear(event)
        raise ModelTruncated("The model's answer stopped before its end.")
    except (AnswerTooLong, ModelUnavailable) as error:
        is_read = meter.received or isinstance(error, ModelTruncated | ModelSilent | ModelOverflow)
        used = lost_attempts(request, meter.silent, meter.received if is_read else None)
        return None, sum(used, Usage()) if used else None, error


def estimated_tokens(request: ModelRequest) -> int:
    """About how many tokens the model will read."""
    said = [request.instructions, *(part.model_dump_json() for part in (*request.items, *request.tools))]
    read = sum(len(part.encode("utf-8", "replace")) for part in said) // CHARACTERS_A_TOKEN
    return read + picture_tokens(request.items)


def counted_usage(completed: Completed) -> Usage:
    """What a call used, as its server says. What a server counts is not trusted to lower a bill."""
    said = completed.usage
    asked, cached = max(0, said.input_tokens), max(0, said.cached_tokens)
    sane = said.model_copy(update={"output_tokens": max(0, said.output_tokens), "input_tokens": asked})
    return sane.model_copy(update={"cached_tokens": min(cached, asked)})


def lost_attempts(request: ModelRequest, silent: int, received: int | None) -> list[Usage]:
    """What was used by `silent` attempts that were never answered, and by one that was cut after `received` characters
    (None: none was). Nobody tells, so it is estimated.
    """
    asked = estimated_tokens(request) if silent or received is not None else 0
    cut = [] if received is None else [Usage(input_tokens=asked, output_tokens=-(-received // CHARACTERS_A_TOKEN))]
    return [*[Usage(input_tokens=asked)] * silent, *cut]
