"""Whose key this is."""

from shared.domain.access.api_key import digest_of
from shared.domain.errors import Unauthenticated
from shared.domain.identity import Principal
from shared.ports.access import ApiKeyStore
from shared.ports.clock import Clock


def verify_api_key(*, secret: str, keys: ApiKeyStore, clock: Clock) -> Principal:
    """The program that holds the key; Unauthenticated, always in the same words, for every other text."""
    digest = digest_of(secret)
    key = keys.find(digest) if digest else None
    if key is None or not key.good(clock.now()):
        raise Unauthenticated("The API key was not accepted.")
    return key.principal()
