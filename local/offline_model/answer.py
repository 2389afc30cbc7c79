"""An answer while it is put together, and how it becomes a reply."""

from collections.abc import Mapping
from typing import Any

from local.offline_model.speech import pieces
from local.openai_server.reply import Call, Reply, Tokens
from shared.domain.agent.model_messages import ModelRequest

_PIECE = 160


class Answer:
    """Words, then calls."""

    def __init__(self, words: str = "") -> None:
        self.words = words
        self.calls: list[tuple[str, Mapping[str, Any]]] = []

    def call(self, tool: str, **arguments: Any) -> "Answer":
        self.calls.append((tool, arguments))
        return self

    def after(self, words: str) -> "Answer":
        self.words = words + self.words
        return self

    def reply(self, request: ModelRequest) -> Reply:
        """The reply, with its tokens counted by length: the demonstration has a size, if not a price."""
        calls = tuple(Call(name=tool, arguments=dict(arguments)) for tool, arguments in self.calls)
        said = len(self.words) + sum(len(call.arguments_text) for call in calls)
        asked = len(request.instructions) + sum(len(item.model_dump_json()) for item in request.items)
        return Reply(
            text=pieces(self.words),
            calls=calls,
            usage=Tokens(input_tokens=asked // 4 + 1, output_tokens=said // 4 + 1),
            argument_piece=_PIECE,
        )
