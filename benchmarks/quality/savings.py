"""What the work would have cost without a part: whole calls, tokens that are not said, tokens that are not shown."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.quality.scripted import A_TOKEN, Exchange
from local.openai_server.reply import Call
from shared.domain.agent.model_messages import ToolCall, ToolOutput
from shared.domain.spending.prices import Price

_DONE = "Done"
_A_CALL = 40
"""Tokens that the smallest call with a word before it takes."""


@dataclass(frozen=True)
class Rates:
    """Dollars a token."""

    fresh: float
    cached: float
    said: float

    @classmethod
    def of(cls, price: Price) -> "Rates":
        """From a table by the million."""
        return cls(price.input / 1e6, price.cached / 1e6, price.output / 1e6)


@dataclass(frozen=True)
class Recorded:
    """One trial's exchanges, and its files as they were at the end."""

    exchanges: list[Exchange]
    files: Mapping[str, str] = field(default_factory=dict)

    def later(self, number: int) -> int:
        """How many requests came after exchange `number` for its message; with the next one history begins anew."""
        sizes = [len(exchange.request.items) for exchange in self.exchanges[number:]]
        return next((at for at in range(1, len(sizes)) if sizes[at] < sizes[at - 1]), len(sizes)) - 1

    def was_done(self, number: int, call: Call) -> bool:
        """Whether the next request tells that a change was made; one that was refused saved nothing."""
        items = self.exchanges[number + 1].request.items if self.later(number) else ()
        ids = {item.call_id for item in items if isinstance(item, ToolCall) and _same(item, call)}
        return any(
            item.output.startswith(_DONE) for item in items if isinstance(item, ToolOutput) and item.call_id in ids
        )


def _same(item: ToolCall, call: Call) -> bool:
    return (item.name, item.arguments) == (call.name, call.arguments_text)


def read_recorded(out: Path) -> Iterator[Recorded]:
    """Of every trial in a folder of records whose exchanges are known."""
    for file in sorted(out.glob("*/exchanges.jsonl")):
        lines = file.read_text("utf-8").split("\n")[:-1]
        if lines:
            files = json.loads((file.parent / "files.json").read_text("utf-8"))
            yield Recorded([Exchange.model_validate_json(line) for line in lines], files)


@dataclass(frozen=True)
class Saved:
    """Whole calls of the model; tokens it need not say; tokens of results it need not be sent."""

    calls: int = 0
    said: int = 0
    shown: int = 0


def worth(saved: Saved, trial: Recorded, number: int, rates: Rates) -> tuple[int, int, float]:
    """(calls, tokens, dollars). A call sends the whole context again, from the cache; what is said or shown is sent
    once at the full price and with each later request from the cache."""
    usage = trial.exchanges[number].reply.usage
    context = usage.input_tokens if usage else 0
    later = trial.later(number)
    moved = saved.said + saved.shown
    usd = saved.calls * (context * rates.cached + _A_CALL * rates.said) + saved.said * rates.said
    if later:
        usd += moved * (rates.fresh + (later - 1) * rates.cached)
    return saved.calls, saved.calls * (context + _A_CALL) + saved.said + moved * later, usd


@dataclass(frozen=True)
class Rule:
    """What stands against a tool: `saves` takes its arguments, their tokens and the files at the end.

    `if_done`: only a call that changed something saves anything.
    """

    instead: str
    saves: Callable[[dict[str, Any], int, Mapping[str, str]], Saved]
    if_done: bool = False


def _of_edit(arguments: dict[str, Any], tokens: int, files: Mapping[str, str]) -> Saved:
    return _of_file(arguments.get("path"), tokens, files)


def _of_file(path: object, tokens: int, files: Mapping[str, str]) -> Saved:
    """Nothing is known of a file that is gone at the end."""
    return Saved(said=_tokens_of([path], files) - tokens) if path in files else Saved()


def _of_rename(arguments: dict[str, Any], tokens: int, files: Mapping[str, str]) -> Saved:
    return _of_file(arguments.get("new_path"), tokens, files)


def _of_many(arguments: dict[str, Any], tokens: int, files: Mapping[str, str]) -> Saved:
    paths = arguments.get("paths")
    return Saved(calls=max(len(paths) - 1, 0) if isinstance(paths, list) else 0)


def _of_search(arguments: dict[str, Any], tokens: int, files: Mapping[str, str]) -> Saved:
    return Saved(shown=_tokens_of([path for path in files if path.startswith("src/")], files))


RULES = {
    "edit_file": Rule("the whole file written", _of_edit, if_done=True),
    "rename_file": Rule("the whole file written", _of_rename, if_done=True),
    "read_files": Rule("a call for each file", _of_many),
    "search_code": Rule("all of src read", _of_search),
}


def _tokens_of(paths: Iterable[object], files: Mapping[str, str]) -> int:
    return sum(len(files[path]) for path in paths if isinstance(path, str) and path in files) // A_TOKEN
