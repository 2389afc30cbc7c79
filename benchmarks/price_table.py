"""The price table (`prices/aws-us-east-1.json`) as one mapping from a unit to dollars."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "prices"


def price_table() -> dict[str, Any]:
    """The document: date, region, and a source for each service."""
    document: dict[str, Any] = json.loads((FOLDER / "aws-us-east-1.json").read_text())
    return document


def prices() -> dict[str, float]:
    """Dollars of one unit, by its name; no name stands in two services."""
    found: dict[str, float] = {}
    for service in price_table()["services"].values():
        twice = found.keys() & service["prices"].keys()
        assert not twice, twice
        found |= service["prices"]
    return found


def cost(amounts: Mapping[str, float]) -> float:
    """Dollars of so many units each. An unknown unit is an error."""
    table = prices()
    return sum(amount * table[name] for name, amount in amounts.items())
