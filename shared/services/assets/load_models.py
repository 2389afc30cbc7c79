"""Reads the deployment's list of models: `MODELS` (JSON or a file of it), or what was deployed beside the code."""

import functools
import logging
from pathlib import Path

from shared.domain.spending.models import Models, read_models, refuse_free
from shared.domain.spending.prices import Prices

logger = logging.getLogger(__name__)
DEPLOYED = Path(__file__).parents[2] / "models.json"


def models_text(given: str, deployed: Path = DEPLOYED) -> str:
    """The list as JSON; empty when there is none. ValueError for a file that cannot be read."""
    if given.strip().startswith("["):
        return given
    if not given:
        return deployed.read_text("utf-8") if deployed.is_file() else ""
    try:
        return Path(given).expanduser().read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise ValueError(f"MODELS: {given[:200]!r} is neither a JSON list nor a file that can be read") from None


@functools.cache
def load_models(given: str, default: str, *, is_deployment: bool) -> Models:
    """The list with the default on it; made once a process, which logs once what has no price."""
    prices, text = load_prices(), models_text(given)
    entries = read_models(text) if text else []
    if is_deployment:
        refuse_free([entry.name for entry in entries] + [default] * bool(default), prices)
    models = Models(entries, prices, default)
    if unpriced := models.unpriced():
        logger.warning("models without a price are bounded by tokens", extra={"models": unpriced})
    return models


PRICES = Path(__file__).parents[2] / "prices.json"


@functools.cache
def load_prices() -> Prices:
    """The table; read once per process."""
    return Prices.model_validate_json(PRICES.read_bytes())
