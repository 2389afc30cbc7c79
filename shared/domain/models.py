"""The models a deployment offers: what each costs and can do. Nobody can name another."""

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from shared.domain.model_messages import Usage
from shared.domain.prices import Price, Prices

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}\Z")
_Dollars = Annotated[float, Field(ge=0, le=100_000, allow_inf_nan=False)]


def model_name(text: str) -> str:
    """`text` itself when a model may be called so; else ValueError."""
    if not _NAME.match(text) or ".." in text:
        raise ValueError(
            "a model's name has letters, digits and . _ : / @ + -, at most 128, and begins with one of them"
        )
    return text


class ListedPrice(BaseModel):
    """US dollars per million tokens. Without `cached_input` cached tokens cost what others do."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: _Dollars
    cached_input: _Dollars | None = None
    output: _Dollars

    def price(self) -> Price:
        cached = self.input if self.cached_input is None else self.cached_input
        return Price(input=self.input, cached=cached, output=self.output)


class ModelEntry(BaseModel):
    """One entry of `MODELS`. Without `price` the known price holds, and where none is known it is `unpriced`.

    `context_window` and `output_limit` are tokens; `first_token_seconds` is how long a call waits for its first.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, AfterValidator(model_name)]
    price: ListedPrice | Literal["unpriced"] | None = None
    context_window: int | None = Field(default=None, ge=4_000, le=100_000_000)
    output_limit: int | None = Field(default=None, ge=500, le=10_000_000)
    images: bool = False
    first_token_seconds: float | None = Field(default=None, gt=0, le=600)


class Models:
    """The list with its prices; the default stands first."""

    def __init__(self, entries: Sequence[ModelEntry] = (), prices: Prices | None = None, default: str = "") -> None:
        named = {entry.name: entry for entry in entries}
        if default:
            named = {default: named.get(default) or ModelEntry(name=default)} | named
        self.entries, self.default, self._prices = named, default, prices

    def find(self, name: str) -> ModelEntry | None:
        return self.entries.get(name)

    def window(self, name: str) -> int | None:
        """Tokens that the model reads and writes at most; None when the list does not say."""
        entry = self.entries.get(name)
        return entry.context_window if entry else None

    def price_of(self, name: str) -> Price | None:
        """None for a model without a price, listed or not."""
        entry = self.entries.get(name)
        if entry is not None and entry.price == "unpriced":
            return None
        if entry is not None and isinstance(entry.price, ListedPrice):
            return entry.price.price()
        return self._prices.find(name) if self._prices else None

    def cost(self, name: str, usage: Usage) -> float | None:
        """The dollars that `usage` costs; None without a price."""
        price = self.price_of(name)
        return price.of(usage) if price else None

    def unpriced(self) -> list[str]:
        """Names that are bounded by tokens."""
        return [name for name in self.entries if self.price_of(name) is None]


def read_models(text: str) -> list[ModelEntry]:
    """The entries of a JSON list; ValueError says in one line which entry is wrong and why."""
    try:
        entries = _LIST.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "list"
        raise ValueError(f"MODELS: {place}: {first['msg']}") from None
    names = [entry.name for entry in entries]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"MODELS: {twice[0]} is listed twice")
    return entries


def refuse_free(names: Sequence[str], prices: Prices) -> None:
    """ValueError for a name of the offline and test models: a deployment has none, and would count them as free."""
    for name in names:
        known = prices.find(name)
        if known is not None and known.input == known.output == 0:
            raise ValueError(f"{name} exists only on a developer's machine; name a model of the provider")


_LIST = TypeAdapter(Annotated[list[ModelEntry], Field(max_length=50)])
