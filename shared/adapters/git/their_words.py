"""What a host says of a refusal, as far as it may be shown."""

import unicodedata
from collections.abc import Iterable

from shared.domain.base import without_unseen
from shared.domain.untrusted import shortened

_MOST = 300


def their_words(text: str, secrets: Iterable[str]) -> str:
    """On one line, shortened, and without what they know of ours."""
    # Characters of no width could stand in a secret, so they go before it is looked for.
    said = "".join(char for char in without_unseen(text) if char.isascii() or unicodedata.category(char) != "Cf")
    for secret in secrets:
        said = said.replace(secret, "(token)")
    return shortened(" ".join(said.split()), _MOST)
