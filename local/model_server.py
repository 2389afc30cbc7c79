"""The offline demonstration model, as the stack starts it."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class OfflineModel:
    """A running server."""

    name: str
    base_url: str
    _server: Any

    def close(self) -> None:
        """Stop it."""
        self._server.stop()


def start_offline_model() -> OfflineModel:
    """Start the offline model in a thread of this process."""
    from local.offline_model.server import start_in_thread  # only when no other model is configured

    server = start_in_thread()
    return OfflineModel(name="offline-demo", base_url=server.url, _server=server)
