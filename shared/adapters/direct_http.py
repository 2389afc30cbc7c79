"""HTTP to an address that was vetted, by the standard library: no proxies, no cookies, no second look-up."""

import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from shared.domain.agent.outgoing import Target
from shared.domain.errors import Unavailable
from shared.ports.outgoing import Addresses, WireAnswer, WireMethod

_OURS = {"Accept-Encoding": "identity", "Connection": "close"}
_CHUNK = 64 * 1024


class SystemResolver:
    """`Resolver` of the machine. The look-up itself cannot be stopped, so it is waited for on a thread of its own."""

    def __init__(self, look_up: Callable[[str, int], Addresses] | None = None) -> None:
        self._look_up = look_up or _addresses

    def resolve(self, host: str, port: int, seconds: float) -> Addresses:
        found: list[Addresses] = []

        def work() -> None:
            try:
                found.append(self._look_up(host, port))
            except (OSError, UnicodeError):
                found.append([])

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        thread.join(seconds)
        if not found or not found[0]:
            raise Unavailable(f"The host {host[:200]} could not be found.")
        return found[0]


def _addresses(host: str, port: int) -> Addresses:
    infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return list(dict.fromkeys(str(info[4][0]) for info in infos))


class DirectHttp:
    """`OutgoingHttp`. `agent` is what it calls itself: some hosts serve git only to what begins with `git/`."""

    def __init__(
        self, context: Callable[[], ssl.SSLContext] = ssl.create_default_context, *, agent: str = "ChatBuilder"
    ) -> None:
        self._context = context
        self._ours = {"User-Agent": agent, **_OURS}

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
        context = self._context() if target.scheme == "https" else None
        connection = _Pinned(target, address, seconds, context)
        watch = threading.Timer(seconds, connection.give_up)
        watch.daemon = True
        watch.start()
        try:
            connection.request(method, target.path, body=body, headers={**headers, **self._ours})
            return _read(connection.getresponse(), max_bytes, connection)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unavailable(_why(error, target, connection.gave_up)) from error
        finally:
            watch.cancel()
            connection.leave()


class _Pinned(http.client.HTTPConnection):
    """A connection that knows its address already, and can be ended from another thread."""

    def __init__(self, target: Target, address: str, seconds: float, context: ssl.SSLContext | None) -> None:
        super().__init__(target.host, target.port, timeout=seconds)
        self.gave_up = False
        self._held: socket.socket | None = None
        self.default_port = 443 if target.scheme == "https" else 80
        self._open = partial(socket.create_connection, (address, target.port), seconds)
        self._context = context

    def connect(self) -> None:
        """Keeps the socket at hand, since a response takes it away from its connection."""
        self._hold(self._open())
        if self._context is not None:
            secure = self._context.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
            self._hold(secure)
            secure.do_handshake()

    def _hold(self, sock: socket.socket) -> None:
        self.sock = self._held = sock
        if self.gave_up:  # a moment ago, when there was nothing to end yet
            raise TimeoutError

    def leave(self) -> None:
        """Close, also what a response has kept."""
        self.close()
        if self._held is not None:
            self._held.close()

    def give_up(self) -> None:
        """End whatever is waited for."""
        self.gave_up = True
        if self._held is not None:
            with suppress(OSError):
                socket.socket.shutdown(self._held, socket.SHUT_RDWR)


def _read(response: http.client.HTTPResponse, max_bytes: int, connection: _Pinned) -> WireAnswer:
    headers = {name.lower(): value for name, value in response.getheaders()}
    body = bytearray()
    while len(body) <= max_bytes and (chunk := response.read1(min(_CHUNK, max_bytes + 1 - len(body)))):
        body += chunk
    if connection.gave_up:
        raise TimeoutError
    return WireAnswer(response.status, headers, bytes(body[:max_bytes]), len(body) > max_bytes)


def _why(error: Exception, target: Target, gave_up: bool) -> str:
    if gave_up or isinstance(error, TimeoutError):
        return f"{target.host} did not answer in time."
    if isinstance(error, ssl.SSLError):
        return f"{target.host} offers no connection that can be trusted (TLS)."
    if isinstance(error, OSError):
        return f"{target.host} could not be reached."
    return f"{target.host} answered with something that is not HTTP."
