"""A server of somebody else's that notes by which name it was asked, however far a request comes."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

DOMAIN = "evil.example"
_NAME = re.compile(rb"([a-z0-9-]+)\.evil\.example")
"""In the greeting of TLS (its server name) as in the head of a plain request."""


@dataclass
class FarServer:
    """`reached`: the first parts of the names that somebody connected to; `datagrams`: how many UDP packets came."""

    port: int
    udp_port: int
    reached: set[str] = field(default_factory=set)
    datagrams: int = 0

    @property
    def flags(self) -> list[str]:
        """For a browser that finds this server behind every name of the domain."""
        return [f"--host-resolver-rules=MAP *.{DOMAIN} 127.0.0.1:{self.port}", "--no-proxy-server"]

    def forget(self) -> None:
        self.reached.clear()
        self.datagrams = 0


@contextmanager
def far_server() -> Iterator[FarServer]:
    """It answers nothing: that somebody came is all it wants to know."""
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(("127.0.0.1", 0))
        server = FarServer(tcp.getsockname()[1], udp.getsockname()[1])
        for work in (_listen, _receive):
            threading.Thread(target=work, args=(tcp if work is _listen else udp, server), daemon=True).start()
        yield server
        for one in (tcp, udp):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


def _listen(tcp: socket.socket, server: FarServer) -> None:
    with suppress(OSError):
        while True:
            connection, _ = tcp.accept()
            threading.Thread(target=_read, args=(connection, server), daemon=True).start()


def _read(connection: socket.socket, server: FarServer) -> None:
    with connection, suppress(OSError):
        connection.settimeout(5)
        found = _NAME.search(connection.recv(4_096))
        server.reached.add(found.group(1).decode() if found else "unknown")


def _receive(udp: socket.socket, server: FarServer) -> None:
    with suppress(OSError):
        while udp.recvfrom(2_048):
            server.datagrams += 1
