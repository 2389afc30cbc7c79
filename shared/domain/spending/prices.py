"""What tokens cost. Prices are data; a model that is not in the table has no price, and is counted in tokens."""

import re
from collections.abc import Mapping

from pydantic import BaseModel

from shared.domain.agent.model_messages import Usage

_MILLION = 1_000_000
_DATE = re.compile(r"-\d{4}-\d{2}-\d{2}$|-\d{4}$")
_PROVIDER = re.compile(r"^(?:[a-z0-9_-]+/|(?:[a-z]{2}\.)?openai\.)+")


class Price(BaseModel, frozen=True):
    """Dollars per million tokens; above `long_above` input tokens the whole call costs more."""

    input: float
    cached: float
    output: float
    cache_write: float | None = None
    long_above: int | None = None
    long_input_factor: float = 2.0
    long_output_factor: float = 1.5

    def of(self, usage: Usage) -> float:
        """The dollars `usage` costs; tokens outside 0..input are not trusted to lower the bill."""
        long = self.long_above is not None and usage.input_tokens > self.long_above
        cached = max(0, min(usage.cached_tokens, usage.input_tokens))
        written = max(0, min(usage.cache_write_tokens, usage.input_tokens - cached))
        fresh = usage.input_tokens - cached - written
        write = self.input if self.cache_write is None else self.cache_write
        asked = fresh * self.input + cached * self.cached + written * write
        said = usage.output_tokens * self.output
        if long:
            asked, said = asked * self.long_input_factor, said * self.long_output_factor
        return (asked + said) / _MILLION


def known_as(model: str) -> tuple[str, ...]:
    """The names under which a table may know a model: as it is, and without provider and date."""
    name = model.lower()
    bare = _PROVIDER.sub("", name)
    return name, bare, _DATE.sub("", bare), re.sub(r"-\d+:\d+$", "", bare)


class Prices(BaseModel, frozen=True):
    """The table. Look-up ignores a provider prefix (`openai/`) and a date suffix (`-2026-04-23`)."""

    as_of: str
    models: Mapping[str, Price]

    def find(self, model: str) -> Price | None:
        return next((self.models[each] for each in known_as(model) if each in self.models), None)

    def cost(self, model: str, usage: Usage) -> float | None:
        """What is shown to people: None when the price is not known."""
        price = self.find(model)
        return price.of(usage) if price else None
