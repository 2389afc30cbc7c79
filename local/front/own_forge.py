"""A forge on this computer, to try pushes with: a public name that leads here, without TLS."""

from typing import Any

from shared.adapters.direct_http import DirectHttp, SystemResolver
from shared.domain.agent.outgoing import Target
from shared.ports.outgoing import Addresses, Outside, WireAnswer, WireMethod

_STANDS_FOR = "93.184.216.34"
"""A public address, which the name is said to have: everything that is refused elsewhere is refused here too."""


def outside_with(name: str, port: int) -> Outside:
    """The way out of git, in which this name is that port of this computer."""
    agent = "git/ChatBuilder"
    return Outside(_Resolver(name), _Http(name, port, DirectHttp(agent=agent)))


class _Resolver:
    def __init__(self, name: str) -> None:
        self._name, self._others = name, SystemResolver()

    def resolve(self, host: str, port: int, seconds: float) -> Addresses:
        return [_STANDS_FOR] if host == self._name else self._others.resolve(host, port, seconds)


class _Http:
    def __init__(self, name: str, port: int, http: DirectHttp) -> None:
        self._name, self._port, self._http = name, port, http

    def send(self, method: WireMethod, target: Target, *, address: str, **rest: Any) -> WireAnswer:
        if target.host != self._name:
            return self._http.send(method, target, address=address, **rest)
        here = Target("http", target.host, self._port, target.path)
        return self._http.send(method, here, address="127.0.0.1", **rest)
