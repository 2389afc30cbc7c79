"""A signed-in caller of a running stack: JSON, problem documents, event streams; and a visitor of its sites."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import httpx

Chunk = dict[str, Any]
_SECONDS = 180.0
_STREAM_SECONDS = 300.0


class Client:
    """One caller. Redirects are not followed, proxies of the machine are not asked."""

    def __init__(self, url: str, token: str | None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=_SECONDS, trust_env=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self.http.close()

    def call(self, method: str, path: str, body: Any = None, *, status: int | None = None, **headers: str) -> Any:
        """The JSON of an answer that went well (with exactly `status`, if one is named)."""
        answer = self.http.request(method, path, json=body, headers=headers)
        assert answer.status_code == status if status else answer.is_success, in_one_line(answer)
        return answer.json() if answer.content else None

    def problem(self, method: str, path: str, body: Any = None) -> tuple[int, str, dict[str, Any]]:
        """(status, code, document) of an answer that must be a problem document."""
        answer = self.http.request(method, path, json=body)
        assert answer.headers.get("content-type") == "application/problem+json", in_one_line(answer)
        document = answer.json()
        assert document["status"] == answer.status_code, document
        return answer.status_code, document["code"], document

    @contextmanager
    def stream(self, method: str, path: str, body: Any = None, **headers: str) -> Iterator[httpx.Response]:
        """An open answer, closed (the connection is cut) at the end of the block."""
        with self.http.stream(method, path, json=body, headers=headers) as answer:
            yield answer


def in_one_line(answer: httpx.Response) -> str:
    """An answer in one line, for an assertion that failed."""
    return f"{answer.request.method} {answer.request.url}: {answer.status_code} {answer.text[:2000]}"


def chunks(answer: httpx.Response) -> Iterator[Chunk]:
    """The numbered chunks of an event stream; it must end with `[DONE]`, and not only send heartbeats for ever."""
    if answer.status_code != 200:
        answer.read()
    assert answer.status_code == 200, in_one_line(answer)
    assert answer.headers["x-vercel-ai-ui-message-stream"] == "v1"
    number, until = 0, time.monotonic() + _STREAM_SECONDS
    for line in answer.iter_lines():
        assert time.monotonic() < until, f"no end of the stream in {_STREAM_SECONDS:.0f} s, last was {number}"
        if line.startswith("id: "):
            number = int(line[4:])
        elif line == "data: [DONE]":
            return
        elif line.startswith("data: "):
            chunk: Chunk = json.loads(line[6:])
            assert chunk["seq"] == number, f"the id {number} stands before the chunk {chunk['seq']}"
            yield chunk
    raise AssertionError("the stream ended without [DONE]")


def visit_site(url: str, **headers: str) -> httpx.Response:
    """GET an address of a site; `*.localhost` is this machine, which not every resolver knows."""
    asked = httpx.URL(url)
    host = f"{asked.host}:{asked.port}"
    return httpx.get(
        asked.copy_with(host="127.0.0.1"), headers={"Host": host, **headers}, timeout=_SECONDS, trust_env=False
    )
