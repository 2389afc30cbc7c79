"""The caps of a run: what a call may cost is set aside before it is made, what it did cost is counted after."""

from shared.domain.model_messages import Completed, ModelRequest, Usage
from shared.domain.run import RunUsage
from shared.services.loop_work import Work

_CHARACTERS_A_TOKEN = 4
_ANSWER_TOKENS = 2_000


def reached_cap(work: Work, request: ModelRequest) -> str | None:
    """The cap, in words, that the next call would pass; None when it may be made."""
    run, bounds, used = work.run, work.run.bounds, work.run.usage
    asked = estimated_tokens(request)
    reserve = work.ports.budget_price(run.model, Usage(input_tokens=asked, output_tokens=_ANSWER_TOKENS))
    spent = {
        f"{bounds.model_calls} model calls": used.model_calls >= bounds.model_calls,
        f"{bounds.tokens} tokens": used.total_tokens + asked >= bounds.tokens,
        f"${bounds.dollars:.2f}": used.counted_usd + reserve > bounds.dollars,
        f"{bounds.seconds} seconds": work.seconds_left() <= 0,
    }
    return next((name for name, reached in spent.items() if reached), None)


def estimated_tokens(request: ModelRequest) -> int:
    """About how many tokens the model will read."""
    characters = len(request.instructions) + sum(len(item.model_dump_json()) for item in request.items)
    characters += sum(len(tool.model_dump_json()) for tool in request.tools)
    return characters // _CHARACTERS_A_TOKEN


def settled(work: Work, completed: Completed) -> RunUsage:
    """The run's usage with this call in it."""
    used, new = work.run.usage, completed.usage
    price = work.ports.price(work.run.model, new)
    return RunUsage(
        prompt_tokens=used.prompt_tokens + new.input_tokens,
        completion_tokens=used.completion_tokens + new.output_tokens,
        total_tokens=used.total_tokens + new.total_tokens,
        cached_tokens=used.cached_tokens + new.cached_tokens,
        cost_usd=None if price is None or used.cost_usd is None else round(used.cost_usd + price, 6),
        counted_usd=round(used.counted_usd + work.ports.budget_price(work.run.model, new), 6),
        model=work.run.model,
        model_calls=used.model_calls + 1,
    )
