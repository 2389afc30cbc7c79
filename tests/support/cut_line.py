"""The way between a browser and the servers of this machine, which a test cuts: a proxy for plain HTTP.

with Line() as line:
    browser.run(script, proxy=line.url)

Each request has a connection of its own. `line.cut("/stream", [900, 2000])` ends the next two answers of such an
address after so many bytes, wherever that is; `line.down()` drops what is open and takes nothing, until `line.up()`.
"""

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

_HEAD_BYTES = 64 * 1024
_PIECE = 16 * 1024


class Line:
    """`cuts` counts the answers that were ended. Only names of this machine are answered."""

    def __init__(self) -> None:
        self.cuts = 0
        self._sizes: dict[str, list[int]] = {}
        self._open: set[socket.socket] = set()
        self._is_up = True
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, name="line", daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self, part: str, sizes: list[int]) -> None:
        """The next answers whose address has `part` end after so many bytes, head included; one for each of `sizes`."""
        with self._lock:
            self._sizes[part] = list(sizes)

    def down(self) -> None:
        with self._lock:
            self._is_up = False
            for each in self._open:
                _drop(each)

    def up(self) -> None:
        self._is_up = True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.down()
        _drop(self._listener)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._carry, args=(client,), daemon=True).start()

    def _carry(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError, ValueError):
            if not self._is_up:
                return
            head, rest = _read_head(client)
            method, target, _ = head.split(" ", 2)
            place = urlsplit(target)
            if not _is_ours(place.hostname or ""):
                return
            with socket.create_connection(("127.0.0.1", place.port or 80)) as server:
                self._join(client, server, _forwarded(head, method, target) + rest, target)

    def _join(self, client: socket.socket, server: socket.socket, request: bytes, target: str) -> None:
        with self._lock:
            self._open |= {client, server}
        try:
            server.sendall(request)
            threading.Thread(target=_pump, args=(client, server), daemon=True).start()
            if not _pump(server, client, self._size(target)):
                self.cuts += 1
        finally:
            with self._lock:
                self._open -= {client, server}
            _drop(client)
            _drop(server)

    def _size(self, target: str) -> int | None:
        with self._lock:
            waiting = (sizes for part, sizes in self._sizes.items() if part in target and sizes)
            sizes = next(waiting, None)
            return sizes.pop(0) if sizes else None


def _read_head(client: socket.socket) -> tuple[str, bytes]:
    read = b""
    while b"\r\n\r\n" not in read and len(read) < _HEAD_BYTES:
        piece = client.recv(_PIECE)
        if not piece:
            raise ValueError("the browser left")
        read += piece
    head, _, rest = read.partition(b"\r\n\r\n")
    return head.decode("latin-1"), rest


def _forwarded(head: str, method: str, target: str) -> bytes:
    """The request as its server wants it; the connection ends with the answer."""
    place = urlsplit(target)
    path = (place.path or "/") + (f"?{place.query}" if place.query else "")
    kept = [
        line for line in head.split("\r\n")[1:] if not line.lower().startswith(("proxy-connection:", "connection:"))
    ]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *kept, "Connection: close", "", ""]).encode("latin-1")


def _is_ours(host: str) -> bool:
    return host in ("127.0.0.1", "localhost") or host.endswith(".localhost")


def _pump(source: socket.socket, target: socket.socket, most: int | None = None) -> bool:
    """Passes on what comes until it ends or `most` bytes are through: False when it was cut there."""
    left = most
    try:
        while piece := source.recv(_PIECE):
            target.sendall(piece if left is None else piece[:left])
            left = None if left is None else left - len(piece)
            if left is not None and left <= 0:
                return False
    except OSError:
        pass
    _half_close(target)
    return True


def _half_close(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_WR)


def _drop(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
