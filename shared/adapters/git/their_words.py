"""What a host says of a refusal, as far as it may be shown."""

from collections.abc import Iterable

from shared.domain.base import without_unseen
from shared.domain.untrusted import shortened

_MOST = 300


def their_words(text: str, secrets: Iterable[str]) -> str:
    """On one line, shortened, and without what they know of ours."""
    said = without_unseen(text)
    for secret in secrets:
        said = said.replace(secret, "(token)")
    return shortened(" ".join(said.split()), _MOST)
