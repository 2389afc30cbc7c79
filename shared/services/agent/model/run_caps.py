"""The caps of a run: what a call may cost is reserved before it is made, what it did cost is counted after."""

from collections.abc import Sequence
from typing import NamedTuple

from shared.domain.agent.model_messages import ModelRequest, Usage
from shared.domain.runs.run_parts import RunUsage, StoppedBy
from shared.services.agent.loop_work import Work
from shared.services.spending.ask_once import ANSWER_TOKENS, CHARACTERS_A_TOKEN, estimated_tokens

_LONGEST_ANSWER = 200_000
"""Tokens; no answer that is any good is longer."""


class Cap(NamedTuple):
    """The cap `name` of a run before a call: `most` is what it allows, `used` what is counted already, `call` what the
    call needs to be made, `usual` what it is thought to use, `following` what one more call would need after it.

    `why` says in words why no call may be made, `left` what is left.
    """

    name: StoppedBy
    most: float
    used: float
    call: float
    usual: float
    following: float
    why: str
    left: str

    @property
    def reached(self) -> bool:
        return self.used + self.call > self.most

    @property
    def one_left(self) -> bool:
        """Whether no other call would fit after this one."""
        return self.used + self.usual + self.following > self.most


def caps_of_run(work: Work, request: ModelRequest) -> list[Cap]:
    """The caps as they stand before the call `request`; that of dollars only for a model with a price."""
    asked, priced = estimated_tokens(request), work.inputs.ports.price(work.run.request.model, Usage()) is not None
    return [_calls(work), _tokens(work, asked), *([_money(work, asked)] if priced else []), _time(work)]


def _calls(work: Work) -> Cap:
    most, used = work.run.bounds.model_calls, work.run.usage.model_calls
    why = f"{used} of {most} model calls were made"
    return Cap("model_calls", most, used, 1, 1, 1, why, f"{most - used} of {most} model calls")


def _tokens(work: Work, asked: int) -> Cap:
    most, used = work.run.bounds.tokens, work.run.usage.total_tokens + work.run.usage.lost_tokens
    usual = asked + _usual_answer(work)
    why = f"{used:,} tokens counted; the next call would read about {asked:,}; the cap is {most:,}"
    return Cap("tokens", most, used, asked, usual, usual, why, f"{max(0, most - used):,} of {most:,} tokens")


def _money(work: Work, asked: int) -> Cap:
    most, used = work.run.bounds.dollars, work.run.usage.counted_usd
    answer, call = _usual_answer(work), _reserve(work, asked)
    cached = asked * work.run.usage.cached_tokens // max(1, work.run.usage.prompt_tokens)
    usual = _dollars(work, Usage(input_tokens=asked, cached_tokens=cached, output_tokens=answer))
    why = f"${used:.2f} counted; the next call may cost up to ${call:.2f}; the cap is ${most:.2f}"
    left = f"${max(0, most - used):.2f} of ${most:.2f}"
    return Cap("dollars", most, used, call, usual, _reserve(work, asked + answer), why, left)


def _time(work: Work) -> Cap:
    most, left = work.run.bounds.seconds, work.seconds_left()
    usual = (most - left) / max(1, work.run.usage.model_calls)
    why = f"{most - left:.0f} seconds used; the cap is {most}"
    return Cap("seconds", most, most - left, 1, usual, usual, why, f"{max(0, left):.0f} of {most} seconds")


def _usual_answer(work: Work) -> int:
    """Tokens of an answer of this run; before there is one, those that are reserved."""
    used = work.run.usage
    return max(ANSWER_TOKENS, used.completion_tokens // max(1, used.model_calls - used.lost_calls))


def answer_room(work: Work, request: ModelRequest) -> int:
    """How many characters of an answer the caps leave room for; what was reserved is always granted."""
    return max(ANSWER_TOKENS, min(_rooms(work, request).values())) * CHARACTERS_A_TOKEN


def narrowest(work: Work, request: ModelRequest) -> StoppedBy:
    """What ends an answer that is longer than its room."""
    rooms = _rooms(work, request)
    return min(rooms, key=lambda name: rooms[name])


def _rooms(work: Work, request: ModelRequest) -> dict[StoppedBy, int]:
    """Tokens of an answer that each cap leaves room for."""
    run, used, asked = work.run, work.run.usage, estimated_tokens(request)
    tokens = run.bounds.tokens - used.total_tokens - used.lost_tokens - asked
    question = _dollars(work, Usage(input_tokens=asked))
    each = (_reserve(work, asked) - question) / ANSWER_TOKENS
    left = run.bounds.dollars - used.counted_usd - question
    longest = longest_answer(request)
    paid: dict[StoppedBy, int] = {"dollars": int(left / each)} if each > 0 else {}
    return {"tokens": tokens, **paid, "answers": longest}


def longest_answer(request: ModelRequest) -> int:
    """Return the most tokens that an answer to the request may have."""
    return min(request.max_output_tokens or _LONGEST_ANSWER, _LONGEST_ANSWER)


def _reserve(work: Work, asked: int) -> float:
    return _dollars(work, Usage(input_tokens=asked, output_tokens=ANSWER_TOKENS))


def _dollars(work: Work, usage: Usage) -> float:
    """What the cap of dollars sees: nothing of a model without a price."""
    return work.inputs.ports.price(work.run.request.model, usage) or 0.0


def with_call(work: Work, call: Usage | None, lost: Sequence[Usage] = ()) -> RunUsage:
    """The run's usage with one more call in it, and with those that were lost."""
    used, new = work.run.usage, call or Usage()
    prices = [work.inputs.ports.price(work.run.request.model, one) for one in (*([call] if call else []), *lost)]
    known = [price for price in prices if price is not None]
    return RunUsage(
        prompt_tokens=used.prompt_tokens + new.input_tokens,
        completion_tokens=used.completion_tokens + new.output_tokens,
        total_tokens=used.total_tokens + new.total_tokens,
        lost_tokens=used.lost_tokens + sum(one.total_tokens for one in lost),
        cached_tokens=used.cached_tokens + new.cached_tokens,
        cost_usd=None if used.cost_usd is None or len(known) < len(prices) else round(used.cost_usd + sum(known), 6),
        counted_usd=round(used.counted_usd + sum(known), 6),
        model=work.run.request.model,
        model_calls=used.model_calls + len(prices),
        lost_calls=used.lost_calls + len(lost),
    )
