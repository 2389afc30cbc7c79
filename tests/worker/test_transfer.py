"""Bytes in and out over plain HTTP."""

import socket
import threading
from pathlib import Path

import pytest

from devkit.stack.worker_jobs import HttpStore
from worker import transfer
from worker.transfer import TooLarge, TransferFailed, fetch, post_form


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transfer, "PAUSE_SECONDS", 0.0)


def test_a_source_arrives_whole(store: HttpStore, tmp_path: Path) -> None:
    store.sources["/a"] = bytes(range(256)) * 5000
    assert fetch(f"{store.url}/a?x=1", tmp_path / "a", 10_000_000) == 1_280_000
    assert (tmp_path / "a").read_bytes() == store.sources["/a"]


def test_more_than_the_limit_is_not_kept(store: HttpStore, tmp_path: Path) -> None:
    store.sources["/a"] = bytes(101)
    with pytest.raises(TooLarge):
        fetch(f"{store.url}/a", tmp_path / "a", 100)
    assert len(store.requests) == 1, "another attempt would not make it smaller"


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_passing_fault_is_tried_again(store: HttpStore, tmp_path: Path, status: int) -> None:
    store.sources["/a"] = b"x"
    store.answers = [status, status]
    assert fetch(f"{store.url}/a", tmp_path / "a", 100) == 1


@pytest.mark.parametrize("status", [403, 404, 301])
def test_a_refusal_is_final_and_names_no_url(store: HttpStore, tmp_path: Path, status: int) -> None:
    store.sources["/secret"] = b"x"
    store.answers = [status]
    with pytest.raises(TransferFailed) as caught:
        fetch(f"{store.url}/secret?signature=secret", tmp_path / "a", 100)
    assert str(status) in str(caught.value)
    assert "secret" not in str(caught.value)
    assert len(store.requests) == 1


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://127.0.0.1/x", "http://", "http://a b/", "http://a/\r\nX: y", "", "/x"]
)
def test_only_http_is_spoken(url: str, tmp_path: Path) -> None:
    with pytest.raises(TransferFailed):
        fetch(url, tmp_path / "a", 100)
    assert not (tmp_path / "a").exists()


def test_a_download_cut_short_is_not_taken_for_whole(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        answering = threading.Thread(target=_answer_short, args=(server,), daemon=True)
        answering.start()
        with pytest.raises(TransferFailed):
            fetch(f"http://127.0.0.1:{server.getsockname()[1]}/", tmp_path / "a", 1000)
        answering.join(60)


def _answer_short(server: socket.socket) -> None:
    for _ in range(transfer.ATTEMPTS):
        connection, _ = server.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this")


def test_nobody_listening_is_a_failure(tmp_path: Path) -> None:
    with socket.socket() as taken:  # held, so that nobody else gets this port, but nothing listens
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(TransferFailed, match="refused"):
            fetch(f"http://127.0.0.1:{taken.getsockname()[1]}/", tmp_path / "a", 1000)


def test_the_form_carries_the_fields_and_then_the_file(store: HttpStore, tmp_path: Path) -> None:
    content = b"\r\n--boundary\r\n" + bytes(600_000)
    (tmp_path / "r.tar").write_bytes(content)
    fields = {"key": "k", "policy": "ey==", 'x-amz-"meta"': "ü", "If-None-Match": "*"}
    post_form(f"{store.url}/bucket", fields, tmp_path / "r.tar")
    assert store.uploads == {"k": content}
    assert store.forms["k"]["x-amz-%22meta%22"] == "ü"
    assert store.forms["k"]["If-None-Match"] == "*"


def test_an_upload_that_was_there_already_after_a_lost_answer_counts(store: HttpStore, tmp_path: Path) -> None:
    (tmp_path / "r.tar").write_bytes(b"x")
    store.answers = [500, 412]
    post_form(f"{store.url}/bucket", {"key": "k"}, tmp_path / "r.tar")


def test_an_upload_over_somebody_elses_is_a_failure(store: HttpStore, tmp_path: Path) -> None:
    (tmp_path / "r.tar").write_bytes(b"x")
    store.answers = [412]
    with pytest.raises(TransferFailed, match="412"):
        post_form(f"{store.url}/bucket", {"key": "k"}, tmp_path / "r.tar")
