"""`DirectHttp` over real sockets: the vetted address and no other, in bounded time and size."""

import datetime
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from shared.adapters.direct_http import DirectHttp, SystemResolver, _Pinned
from shared.domain.agent.outgoing import Target
from shared.domain.errors import Unavailable
from shared.ports.outgoing import WireAnswer

Talk = Callable[[socket.socket], None]
HOST = "api.example.com"


@contextmanager
def a_server(talk: Talk, context: ssl.SSLContext | None = None) -> Iterator[int]:
    """One that reads the first lines of a request and then talks as it is told to."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(60)

    def serve() -> None:
        try:
            raw, _ = listener.accept()
            with raw if context is None else context.wrap_socket(raw, server_side=True) as connection:
                talk(connection)
        except OSError:
            pass

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.close()
        thread.join(5)


def send(
    port: int, *, scheme: str = "http", seconds: float = 60.0, http: DirectHttp | None = None, **over: object
) -> WireAnswer:
    asked: dict[str, object] = {"method": "GET", "headers": {}, "body": None, "max_bytes": 1_000} | over
    target = Target(scheme, HOST, port, "/v1?q=1")  # type: ignore[arg-type]  # a literal from a parameter
    return (http or DirectHttp()).send(
        asked.pop("method"), target, address="127.0.0.1", seconds=seconds, **asked  # type: ignore[arg-type]  # as above
    )  # fmt: skip


def saying(data: bytes, seen: list[bytes] | None = None) -> Talk:
    def talk(connection: socket.socket) -> None:
        got = connection.recv(65_536)
        if seen is not None:
            seen.append(got)
        connection.sendall(data)

    return talk


def dripping(start: bytes, drop: bytes) -> Talk:
    """For a minute, or until the other side has left."""

    def talk(connection: socket.socket) -> None:
        connection.recv(65_536)
        connection.sendall(start)
        connection.settimeout(0.06)
        for _ in range(1_000):
            connection.sendall(drop)
            with suppress(TimeoutError):
                if not connection.recv(1):
                    return

    return talk


def test_the_request_names_its_host_and_nothing_of_ours() -> None:
    seen: list[bytes] = []
    with a_server(
        saying(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-A: b\r\nContent-Length: 5\r\n\r\nhello", seen)
    ) as port:
        answer = send(port, method="POST", headers={"X-Mine": "1"}, body=b"body")
    assert answer == (200, {"content-type": "text/plain", "x-a": "b", "content-length": "5"}, b"hello", False)
    lines = seen[0].decode().split("\r\n")
    assert lines[0] == "POST /v1?q=1 HTTP/1.1" and f"Host: {HOST}:{port}" in lines and "X-Mine: 1" in lines
    assert not any(line.lower().startswith(("authorization", "cookie", "proxy")) for line in lines)


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with a_server(saying(b"HTTP/1.0 204 No Content\r\n\r\n")) as port:
        assert send(port).status == 204


def test_a_long_body_is_cut() -> None:
    with a_server(saying(b"HTTP/1.1 200 OK\r\n\r\n" + b"x" * 200_000)) as port:
        answer = send(port)
    assert (len(answer.body), answer.cut) == (1_000, True)
    with a_server(saying(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + b"x" * 1_000)) as port:
        assert not send(port).cut


@pytest.mark.parametrize(
    ("start", "drop"),
    [
        (b"", b""), (b"", b"H"), (b"HTTP/1.1 200 OK\r\n", b"a"), (b"HTTP/1.1 200 OK\r\n\r\n", b"x"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n", b"x"),
    ],
    ids=ascii,
)  # fmt: skip
def test_a_host_that_dawdles_is_left_in_time(start: bytes, drop: bytes) -> None:
    with a_server(dripping(start, drop)) as port:
        started = time.monotonic()
        with pytest.raises(Unavailable, match="in time"):
            send(port, seconds=0.4, max_bytes=1_000_000)
        assert time.monotonic() - started < 40


@pytest.mark.parametrize(
    "data",
    [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 500 + b"\r\n",
     b"HTTP/1.1 200 OK\r\na: " + b"x" * 100_000, b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
     b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx"],
    ids=lambda data: ascii(data[:30]),
)  # fmt: skip
def test_what_is_not_http_is_told_as_a_failure(data: bytes) -> None:
    with a_server(saying(data)) as port, pytest.raises(Unavailable):
        send(port)


def test_nobody_there() -> None:
    with socket.socket() as held:  # bound, so that nobody else listens there
        held.bind(("127.0.0.1", 0))
        with pytest.raises(Unavailable, match="could not be reached"):
            send(held.getsockname()[1])


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate of its own for `HOST`, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    file = tmp_path_factory.mktemp("tls") / "host.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(secret + made.public_bytes(serialization.Encoding.PEM))
    return file


def served(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


def test_tls_is_spoken_with_the_name_over_the_vetted_address(certificate: Path) -> None:
    http = DirectHttp(lambda: ssl.create_default_context(cafile=str(certificate)))
    with a_server(saying(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), served(certificate)) as port:
        assert send(port, scheme="https", http=http).body == b"ok"


def test_a_certificate_that_nobody_vouches_for_is_refused(certificate: Path) -> None:
    server = a_server(saying(b"HTTP/1.1 200 OK\r\n\r\n"), served(certificate))
    with server as port, pytest.raises(Unavailable, match="TLS"):
        send(port, scheme="https")


def test_a_host_that_never_shakes_hands_is_left_in_time() -> None:
    for drop in (b"", b"\x16\x03\x03\x00\x01\x00"):
        with a_server(dripping(b"", drop)) as port:
            started = time.monotonic()
            with pytest.raises(Unavailable):
                send(port, scheme="https", seconds=0.3)
            assert time.monotonic() - started < 40


def test_time_that_is_over_the_moment_it_has_connected_ends_it() -> None:
    with a_server(lambda _: None) as port:
        connection = _Pinned(Target("http", HOST, port, "/"), "127.0.0.1", 60, None)
        connection.give_up()
        with pytest.raises(TimeoutError):
            connection.connect()
        connection.leave()


def test_names_are_looked_up_once_and_waited_for_shortly() -> None:
    assert SystemResolver(lambda host, port: ["1.2.3.4"]).resolve("a.b", 80, 60) == ["1.2.3.4"]
    assert "127.0.0.1" in SystemResolver().resolve("127.0.0.1", 80, 60)

    over = threading.Event()

    def slow(host: str, port: int) -> list[str]:
        over.wait(60)
        return ["1.2.3.4"]

    def broken(host: str, port: int) -> list[str]:
        raise socket.gaierror

    for look_up in (slow, broken, lambda host, port: []):
        started = time.monotonic()
        with pytest.raises(Unavailable):
            SystemResolver(look_up).resolve("a.b", 80, 0.1)
        assert time.monotonic() - started < 30
    over.set()
