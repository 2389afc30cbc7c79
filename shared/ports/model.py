"""The port to a language model."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from shared.domain.agent.model_messages import ModelEvent, ModelRequest


class Embedded(NamedTuple):
    """A vector a text, in the order of the texts, and how many tokens were read."""

    vectors: Sequence[Sequence[float]]
    tokens: int


class Embedder(Protocol):
    """Texts to vectors of one length."""

    @property
    def model(self) -> str:
        """Its name: vectors of another model cannot be compared with its own."""

    def embed(self, texts: Sequence[str]) -> Embedded:
        """Unavailable when there is no good answer in a few seconds."""


class ModelPort(Protocol):
    """A model that streams.

    Events arrive in order and end with exactly one `Completed`. Every `ToolCallStart` is followed by its deltas and
    one `ToolCallDone`. What goes wrong is raised from the iterator as an error of `shared.domain.agent.model_errors`: a
    stream that stops without its terminal event is `ModelTruncated`, never a success. Nothing is retried once a token
    was seen; before that, `Retrying` announces every further attempt. `Waiting` comes at least every second in which
    nothing else does. Closing the iterator drops the connection.
    """

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]: ...
