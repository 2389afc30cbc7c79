"""Requests as no client writes them, over a real socket: an answer of the API's own, or a closed connection."""

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
import uvicorn

from devkit.api.api import Api
from tests.support.eventually import eventually

HOST = "Host: 127.0.0.1\r\n"
SILENCE = 0.5
"""Seconds after an answer in which a second one would have come."""
UNFINISHED = {"a huge length", "TLS", "nothing", "a bare carriage return", "HTTP/0.9"}
"""The server waits for the rest of these, and rightly so."""
END = "Connection: close\r\n\r\n"
LIST = "/admin/apps"
CHUNKED = "Transfer-Encoding: chunked\r\n"
SMUGGLED = f"GET {LIST} HTTP/1.1\r\n{HOST}Authorization: Bearer TOKEN\r\n{END}"
WITH_BODY = f"POST {LIST} HTTP/1.1\r\n{HOST}Authorization: Bearer x\r\nContent-Type: application/json\r\n"
RAW = {
    # chunks count then (RFC 9112), and nothing of ours stands before the server that could read it otherwise
    "both lengths": f"{WITH_BODY}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": f"{WITH_BODY}Content-Length: 2\r\nContent-Length: 90\r\n\r\n{{}}{SMUGGLED}",
    "a list of lengths": f"{WITH_BODY}Content-Length: 2, 90\r\n\r\n{{}}{SMUGGLED}",
    "a negative length": f"{WITH_BODY}Content-Length: -1\r\n\r\n{SMUGGLED}",
    "a signed length": f"{WITH_BODY}Content-Length: +2\r\n\r\n{{}}{SMUGGLED}",
    "a length in hexadecimal": f"{WITH_BODY}Content-Length: 0x2\r\n\r\n{{}}{SMUGGLED}",
    "a huge length": f"{WITH_BODY}Content-Length: {'9' * 40}\r\n\r\n{{}}",
    "an obscure encoding": f"{WITH_BODY}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "an encoding twice": f"{WITH_BODY}{CHUNKED}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "a tab in the encoding": f"{WITH_BODY}Transfer-Encoding:\tchunked, identity\r\n\r\n0\r\n\r\n{SMUGGLED}",
    "a bad chunk": f"{WITH_BODY}Transfer-Encoding: chunked\r\n\r\nzz\r\n{{}}\r\n0\r\n\r\n{SMUGGLED}",
    "a negative chunk": f"{WITH_BODY}Transfer-Encoding: chunked\r\n\r\n-2\r\n{{}}\r\n0\r\n\r\n{SMUGGLED}",
    "a chunk's extension": f"{WITH_BODY}Transfer-Encoding: chunked\r\n\r\n2;a=\n\r\n{{}}\r\n0\r\n\r\n",
    "a space before the colon": f"GET {LIST} HTTP/1.1\r\n{HOST}Authorization : Bearer x\r\n{END}",
    "a folded header": f"GET {LIST} HTTP/1.1\r\n{HOST}Authorization: Bearer\r\n x\r\n{END}",
    "a bare line feed": f"GET {LIST} HTTP/1.1\n{HOST}\nAuthorization: Bearer x\n\n",
    "a bare carriage return": f"GET {LIST} HTTP/1.1\r{HOST}\r\r",
    "a zero in a header": f"GET {LIST} HTTP/1.1\r\n{HOST}X: a\0b\r\n{END}",
    "a zero in the path": f"GET {LIST}\0 HTTP/1.1\r\n{HOST}{END}",
    "a header without a name": f"GET {LIST} HTTP/1.1\r\n{HOST}: x\r\n{END}",
    "a header of 100 KB": f"GET {LIST} HTTP/1.1\r\n{HOST}X: {'a' * 100_000}\r\n{END}",
    "ten thousand headers": f"GET {LIST} HTTP/1.1\r\n{HOST}" + "X: a\r\n" * 10_000 + END,
    "two authorizations": f"GET {LIST} HTTP/1.1\r\n{HOST}Authorization: Bearer x\r\nAuthorization: Bearer y\r\n{END}",
    "no host": f"GET {LIST} HTTP/1.1\r\n{END}",
    "two hosts": f"GET {LIST} HTTP/1.1\r\n{HOST}Host: evil.test\r\n{END}",
    "an absolute address": f"GET http://169.254.169.254/latest HTTP/1.1\r\n{HOST}{END}",
    "an authority alone": f"CONNECT 169.254.169.254:80 HTTP/1.1\r\n{HOST}{END}",
    "an asterisk": f"OPTIONS * HTTP/1.1\r\n{HOST}{END}",
    "a path above": f"GET /../../etc/passwd HTTP/1.1\r\n{HOST}{END}",
    "an encoded path above": f"GET /public/apps/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n{HOST}{END}",
    "a path twice encoded": f"GET /public/apps/%252e%252e%252fadmin/runtime HTTP/1.1\r\n{HOST}{END}",
    "two slashes": f"GET /{LIST} HTTP/1.1\r\n{HOST}{END}",
    "a backslash": f"GET \\admin\\apps HTTP/1.1\r\n{HOST}{END}",
    "a path of 60 KB": f"GET /public/apps/{'a' * 60_000}/runtime HTTP/1.1\r\n{HOST}{END}",
    "a query of 60 KB": f"GET {LIST}?cursor={'a' * 60_000} HTTP/1.1\r\n{HOST}{END}",
    "a fragment": f"GET {LIST}#x HTTP/1.1\r\n{HOST}{END}",
    "a method of its own": f"EVIL {LIST} HTTP/1.1\r\n{HOST}{END}",
    "a method in small letters": f"get {LIST} HTTP/1.1\r\n{HOST}{END}",
    "a trace": f"TRACE {LIST} HTTP/1.1\r\n{HOST}{END}",
    "HTTP/0.9": f"GET {LIST}\r\n",
    "HTTP/1.0": f"GET {LIST} HTTP/1.0\r\n\r\n",
    "HTTP/2's beginning": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "an upgrade": f"GET {LIST} HTTP/1.1\r\n{HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    "nothing": "",
}


@pytest.fixture(scope="module")
def served(only_loopback: None) -> Iterator[tuple[int, str]]:
    """The API on a port of its own, and a good token of a tenant that has an app."""
    api = Api()
    api.world.make_app(tenant_id="acme")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(api.app, log_level="critical", lifespan="off"))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        eventually(lambda: server.started, bool)
        yield listening.getsockname()[1], api.world.sign_in("acme")
        server.should_exit = True
        thread.join()


def exchange(port: int, text: str, *, unfinished: bool = False) -> bytes:
    """All that comes back until the server closes, or has been silent for a while."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        with suppress(OSError):  # closed already: that is an answer too
            connection.sendall(text.encode("latin-1"))
        if unfinished:
            connection.settimeout(SILENCE)
        said = _read(connection)
        connection.settimeout(SILENCE)
        return said + b"".join(iter(lambda: _read(connection), b""))


def _read(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except OSError:
        return b""


@pytest.mark.parametrize("case", RAW)
def test_an_odd_request_gets_nothing_that_a_plain_one_would_not(case: str, served: tuple[int, str]) -> None:
    port, token = served
    said = exchange(port, RAW[case].replace("TOKEN", token), unfinished=case in UNFINISHED)
    statuses = [line.split()[1] for line in said.split(b"\r\n") if line.startswith(b"HTTP/1.1 ")]
    assert all(not status.startswith(b"5") for status in statuses), said[:500]
    assert b'"items"' not in said and b"acme" not in said, "a request hidden in another was answered"
    assert b"Traceback" not in said and b"root:x:0" not in said


def test_the_server_still_answers_plain_requests(served: tuple[int, str]) -> None:
    port, token = served
    said = exchange(port, SMUGGLED.replace("TOKEN", token))
    assert said.startswith(b"HTTP/1.1 200") and b'"items"' in said
