"""Reads a source in a thread of its own, so that nobody who waits for it is held up by its silence."""

import socket
import threading
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from contextvars import copy_context
from queue import Empty, Full, Queue
from typing import Any

LOOK_SECONDS = 0.5
_AHEAD = 256
"""Pieces that are read before somebody wants them."""
Source = Callable[[Callable[[Any], None]], Generator[Any]]
"""Opens and reads what is listened to. Its argument is told the answer once it is there, so that it can be dropped."""


class _End:
    """The source has ended."""


class _Line:
    """What the reading thread has said, and whether anybody still listens."""

    def __init__(self) -> None:
        self.said: Queue[Any] = Queue(_AHEAD)
        self._dropped = threading.Event()
        self._response: Any = None

    def read(self, source: Source) -> None:
        """Runs in the thread: pass on all there is."""
        try:
            with closing(source(self._hold)) as pieces:
                for piece in pieces:
                    if not self._pass_on(piece):
                        return
            self._pass_on(_End())
        except BaseException as error:  # the caller's to handle
            self._pass_on(error)

    def drop(self) -> None:
        """Nobody listens any more. An answer that has started is cut; one that has not is closed when it begins."""
        self._dropped.set()
        if self._response is not None:
            _cut(self._response)

    def _hold(self, response: Any) -> None:
        self._response = response
        if self._dropped.is_set():
            _cut(response)

    def _pass_on(self, piece: Any) -> bool:
        while not self._dropped.is_set():
            with suppress(Full):
                self.said.put(piece, timeout=LOOK_SECONDS)
                return True
        return False


def listen(source: Source) -> Generator[Any]:
    """The pieces of `source` as they come, and None for each half second without one. Closing drops the connection."""
    line = _Line()
    context = copy_context()
    threading.Thread(target=lambda: context.run(line.read, source), name="listening", daemon=True).start()
    try:
        while True:
            try:
                piece = line.said.get(timeout=LOOK_SECONDS)
            except Empty:
                yield None
                continue
            if isinstance(piece, _End):
                return
            if isinstance(piece, BaseException):
                raise piece
            yield piece
    finally:
        line.drop()


def _cut(response: Any) -> None:
    """End the connection under a read of another thread, which closing alone would not wake. An answer that has come
    to its end has given its connection back already, perhaps to somebody else.
    """
    if response.is_closed:
        return
    stream = response.extensions.get("network_stream")
    own = stream.get_extra_info("socket") if stream is not None else None
    if own is not None:
        with suppress(OSError):
            socket.socket.shutdown(own, socket.SHUT_RDWR)  # the plain one: TLS has no word for it that another may say
