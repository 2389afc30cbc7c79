"""The port to a language model."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from shared.domain.agent.model_messages import ModelEvent, ModelRequest
from shared.domain.agent.model_profile import Profile


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


@runtime_checkable
class ModelServer(ModelPort, Protocol):
    """A model whose server is known: how requests are written for it, with what its refusals have taught so far."""

    @property
    def wire(self) -> Literal["responses", "chat"]: ...

    def profile(self, model: str) -> Profile: ...

    def lessons(self, model: str) -> Profile | None:
        """The profile that refusals have taught this process, without a window; None when they taught nothing."""

    def recall(self, model: str, lessons: Profile) -> None:
        """Add what refusals have taught another process."""

    def forget_window(self, model: str) -> None:
        """Ask the server anew for its window: it may be started with a larger one."""
