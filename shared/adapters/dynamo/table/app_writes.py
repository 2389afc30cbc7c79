"""What other stores need to write on an app's item: always a part of it, never the whole."""

from shared.adapters.dynamo.table.items import Item
from shared.adapters.dynamo.table.writes import PRESENT, equals
from shared.domain.errors import AppError, NotFound

LIVE = PRESENT & equals("deleted_at", None)
"""The app is there and not deleted: a deleted one takes no more work."""


def app_refused(stored: Item | None) -> AppError | None:
    """NotFound when the refusal came of the app being gone; else the caller knows better."""
    if stored is None or stored.get("deleted_at") is not None:
        return NotFound("There is no such app.")
    return None
