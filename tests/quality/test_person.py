"""A person's patience with a product that does not answer, goes away, or never comes to an end."""

import http.server
import json
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.quality.person import Infrastructure, NoEnd, Person, ProductFailed, Refused
from benchmarks.quality.task import load_tasks
from benchmarks.quality.trial import Talk, converse

(TASK, *_), _ = load_tasks(["text-and-colour"])
CANCELLED: list[str] = []
Serve = Callable[["_Handler"], None]


class _Handler(http.server.BaseHTTPRequestHandler):
    stream: Serve
    finished: list[bool]
    cancelled: list[str]

    def do_POST(self) -> None:
        if not self.path.endswith("/cancel"):
            return type(self).stream(self)
        self.cancelled.append(self.path)
        return self.answer("application/json", "{}")

    def do_GET(self) -> None:
        if "/stream" in self.path:
            return type(self).stream(self)
        ended = self.finished.pop(0) if self.finished else False
        return self.answer("application/json", json.dumps({"status": "completed", "finished_at": ended or None}))

    def answer(self, kind: str, *pieces: str, status: int = 200, pause: float = 0.0) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("X-Run-Id", "run_1")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(piece.encode())
            self.wfile.flush()
            time.sleep(pause)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture
def product() -> Iterator[Callable[..., Person]]:
    """A server that behaves as it is told."""
    opened: list[Any] = []

    def begin(stream: Serve, *finished: bool, patience: float = 0.3) -> Person:
        handler = type(
            "Handler", (_Handler,), {"stream": staticmethod(stream), "finished": list(finished), "cancelled": CANCELLED}
        )
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        server.daemon_threads, server.block_on_close = True, False
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        person = Person(f"http://127.0.0.1:{server.server_port}", "token", patience=patience)
        person.app = {"id": "app_1"}
        opened.append((server, person))
        return person

    yield begin
    for server, person in opened:
        person.close()
        server.shutdown()
        server.server_close()


def chunks(*seqs: int) -> list[str]:
    return [f'data: {{"type": "text-delta", "delta": "x", "seq": {seq}}}\n\n' for seq in seqs]


@pytest.mark.parametrize("alive", [True, False])
def test_a_run_that_never_ends_is_cancelled_and_what_it_cost_is_known(
    product: Callable[..., Person], alive: bool
) -> None:
    """Its stream shows signs of life for ever, or ends and can be asked for again for ever."""
    pieces = [": alive\n\n"] * 1_000 if alive else chunks(1)
    person = product(lambda one: one.answer("text/event-stream", *pieces, pause=0.02 * alive))
    CANCELLED.clear()
    with pytest.raises(NoEnd, match=r"no end of run run_1 in 0\.3 s") as caught:
        person.say("Hello", lambda _: None)
    assert CANCELLED == ["/admin/apps/app_1/builder/chat/run_1/cancel"]
    assert caught.value.run == {"status": "completed", "finished_at": None}


def test_a_stream_that_was_cut_is_taken_up_where_it_was(product: Callable[..., Person]) -> None:
    asked: list[str] = []

    def stream(one: _Handler) -> None:
        asked.append(one.path)
        one.answer("text/event-stream", *chunks(1, 2) if len(asked) == 1 else chunks(3))

    received: list[int] = []
    run = product(stream, False, True, patience=30).say("Hello", lambda chunk: received.append(chunk["seq"]))
    assert (run["status"], received, asked[1].rpartition("?")[2]) == ("completed", [1, 2, 3], "after=2")


@pytest.mark.parametrize(("status", "error"), [(503, ProductFailed), (429, ProductFailed), (409, Refused)])
def test_a_no_is_the_products_a_failure_is_nobodys(
    product: Callable[..., Person], status: int, error: type[Exception]
) -> None:
    person = product(lambda one: one.answer("application/json", "{}", status=status))
    with pytest.raises(error):
        person.say("Hello", lambda _: None)


@pytest.mark.parametrize(("code", "counts"), [("MODEL_UNAVAILABLE", False), ("ITERATION_LIMIT", True)])
def test_a_model_that_stalls_is_no_fault_of_the_product_one_that_never_finishes_is(code: str, counts: bool) -> None:
    run = {"status": "failed", "failure_code": code, "summary": "it said nothing"}
    person: Any = SimpleNamespace(say=lambda message, received: dict(run))
    talk = Talk()
    if not counts:
        with pytest.raises(Infrastructure, match="it said nothing"):
            converse(TASK, person, None, talk)
    else:
        result = converse(TASK, person, None, talk)
        assert result == ["message 1 ended failed (ITERATION_LIMIT): it said nothing"]
    assert [one["failure_code"] for one in talk.runs] == [code], "what it cost is counted either way"
