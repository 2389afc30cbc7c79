"""The offline demonstration model, as the stack starts it."""

import secrets
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class OfflineModel:
    """A running server."""

    name: str
    base_url: str
    api_key: str = field(repr=False)
    _server: Any

    def close(self) -> None:
        """Stop it."""
        self._server.stop()


def start_offline_model() -> OfflineModel:
    """Start the offline model in a thread of this process; it answers whoever has the key of this start."""
    from local.offline_model.server import start_in_thread  # only when no other model is configured

    key = secrets.token_urlsafe(32)
    server = start_in_thread(api_key=key)
    return OfflineModel("offline-demo", server.url, key, server)
