"""Secrets of other people, unreadable where they are kept."""

from typing import Protocol


class Seals(Protocol):
    """Seals with the deployment's secret and a context, without which nothing opens."""

    def seal(self, text: str, *context: str) -> str:
        """Another ciphertext each time."""

    def open(self, sealed: str, *context: str) -> str:
        """What was sealed. ValueError for another context, another secret, or what was changed."""
