"""The port to a model that turns texts into vectors."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


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
