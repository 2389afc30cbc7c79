"""What each part of the agent's work costs and saves, on the exchanges that were recorded with a model's server.

Tokens are counted as `scripted.py` counts them, cached ones at their price. What a part saves is what the same work
would have cost without it, by the rule that its row names; where nothing comparable exists there is a dash.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchmarks.quality.savings import RULES, Rates, Recorded, Saved, worth
from benchmarks.quality.scripted import A_TOKEN, Exchange
from shared.domain.agent.model_messages import Item, ToolCall, ToolOutput, ToolSpec
from shared.domain.spending.prices import Price
from shared.domain.untrusted import readable_json

_FIXED = re.compile(r"^Fixed without asking:\n((?:- .*\n?)+)", re.MULTILINE)
_FIXES = {
    "missing dependency": re.compile(r" is declared in package\.json now"),
    "wrong path": re.compile(r" now, which was written "),
    "wrong icon": re.compile(r" has no \S+; it is \S+ now\.$"),
    "missing hook": re.compile(r" imports .+ from 'react' now\.$"),
    "missing import": re.compile(r" imports .+ from .+ now\.$"),
    "another": re.compile(""),
}
"""Each fixer's sentence; the first that fits."""
_COMPACTED, _JOINED = "compaction of older tool traffic", "calls joined in one answer"
_CACHE = "the cache of prefixes"
_SHORTENED = {
    _COMPACTED: re.compile(r"\[\.\.\. (\d+) characters left out to save room|left_out\W+(\d+) characters"),
    "long results and files cut": re.compile(r"\[\.\.\. (\d+) characters left out; "),
}


@dataclass
class Part:
    """A row: how often, what it cost, and what it saves (None: there is nothing to hold it against)."""

    name: str
    instead: str = ""
    times: int = 0
    tokens: int = 0
    usd: float = 0.0
    saved_calls: int | None = None
    saved_tokens: int | None = None
    saved_usd: float | None = None

    def carry(self, fresh: int, cached: int, rates: Rates) -> None:
        """Add what a request holds of it."""
        self.tokens += fresh + cached
        self.usd += fresh * rates.fresh + cached * rates.cached

    def save(self, calls: int, tokens: int, usd: float) -> None:
        """Add to what is saved."""
        self.saved_calls = (self.saved_calls or 0) + calls
        self.saved_tokens = (self.saved_tokens or 0) + tokens
        self.saved_usd = (self.saved_usd or 0.0) + usd


def measure(recorded: Iterable[Recorded], price: Price) -> list[Part]:
    """A row for each tool, each kind of deterministic fix, each way in which requests are kept short."""
    rates, parts = Rates.of(price), _Parts()
    for trial in recorded:
        for number, exchange in enumerate(trial.exchanges):
            _add_carried(parts, exchange, rates)
            _add_said(parts, trial, number, rates)
            _add_fixes(parts, trial, number, rates)
            _add_shortened(parts, trial, number, rates)
            _add_cache(parts, exchange, rates)
    return parts.rows()


class _Parts:
    def __init__(self) -> None:
        self._tools: dict[str, Part] = {}
        fixed = [f"fix: {name}" for name in _FIXES]
        self._others = {name: Part(name, "a call of the model to mend it") for name in fixed}
        self._others |= {name: Part(name, "sent whole") for name in _SHORTENED}
        self._others[_JOINED] = Part(_JOINED, "an answer for each")
        self._others[_CACHE] = Part(_CACHE, "all at the full price")
        for part in self._others.values():
            part.save(0, 0, 0.0)

    def tool(self, name: str) -> Part:
        return self._tools.setdefault(name, Part(name))

    def other(self, name: str) -> Part:
        return self._others[name]

    def rows(self) -> list[Part]:
        tools = sorted(self._tools.values(), key=lambda part: -part.usd)
        return [*tools, *self._others.values()]


def _add_carried(parts: _Parts, exchange: Exchange, rates: Rates) -> None:
    """What each tool's description, calls and results cost as part of this request."""
    names = {item.call_id: item.name for item in exchange.request.items if isinstance(item, ToolCall)}
    for one, fresh, cached in _priced(exchange):
        if isinstance(one, ToolSpec):
            parts.tool(one.name).carry(fresh, cached, rates)
        elif isinstance(one, ToolCall | ToolOutput) and one.call_id in names:
            parts.tool(names[one.call_id]).carry(fresh, cached, rates)


def _priced(exchange: Exchange) -> Iterator[tuple[ToolSpec | Item | None, int, int]]:
    """Each part of the request in order, with its tokens at the full and at the cached price; None: instructions."""
    usage, request = exchange.reply.usage, exchange.request
    warm, at = (usage.cached_tokens if usage else 0) * A_TOKEN, 0
    pieces: list[tuple[ToolSpec | Item | None, int]] = [
        *((tool, len(tool.model_dump_json())) for tool in request.tools),
        (None, len(request.instructions)),
        *((item, len(item.model_dump_json())) for item in request.items),
    ]
    for one, length in pieces:
        cached = min(max(warm - at, 0), length)
        yield one, (length - cached) // A_TOKEN, cached // A_TOKEN
        at += length


def _add_said(parts: _Parts, trial: Recorded, number: int, rates: Rates) -> None:
    """What the answer's calls cost to be said, and what they save."""
    said = trial.exchanges[number].reply.calls
    for call in said:
        tokens = len(call.arguments_text) // A_TOKEN
        part = parts.tool(call.name)
        part.times += 1
        part.tokens += tokens
        part.usd += tokens * rates.said
        if rule := RULES.get(call.name):
            part.instead = rule.instead
            if rule.if_done and not trial.was_done(number, call):
                continue
            read = readable_json(call.arguments_text)
            saved = rule.saves(read if isinstance(read, dict) else {}, tokens, trial.files)
            part.save(*worth(saved, trial, number, rates))
    if len(said) > 1:
        joined = parts.other(_JOINED)
        joined.times += 1
        joined.save(*worth(Saved(calls=len(said) - 1), trial, number, rates))


def _add_fixes(parts: _Parts, trial: Recorded, number: int, rates: Rates) -> None:
    """Each repair that was told in a result for the first time with this request."""
    before = trial.exchanges[number - 1].request.items if number else ()
    known = {item.call_id for item in before if isinstance(item, ToolOutput)}
    for item in trial.exchanges[number].request.items:
        if isinstance(item, ToolOutput) and item.call_id not in known:
            for sentence in told_fixes(item.output):
                part = parts.other(f"fix: {kind_of_fix(sentence)}")
                part.times += 1
                part.save(*worth(Saved(calls=1), trial, number, rates))


def told_fixes(output: str) -> list[str]:
    """The sentences of the repairs that a result tells of."""
    return [line[2:] for found in _FIXED.findall(output) for line in found.splitlines()]


def kind_of_fix(sentence: str) -> str:
    """Which fixer says so."""
    return next(name for name, mark in _FIXES.items() if mark.search(sentence))


def _add_shortened(parts: _Parts, trial: Recorded, number: int, rates: Rates) -> None:
    """What is not sent with this request. Whole, what was sent before would come from the cache; cut anew it is paid
    in full, and so is what stands behind it."""
    before = _items_before(trial, number)
    is_cut = _is_cut(trial, number, before)
    for one, fresh, _ in _priced(trial.exchanges[number]):
        if one is None or isinstance(one, ToolSpec):
            continue
        known = _key(one) in before
        for name, mark in _SHORTENED.items():
            if left_out := _left_out(mark, one.model_dump_json()):
                part = parts.other(name)
                part.times += 1
                part.save(0, left_out, left_out * (rates.cached if known else rates.fresh))
        if known and is_cut:
            parts.other(_COMPACTED).save(0, 0, -fresh * (rates.fresh - rates.cached))


def _left_out(mark: re.Pattern[str], text: str) -> int:
    return sum(int(digits) for found in mark.finditer(text) for digits in found.groups() if digits) // A_TOKEN


def _items_before(trial: Recorded, number: int) -> dict[str, Item]:
    return {_key(item): item for item in trial.exchanges[number - 1].request.items} if number else {}


def _is_cut(trial: Recorded, number: int, before: dict[str, Item]) -> bool:
    """Whether something that had been sent was cut in this request."""
    items = trial.exchanges[number].request.items
    return any(before.get(_key(item), item) != item for item in items)


def _key(item: Item) -> str:
    return f"{item.type} {getattr(item, 'call_id', '') or getattr(item, 'content', '')}"


def _add_cache(parts: _Parts, exchange: Exchange, rates: Rates) -> None:
    usage = exchange.reply.usage
    if usage and usage.cached_tokens:
        part = parts.other(_CACHE)
        part.times += 1
        part.save(0, 0, usage.cached_tokens * (rates.fresh - rates.cached))


def parts_table(parts: Iterable[Part]) -> str:
    """As Markdown."""
    head = "| part | times | tokens | $ | instead of it | saves calls | saves tokens | saves $ |\n" + "|---" * 8 + "|"
    return "\n".join([head, *(_row(part) for part in parts)])


def _row(part: Part) -> str:
    cost = f"{part.tokens:,} | {part.usd:.4f}" if part.tokens else "- | -"
    saved = "- | - | -"
    if part.saved_calls is not None and part.saved_tokens is not None and part.saved_usd is not None:
        saved = f"{part.saved_calls:,} | {part.saved_tokens:,} | {part.saved_usd:.4f}"
    return f"| {part.name} | {part.times} | {cost} | {part.instead or '-'} | {saved} |"
