"""Bearer tokens in memory."""

from shared.domain.errors import Unauthenticated
from shared.domain.identity import Principal


class FakeIdentity:
    """`Identity`: the tokens it was told about."""

    def __init__(self) -> None:
        self._principals: dict[str, Principal] = {}

    def add(self, bearer: str, principal: Principal) -> str:
        self._principals[bearer] = principal
        return bearer

    def verify(self, bearer: str) -> Principal:
        if bearer not in self._principals:
            raise Unauthenticated("The token is not valid.")
        return self._principals[bearer]
