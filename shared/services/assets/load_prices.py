"""Reads the price table that ships with the code."""

import functools
from pathlib import Path

from shared.domain.spending.prices import Prices

PRICES = Path(__file__).parents[2] / "prices.json"


@functools.cache
def load_prices() -> Prices:
    """The table; read once per process."""
    return Prices.model_validate_json(PRICES.read_bytes())
