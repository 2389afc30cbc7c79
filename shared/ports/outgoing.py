"""The way out: names to addresses, and one HTTP exchange with an address that was vetted."""

from collections.abc import Mapping
from typing import Literal, NamedTuple, Protocol

from shared.domain.agent.outgoing import Method, Target

Addresses = list[str]
WireMethod = Method | Literal["PATCH"]
"""What our own adapters send, besides what an agent may."""


class WireAnswer(NamedTuple):
    """An answer as it came. Header names are lower case; `cut` when the body went on."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    cut: bool = False


class Resolver(Protocol):
    """Names to IP addresses."""

    def resolve(self, host: str, port: int, seconds: float) -> Addresses:
        """All addresses of a name, at least one. Unavailable when there is none or no answer in time."""


class OutgoingHttp(Protocol):
    """One request, one answer; redirects are not followed, no proxy and no credentials of ours are used."""

    def send(
        self,
        method: WireMethod,
        target: Target,
        *,
        address: str,
        headers: Mapping[str, str],
        body: bytes | None,
        seconds: float,
        max_bytes: int,
    ) -> WireAnswer:
        """Connect to `address` and nowhere else, as the host that `target` names (also for its certificate).

        At most `max_bytes` of the body are read, and no more than `seconds` pass. Unavailable when it fails.
        """


class Outside(NamedTuple):
    """What a request to another host needs."""

    resolver: Resolver
    http: OutgoingHttp
