"""`OpenAIEmbedder` against a server of its own: good answers, and all the bad ones."""

import json
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest

from shared.adapters.openai import embeddings
from shared.adapters.openai.embeddings import OpenAIEmbedder
from shared.adapters.openai.settings import ModelSettings
from shared.domain.errors import AppError, Unavailable
from tests.support.answering import Answer, Asked, answering


class Server:
    """Answers what `answer` says to every request, and remembers them."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, str], Any]] = []
        self.answer: Callable[[Any], tuple[int, bytes]] = lambda body: (200, vectors(body))
        self.released = Event()
        self.url = ""

    def reply(self, asked: Asked) -> Answer:
        body = json.loads(asked.body)
        self.asked.append((asked.path, dict(asked.headers), body))
        return Answer(*self.answer(body))


def vectors(body: Any) -> bytes:
    made = [{"index": place, "embedding": [float(len(text)), 1.0]} for place, text in enumerate(body["input"])]
    return json.dumps({"object": "list", "data": made[::-1], "usage": {"total_tokens": 7}}).encode()


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    with answering(made.reply) as url:
        made.url = f"{url}/v1"
        yield made
        made.released.set()


def embedder(server: Server, **over: Any) -> OpenAIEmbedder:
    return OpenAIEmbedder(ModelSettings(**({"api_key": "secret", "base_url": server.url} | over)), "small")


def test_texts_become_vectors_in_their_order(server: Server) -> None:
    found = embedder(server).embed(["a", "bbb", "\u05d0 \ud83d\ude00"])
    assert ([vector[0] for vector in found.vectors], found.tokens) == ([1.0, 3.0, 3.0], 7)
    ((path, headers, body),) = server.asked
    assert (path, headers["Authorization"], body["model"]) == ("/v1/embeddings", "Bearer secret", "small")


def test_no_key_is_sent_where_there_is_none(server: Server) -> None:
    embedder(server, api_key="").embed(["a"])
    assert "Authorization" not in server.asked[0][1]


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (200, b"<!doctype html><title>Sign in</title>"), (200, b""), (200, b"{}"), (200, b"[1]"), (500, b"{}"),
        (302, b""), (401, b'{"error": {"message": "secret words"}}'), (200, b'{"data": []}'),
        (200, b'{"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]}'),
        (200, b'{"data": [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 2.0]}]}'),
        (200, b'{"data": [{"index": 0, "embedding": "AAAA"}, {"index": 1, "embedding": [null]}]}'),
        (200, b'{"data": [{"index": 0, "embedding": []}, {"index": 1, "embedding": [NaN]}]}'),
    ],
)  # fmt: skip
def test_what_is_no_answer_is_unavailable(server: Server, status: int, answer: bytes) -> None:
    server.answer = lambda body: (status, answer)
    with pytest.raises(Unavailable) as refused:
        embedder(server).embed(["a", "b"])
    assert "secret" not in refused.value.message


def test_one_that_hangs_is_left(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embeddings, "_SECONDS", 0.2)
    server.answer = lambda body: (int(server.released.wait(20)) or 200, b"")
    with pytest.raises(Unavailable):
        embedder(server).embed(["a"])


def test_one_that_is_not_there_is_unavailable(server: Server) -> None:
    with pytest.raises(Unavailable):
        embedder(server, base_url="http://127.0.0.1:9/v1").embed(["a"])


def test_a_process_without_money_asks_nobody_elsewhere(monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
    monkeypatch.setenv("CHATBUILDER_FORBID_PAID_MODELS", "1")
    embedder(server).embed(["a"])
    with pytest.raises(AppError):
        embedder(server, base_url="https://api.openai.com/v1").embed(["a"])
