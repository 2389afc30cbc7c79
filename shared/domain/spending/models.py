"""The models a deployment offers: what each costs and can do. Nobody can name another."""

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from shared.domain.agent.model_messages import Usage
from shared.domain.agent.model_profile import ProfileChoice
from shared.domain.base import Input
from shared.domain.spending.prices import Price, Prices, known_as

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}\Z")
_TAKE_IMAGES = frozenset({
    "gpt-6.2-astra", "gpt-6.2-sol", "gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-astra", "gpt-6-sol", "gpt-6-luna",
    "gpt-5.6-sol", "gpt-5.6-terra", "gpt-5.6-luna", "gpt-5.5", "gpt-5.5-pro", "gpt-5.4", "gpt-5.4-pro",
    "gpt-5.4-mini", "gpt-5.4-nano", "gpt-5.3-codex", "gpt-5.2", "gpt-5.2-pro", "gpt-5.2-codex", "gpt-5.1",
    "gpt-5.1-codex", "gpt-5.1-codex-max", "gpt-5.1-codex-mini", "gpt-5", "gpt-5-pro", "gpt-5-codex",
    "gpt-5-mini", "gpt-5-nano", "gpt-4.1", "gpt-4.1-mini", "gpt-4.1-nano", "gpt-4o", "gpt-4o-mini",
    "gpt-4-turbo", "o4-mini", "o3", "o3-pro", "o1", "o1-pro",
})  # fmt: skip
"""Those whose provider documents images as input. Their kin for text or sound alone (o3-mini, gpt-oss) are not here."""
_Dollars = Annotated[float, Field(ge=0, le=100_000, allow_inf_nan=False)]


def model_name(text: str) -> str:
    """`text` itself when a model may be called so; else ValueError."""
    if not _NAME.match(text) or ".." in text:
        raise ValueError(
            "a model's name has letters, digits and . _ : / @ + -, at most 128, and begins with one of them"
        )
    return text


class ListedPrice(Input):
    """US dollars per million tokens. Without `cached_input` cached tokens cost what others do."""

    input: _Dollars
    cached_input: _Dollars | None = None
    output: _Dollars

    def price(self) -> Price:
        cached = self.input if self.cached_input is None else self.cached_input
        return Price(input=self.input, cached=cached, output=self.output)


class ModelEntry(Input):
    """One entry of `MODELS`. Without `price` the known price holds, and where none is known it is `unpriced`.

    `context_window` and `output_limit` are tokens; `images` says whether it is shown pictures, None that its name
    decides; `first_token_seconds` is how long a call waits for its first. `profile`: what the operator decides of the
    form of its requests, where detection is not enough.
    """

    name: Annotated[str, AfterValidator(model_name)]
    price: ListedPrice | Literal["unpriced"] | None = None
    context_window: int | None = Field(default=None, ge=4_000, le=100_000_000)
    output_limit: int | None = Field(default=None, ge=500, le=10_000_000)
    images: bool | None = None
    first_token_seconds: float | None = Field(default=None, gt=0, le=600)
    profile: ProfileChoice | None = None


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

    def takes_images(self, name: str) -> bool:
        """Whether it can be shown a picture: the list decides, else what is known of its name; else no."""
        entry = self.entries.get(name)
        if entry is not None and entry.images is not None:
            return entry.images
        return not _TAKE_IMAGES.isdisjoint(known_as(name))

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
