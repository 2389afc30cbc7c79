"""The offline model as an OpenAI-compatible server."""

from typing import Any

from local.offline_model.author import author
from local.openai_server.reply import Reply
from local.openai_server.server import RunningServer, start
from shared.domain.agent.model_messages import ModelRequest

DELAY = 0.004


class OfflineModel:
    """The responder: the author's answers at a readable pace."""

    name = "offline-demo"

    def __init__(self, delay: float = DELAY) -> None:
        self._delay = delay

    def respond(self, request: ModelRequest) -> Reply:
        return author(request).model_copy(update={"delay": self._delay})

    def control(self, method: str, path: str, body: Any) -> Any:
        return None


def start_in_thread(port: int = 0, *, delay: float = DELAY, api_key: str | None = None) -> RunningServer:
    """Starts the model on 127.0.0.1; `url` is its base URL, `stop` ends it. OSError when the port is taken."""
    return start(OfflineModel(delay), port=port, api_key=api_key)
