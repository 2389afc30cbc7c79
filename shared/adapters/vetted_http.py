"""Requests of one errand to public hosts by https: an address is looked up once and vetted, a redirect never leaves."""

import time
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urljoin

from shared.domain.agent.outgoing import Target, require_public
from shared.domain.delivery.git_errors import GitAddressRefused, GitUnavailable
from shared.domain.delivery.remote import https_target
from shared.domain.errors import Invalid, Unavailable
from shared.ports.outgoing import Outside, WireAnswer, WireMethod

_HOPS = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class Errand(NamedTuple):
    """How long it may take in all, and the ports that it may ask."""

    seconds: float
    ports: tuple[int, ...]


class VettedHttp:
    """Its time runs from the start."""

    def __init__(self, outside: Outside, errand: Errand) -> None:
        self._outside = outside
        self._ports = errand.ports
        self._until = time.monotonic() + errand.seconds
        self._addresses: dict[tuple[str, int], str] = {}

    def left(self) -> float:
        """Seconds; GitUnavailable when there are none."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise GitUnavailable("The host did not answer in time.")
        return left

    def send(
        self, method: WireMethod, url: str, headers: Mapping[str, str], body: bytes | None, max_bytes: int
    ) -> tuple[str, WireAnswer]:
        """The answer and the address that it came from: a GET is redirected on its own origin, nothing else is."""
        came_from, answer = self.send_cut(method, url, headers, body, max_bytes)
        if answer.cut:
            raise GitUnavailable(f"{https_target(url, self._ports).host} answers more than is read.")
        return came_from, answer

    def send_cut(
        self, method: WireMethod, url: str, headers: Mapping[str, str], body: bytes | None, max_bytes: int
    ) -> tuple[str, WireAnswer]:
        """As `send`, but of an answer that is longer its beginning."""
        for _ in range(_HOPS):
            target = https_target(url, self._ports)
            answer = self._exchange(method, target, headers, body, max_bytes)
            if method != "GET" or answer.status not in _REDIRECTS:
                return url, answer
            url = _redirected(url, answer)
            if https_target(url, self._ports).origin != target.origin:
                raise GitUnavailable(f"{target.host} leads to another host, which is not followed. Connect that one.")
        raise GitUnavailable("The host leads in a circle.")

    def _exchange(
        self, method: WireMethod, target: Target, headers: Mapping[str, str], body: bytes | None, max_bytes: int
    ) -> WireAnswer:
        address = self._address(target)
        try:
            return self._outside.http.send(
                method, target, address=address, headers=headers, body=body, seconds=self.left(), max_bytes=max_bytes
            )
        except Unavailable as error:
            raise GitUnavailable(error.message) from None

    def _address(self, target: Target) -> str:
        place = target.host, target.port
        if place not in self._addresses:
            self._addresses[place] = self._vetted(*place)[0]
        return self._addresses[place]

    def _vetted(self, host: str, port: int) -> list[str]:
        try:
            return [require_public(address) for address in self._outside.resolver.resolve(host, port, self.left())]
        except Invalid as error:
            raise GitAddressRefused(error.message) from None
        except Unavailable:
            raise GitUnavailable(f"The host {host} could not be found.") from None


def _redirected(url: str, answer: WireAnswer) -> str:
    """Return the address that a redirect names."""
    try:
        return urljoin(url, answer.headers.get("location", ""))
    except ValueError:  # urljoin reads what stands in brackets as an IPv6 address
        raise GitUnavailable("The host leads to an address that is none.") from None
