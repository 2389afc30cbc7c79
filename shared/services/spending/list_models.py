"""The models a person may choose from."""

from pydantic import BaseModel

from shared.domain.spending.models import Models
from shared.domain.spending.prices import Price


class ModelPrice(BaseModel):
    """US dollars per million tokens."""

    input: float
    cached_input: float
    output: float


class ModelView(BaseModel):
    """One model. Without a `price` its runs are bounded by tokens. What the deployment did not say is null."""

    name: str
    is_default: bool
    price: ModelPrice | None
    context_window: int | None
    output_limit: int | None
    images: bool
    first_token_seconds: float | None


class ModelList(BaseModel):
    """The default first, then as the deployment lists them."""

    items: list[ModelView]


def list_models(models: Models) -> ModelList:
    """What `settings.models.auto` may name."""
    return ModelList(items=[_view(name, models) for name in models.entries])


def _view(name: str, models: Models) -> ModelView:
    entry = models.entries[name].model_dump(exclude={"price", "images"})
    return ModelView(
        **entry,
        images=models.takes_images(name),
        price=_price(models.price_of(name)),
        is_default=name == models.default,
    )


def _price(price: Price | None) -> ModelPrice | None:
    if price is None:
        return None
    return ModelPrice(input=price.input, cached_input=price.cached, output=price.output)
