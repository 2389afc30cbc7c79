"""The port to a language model."""

from collections.abc import Iterator
from typing import Protocol

from shared.domain.agent.model_messages import ModelEvent, ModelRequest


class ModelPort(Protocol):
    """A model that streams.

    Events arrive in order and end with exactly one `Completed`. Every `ToolCallStart` is followed by its deltas and
    one `ToolCallDone`. What goes wrong is raised from the iterator as an error of `shared.domain.agent.model_errors`: a
    stream that stops without its terminal event is `ModelTruncated`, never a success. Nothing is retried once a token
    was seen; before that, `Retrying` announces every further attempt. `Waiting` comes at least every second in which
    nothing else does. Closing the iterator drops the connection.
    """

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]: ...
